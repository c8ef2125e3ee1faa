import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import anyTest, { type TestFn } from "ava";
import { type AiServer, type Fault, startAiServer } from "../helpers/analysis/ai-server.js";
import { MODEL_KEY } from "../helpers/analysis/ai-suite.js";
import { dialect } from "../helpers/engine/database.js";
import { uploadRaw } from "../helpers/recordings/media.js";
import {
  tenantAt,
  createInstalledOrganization,
  listProcessedEvents,
} from "../helpers/server/installed-organization.js";
import {
  command,
  createInstallation,
  type Installation,
  type ServingProgram,
} from "../helpers/server/program.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";
import {
  type OrganizationCredentials,
  createRequester,
  type Tenant,
  buildTenant,
} from "../helpers/tenant.js";

const test = anyTest as TestFn<{ program: Installation; ai: AiServer }>;
/** Serves with a lease of half a second. */
const SHORT_LEASE_COMMAND = [
  process.execPath,
  fileURLToPath(new URL("../harness/crash/serve.js", import.meta.url)),
  "500",
];
// AI_KILLS=500 for the long run; raise --timeout with it.
const KILLS = Number(process.env["AI_KILLS"] ?? 3);
const CALLS = 4;
/** The model server's fault in most rounds, besides the kill. */
const FAULTS: Fault[] = [
  { status: 500 },
  { status: 429, retryAfter: "0" },
  "cut off",
  "wrong JSON",
];
/** Every so many rounds, one call runs without a kill. Its duration is the range of the next kill times. */
const ROUNDS_PER_MEASUREMENT = 8;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation(), ai: await startAiServer({ delayMs: 20 }) };
});

test.afterEach.always(async (t) => {
  await t.context.program.remove();
  await t.context.ai.close();
});

const envOf = (ai: AiServer): Record<string, string> => ({
  DEBRIEF_ANALYZER: "ai",
  DEBRIEF_AI_URL: ai.url,
  DEBRIEF_AI_KEY: MODEL_KEY,
  DEBRIEF_AI_CHAT_MODEL: "chatty",
  DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing",
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
  LOG_LEVEL: "error",
});

const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;
const RECORDING = `query ($id: ID!) { recording(id: $id) { status transcript { text } } }`;
const UNFINISHED = `{ ${["received", "processing"]
  .map(
    (status) => `${status}: recordings(first: 1, filter: { status: ${status} }) { nodes { id } }`,
  )
  .join(" ")} }`;

const untilAnalyzed = async (org: Tenant): Promise<void> => {
  for (;;) {
    const { received, processing } = await org.graphql(UNFINISHED);
    if (received.nodes.length + processing.nodes.length === 0) return;
  }
};

/** Sends a call with its audio, or with the URL of its audio. */
const push = async (
  { url }: ServingProgram,
  org: OrganizationCredentials,
  { callId, audio }: { callId: string; audio: string | undefined },
): Promise<string> => {
  const fetch = createRequester(url);
  if (audio !== undefined)
    return buildTenant(fetch, org).ingestCall({ call_id: callId, recording_url: audio });
  const { status, body, text } = await uploadRaw({ fetch }, org, { call_id: callId });
  if (status !== 200) throw new Error(text);
  return body.recording.id;
};

test("a server killed at any moment of an analysis loses no call and repeats no event", async (t) => {
  const { program, ai } = t.context;
  const env = envOf(ai);
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  let serving = await program.serve(env, SHORT_LEASE_COMMAND);
  const org = await createInstalledOrganization(program);
  await tenantAt(serving, org).createUser();
  await tenantAt(serving, org).graphql(WEBHOOK, { input: { url: receiver.url } });
  const ids = new Set<string>();
  let durationMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const tenant = tenantAt(serving, { ...org });
    if (kill % ROUNDS_PER_MEASUREMENT === 0) {
      await untilAnalyzed(tenant);
      const began = performance.now();
      ids.add(await tenant.ingestCall({ call_id: `undisturbed ${kill}`, recording_url: ai.audio }));
      await untilAnalyzed(tenant);
      durationMs = performance.now() - began;
    }
    const fault = FAULTS[kill % (FAULTS.length + 1)];
    if (fault) ai.fail(kill % 2 === 0 ? "chat" : "transcription", fault);
    const calls = Array.from({ length: CALLS }, (_, n) =>
      push(serving, org, {
        callId: `${kill} ${n}`,
        audio: n % 2 === 0 ? ai.audio : undefined,
      }),
    );
    const posted = Promise.allSettled(calls);
    await setTimeout(Math.random() * 1.5 * durationMs);
    const ended = once(serving.child, "close");
    serving.child.kill("SIGKILL");
    for (const one of await posted) if (one.status === "fulfilled") ids.add(one.value);
    await ended;
    serving = await program.serve(env, SHORT_LEASE_COMMAND);
  }
  const tenant = tenantAt(serving, org);
  ids.add(await tenant.ingestCall({ call_id: "last", recording_url: ai.audio }));
  await untilAnalyzed(tenant);
  // Calls that met two faults in a row have failed with a reason; none is lost.
  const { reanalyzeFailed } = await tenant.graphql("mutation { reanalyzeFailed }");
  await untilAnalyzed(tenant);
  const all = await listProcessedEvents(tenant);
  t.is(new Set(all).size, all.length, "a recording has two events");
  t.deepEqual(
    [...ids].filter((id) => !all.includes(id)),
    [],
  );
  for (const id of all) {
    const { recording } = await tenant.graphql(RECORDING, { id });
    t.is(recording.status, "processed");
    t.is(recording.transcript.length, 2);
  }
  t.is((await serving.stop()).code, 0);
  const sent = receiver.received.map(({ body }) => JSON.parse(body).data.id as string);
  t.is(new Set(sent).size, sent.length, "delivered twice");
  t.log(
    `${KILLS} kills, ${all.length} recordings: ${all.length - new Set(all).size} with two events, ${reanalyzeFailed} failed at first, ` +
      `${ai.transcriptions.length} transcriptions, ${ai.chats.length} chats, ${sent.length} deliveries`,
  );
});

/** Starts `debrief analyze` and waits for its first line. */
const startWorker = async (program: Installation, env: Record<string, string>) => {
  const [file, ...args] = [...command, "analyze"];
  const child = spawn(file, args, {
    cwd: program.directory,
    env: { ...program.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return {
    line: String(line),
    stop: async (): Promise<number | null> => {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
};

test("debrief analyze runs beside a server on PostgreSQL and without one on SQLite", async (t) => {
  const { program, ai } = t.context;
  const env = envOf(ai);
  const external = { ...env, DEBRIEF_ANALYZER: "external" };
  let serving = await program.serve(external);
  const org = await createInstalledOrganization(program);
  await tenantAt(serving, org).createUser();
  const ids = await Promise.all(
    [1, 2, 3, 4].map(async (n) =>
      tenantAt(serving, { ...org }).ingestCall({ call_id: `call ${n}`, recording_url: ai.audio }),
    ),
  );
  const refused = await program.run(["analyze"], external);
  t.is(refused.code, 78);
  t.regex(refused.stderr, /^DEBRIEF_ANALYZER must be basic or ai/);
  if (dialect === "sqlite") {
    const { code, stderr } = await program.run(["analyze"], env);
    t.is(code, 1);
    t.regex(stderr, /^another process uses .*debrief\.db; stop it first, /);
    await serving.stop();
  }
  const workers = [await startWorker(program, env)];
  if (dialect === "postgres") workers.push(await startWorker(program, env));
  t.regex(workers[0]!.line, /^analysing the calls of (SQLite|PostgreSQL), /);
  await ai.until(() => ai.chats.filter(({ name }) => name === "analysis").length === ids.length);
  if (dialect === "postgres") await untilAnalyzed(tenantAt(serving, org));
  for (const one of workers) t.is(await one.stop(), 0);
  if (dialect === "sqlite") serving = await program.serve(external);
  await untilAnalyzed(tenantAt(serving, org));
  const all = await listProcessedEvents(tenantAt(serving, org));
  t.deepEqual(all.toSorted(), ids.toSorted());
  t.is(ai.transcriptions.length, ids.length);
  t.deepEqual(readdirSync(join(program.dataDir, "analysis")), []);
  const { stdout, stderr } = await serving.stop();
  t.false((stdout + stderr).includes(MODEL_KEY));
});
