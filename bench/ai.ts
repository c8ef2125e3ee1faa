import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type AiServer, startAiServer } from "../test/helpers/analysis/ai-server.js";
import { createInstallation } from "../test/helpers/server/program.js";
import { startSimpleReceiver } from "../test/helpers/webhooks/simple-receiver.js";
import {
  tenantAt,
  createInstalledOrganization,
} from "../test/helpers/server/installed-organization.js";

// Recordings per minute from POST /v1/dialer, with audio to fetch, to the webhook. Compares with bare calls to
// the same model servers: fetch the audio, post it, send the same two prompts.

const CALLS = Number(process.env["AI_CALLS"] ?? 60);
const ROUNDS = Number(process.env["AI_ROUNDS"] ?? 3);
const CONCURRENCY = 4;
/** The models' response times: none, and those of a quick model. */
const DELAYS_MS = [0, 250];

// Not in /tmp, which may be in memory: commits must wait for a disk.
mkdirSync("build/bench-data", { recursive: true });
process.env["TMPDIR"] = resolve("build/bench-data");

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const toPerMinute = (ms: number): number => Math.round((CALLS / ms) * 60_000);

/** Measures the time of all calls in milliseconds, CONCURRENCY at once. */
const runBareCalls = async (ai: AiServer): Promise<number> => {
  const bodies = [...new Map(ai.chats.map(({ name, body }) => [name, body])).values()];
  let left = CALLS;
  const began = performance.now();
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const audio = await (await fetch(ai.audio)).blob();
      const form = new FormData();
      form.set("model", "hearing");
      form.set("response_format", "verbose_json");
      form.set("file", audio, "call.wav");
      await (await fetch(`${ai.url}/audio/transcriptions`, { method: "POST", body: form })).json();
      for (const body of bodies)
        await (
          await fetch(`${ai.url}/chat/completions`, { method: "POST", body: JSON.stringify(body) })
        ).text();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return performance.now() - began;
};

for (const delayMs of DELAYS_MS) {
  const ai = await startAiServer({ delayMs });
  const program = await createInstallation();
  const receiver = await startSimpleReceiver();
  const serving = await program.serve({
    DEBRIEF_ANALYZER: "ai",
    DEBRIEF_AI_URL: ai.url,
    DEBRIEF_AI_CHAT_MODEL: "chatty",
    DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing",
    DEBRIEF_AI_CONCURRENCY: String(CONCURRENCY),
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
    LOG_LEVEL: "error",
  });
  const cpu = (): number => {
    const stat = readFileSync(`/proc/${serving.child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(stat[11]) + Number(stat[12])) * 10;
  };
  const org = tenantAt(serving, await createInstalledOrganization(program, "Bench"));
  await org.createUser();
  await org.graphql(
    "mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }",
    { input: { url: receiver.url } },
  );
  await org.ingestCall({ recording_url: ai.audio });
  await receiver.count(1);
  const through: number[] = [];
  const alone: number[] = [];
  const spent: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const began = performance.now();
    const busy = cpu();
    for (let call = 0; call < CALLS; call += 1)
      await org.ingestCall({ call_id: `${round} ${call}`, recording_url: ai.audio });
    await receiver.count(1 + round * CALLS);
    through.push(performance.now() - began);
    spent.push((cpu() - busy) / CALLS);
    alone.push(await runBareCalls(ai));
  }
  await serving.stop();
  receiver.close();
  await program.remove();
  await ai.close();
  const [ours, theirs] = [median(through), median(alone)];
  console.log(
    `models that take ${delayMs} ms, ${CONCURRENCY} calls at once, ${ROUNDS} rounds of ${CALLS}: ` +
      `${toPerMinute(ours)} recordings a minute to the webhook, ${toPerMinute(theirs)} by the bare calls ` +
      `(${(theirs / ours).toFixed(2)}); ${median(spent).toFixed(0)} ms of CPU for each`,
  );
}
