import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import test from "ava";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { uploadRaw } from "../helpers/recordings/media.js";
import { createInstallation } from "../helpers/server/program.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";
import { buildChannel, buildWav, hasFlite, speak } from "../helpers/speech/speech.js";
import { createRequester, type Tenant } from "../helpers/tenant.js";
import { createWebhook } from "../helpers/webhooks/deliveries.js";

const speechTest = hasFlite ? test.serial : test.serial.skip;

/** Serves with a lease of half a second. */
const SHORT_LEASE_COMMAND = [
  process.execPath,
  fileURLToPath(new URL("../harness/crash/serve.js", import.meta.url)),
  "500",
];
// SPEECH_KILLS=100 for a long run; raise --timeout with it.
const KILLS = Number(process.env["SPEECH_KILLS"] ?? 2);
/** Longer than a transcription takes. */
const MAX_KILL_MS = 4_000;

const ENV = {
  DEBRIEF_ANALYZER: "",
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
};

const RECORDING = `query ($id: ID!) {
  recording(id: $id) {
    status failureReason summary actionItems { kind text } metrics { talkRatio }
    transcript { speaker role text start end } transcribedPercent media { peaks }
  }
}`;

const untilAnalyzed = async (org: Tenant, id: string) => {
  for (;;) {
    const { recording } = await org.graphql(RECORDING, { id });
    if (!["received", "processing"].includes(recording.status)) return recording;
    await setTimeout(50);
  }
};

const buildConversation = (): Uint8Array<ArrayBuffer> => {
  const rep = [
    speak("slt", "Good morning. How old is the roof of your house?"),
    speak("slt", "Thank you. I will send you the offer by Friday."),
  ] as const;
  const client = speak("rms", "My roof is twenty years old, and the gutters need to be replaced.");
  return new Uint8Array(
    buildWav(
      buildChannel(15, [
        [0.5, rep[0]],
        [9.5, rep[1]],
      ]),
      buildChannel(15, [[4.5, client]]),
    ),
  );
};

const upload = async (
  url: string,
  org: Tenant,
  callId: string,
  wav: Uint8Array<ArrayBuffer>,
): Promise<string> => {
  const fetch = createRequester(url);
  const { body, text } = await uploadRaw({ fetch }, org, { call_id: callId }, wav);
  if (body.recording === undefined) throw new Error(text);
  return body.recording.id as string;
};

speechTest("without settings, an uploaded conversation becomes a coached call", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  const serving = await program.serve(ENV);
  const org = tenantAt(serving, await createInstalledOrganization(program));
  await org.createUser();
  await createWebhook(org, receiver.url);
  const id = await upload(serving.url, org, "call-1", buildConversation());
  const recording = await untilAnalyzed(org, id);
  t.deepEqual([recording.status, recording.failureReason], ["processed", null]);
  t.deepEqual(
    recording.transcript.map(({ role }: { role: string }) => role),
    ["rep", "client", "rep"],
  );
  t.regex(recording.transcript[1].text, /gutters/i);
  t.regex(recording.summary, /roof/i);
  t.regex(JSON.stringify(recording.actionItems), /offer by friday/i);
  t.deepEqual(
    recording.media.peaks.map((peaks: string) => Buffer.from(peaks, "base64").length),
    [300, 300],
  );
  // Both speak for about as long: 5.5 s and 4 s.
  t.true(recording.metrics.talkRatio > 0.45 && recording.metrics.talkRatio < 0.7);
  await receiver.count(1);
  t.like(JSON.parse(receiver.received[0]!.body), { data: { status: "processed" } });
  t.is((await serving.stop()).code, 0);
});

speechTest("the setting of a source turns the roles of its stereo calls", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const serving = await program.serve(ENV);
  const org = tenantAt(serving, await createInstalledOrganization(program));
  await org.createUser();
  const wav = buildConversation();
  const rolesOf = async (callId: string): Promise<string[]> => {
    const recording = await untilAnalyzed(org, await upload(serving.url, org, callId, wav));
    t.is(recording.failureReason, null);
    return recording.transcript.map(({ role }: { role: string }) => role);
  };
  t.deepEqual(await rolesOf("before"), ["rep", "client", "rep"]);
  await org.graphql(`mutation { setRepChannel(source: "upload", repChannel: right) { source } }`);
  t.deepEqual(await rolesOf("after"), ["client", "rep", "client"]);
  t.is((await serving.stop()).code, 0);
});

/** Lists the child processes of a process that has not ended. */
const listChildren = (pid: number): number[] =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? []).map(Number);

(process.platform === "linux" ? speechTest : test.skip)(
  "a server or a transcription killed at any moment transcribes each call once",
  async (t) => {
    const program = await createInstallation();
    t.teardown(program.remove);
    const receiver = await startSimpleReceiver();
    t.teardown(receiver.close);
    const env = { ...ENV, LOG_LEVEL: "error" };
    let serving = await program.serve(env, SHORT_LEASE_COMMAND);
    const installed = await createInstalledOrganization(program);
    await tenantAt(serving, installed).createUser();
    await createWebhook(tenantAt(serving, installed), receiver.url);
    const wav = buildConversation();
    const ids = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const id = await upload(serving.url, tenantAt(serving, installed), `${kill}`, wav);
      ids.add(id);
      await setTimeout(Math.random() * MAX_KILL_MS);
      if (kill % 2 === 0)
        for (const pid of listChildren(serving.child.pid!)) process.kill(pid, "SIGKILL");
      else {
        const ended = once(serving.child, "close");
        serving.child.kill("SIGKILL");
        await ended;
        serving = await program.serve(env, SHORT_LEASE_COMMAND);
      }
      const recording = await untilAnalyzed(tenantAt(serving, installed), id);
      t.deepEqual([recording.status, recording.failureReason], ["processed", null]);
      t.is(recording.transcript.length, 3);
    }
    const org = tenantAt(serving, installed);
    const { recordings } = await org.graphql("{ recordings(first: 100) { nodes { id } } }");
    t.is(recordings.nodes.length, Math.min(KILLS, 100));
    t.is((await serving.stop()).code, 0);
    const sent = receiver.received.map((request) => request.id);
    t.is(new Set(sent).size, sent.length, "a delivery arrived twice");
    t.log(`${KILLS} kills, ${ids.size} calls, ${sent.length} deliveries`);
  },
);
