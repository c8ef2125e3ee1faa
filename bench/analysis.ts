import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { TALK, transcriptOf } from "../test/helpers/analyzed.js";
import { install } from "../test/helpers/program.js";
import { receive } from "../test/helpers/simple-receiver.js";
import { at, made } from "../test/helpers/installed-organization.js";
import { analyzeByRules } from "../src/analyzer/basic/index.js";

// How long it takes from a call that is posted to the webhook that tells of its analysis, one after the
// other, each matched to an appointment; and what the rules take for an hour of talk.

const CALLS = 20;

// Not in /tmp, which may be in memory: commits have to wait for a disk.
mkdirSync("build/bench-data", { recursive: true });
process.env["TMPDIR"] = resolve("build/bench-data");

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;
const ms = (time: number): string => `${time.toFixed(1)} ms`;

const program = await install();
const receiver = await receive();
const serving = await program.serve({
  DEBRIEF_ANALYZER: "basic",
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
  LOG_LEVEL: "error",
});
const org = at(serving, await made(program, "Bench"));
await org.user();
await org.graph(
  "mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }",
  { input: { url: receiver.url } },
);
const times: number[] = [];
for (let done = 0; done <= CALLS; done += 1) {
  const day = new Date(Date.UTC(2026, 2, 2 + done, 10)).toISOString();
  const event_id = `job-${done}`;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id,
    user_email: "rep@example.com",
    start_time: day,
  });
  const began = performance.now();
  await org.call({ started_at: day, transcript: transcriptOf(TALK) });
  await receiver.count(done + 1);
  times.push(performance.now() - began);
  const { event_id: told, actionItems } = JSON.parse(receiver.received.at(-1)!.body).data;
  if (told !== event_id || actionItems === "") throw new Error("not what was posted");
}
await serving.stop();
receiver.close();
await program.remove();
const [first, ...rest] = times as [number, ...number[]];
console.log(
  `from POST /v1/dialer to the webhook, ${CALLS} calls: median ${ms(median(rest))}, most ${ms(Math.max(...rest))}; the first ever ${ms(first)}`,
);

const hour = Array.from({ length: 150 }, () => TALK).flat();
const utterances = transcriptOf(hour);
const call = { utterances, userName: "Robin", clientName: "Kim", processes: [] };
const taken: number[] = [];
for (let run = 0; run < 21; run += 1) {
  const began = process.cpuUsage();
  analyzeByRules(call);
  const { user, system } = process.cpuUsage(began);
  taken.push((user + system) / 1_000);
}
const characters = utterances.reduce((sum, { text }) => sum + text.length, 0);
console.log(`the rules on ${characters} characters of talk: median ${ms(median(taken))} of CPU`);
