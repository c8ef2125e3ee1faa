import { setTimeout } from "node:timers/promises";
import anyTest, { type TestFn } from "ava";
import { connect } from "../../db/engine/connect.js";
import { type AiServer, startAiServer } from "../helpers/analysis/ai-server.js";
import { buildUtterances, SAMPLE_LINES } from "../helpers/analysis/analyzer-calls.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { createInstallation, type Installation } from "../helpers/server/program.js";
import { buildChannel, buildWav, hasFlite, speak } from "../helpers/speech/speech.js";
import { createRequester, type Tenant } from "../helpers/tenant.js";
import { uploadRaw } from "../helpers/recordings/media.js";

const test = anyTest as TestFn<{ program: Installation; ai: AiServer }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation(), ai: await startAiServer() };
});

test.afterEach.always(async (t) => {
  await t.context.program?.remove();
  await t.context.ai?.close();
});

/** No analyzer is set: the defaults apply. */
const DEFAULTS = {
  DEBRIEF_ANALYZER: "",
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
};

const RECORDING = `query ($id: ID!) {
  recording(id: $id) { status failureReason summary transcript { text } }
}`;

const untilAnalyzed = async (org: Tenant, id: string) => {
  for (;;) {
    const { recording } = await org.graphql(RECORDING, { id });
    if (!["received", "processing"].includes(recording.status)) return recording;
    await setTimeout(50);
  }
};

const startOrganization = async (program: Installation, env: Record<string, string>) => {
  const serving = await program.serve({ ...DEFAULTS, ...env });
  const org = tenantAt(serving, await createInstalledOrganization(program));
  await org.createUser();
  return { serving, org };
};

test("a new data directory without settings analyses calls, and says so everywhere", async (t) => {
  const { program } = t.context;
  const { serving, org } = await startOrganization(program, {});
  const id = await org.ingestCall({ transcript: buildUtterances(SAMPLE_LINES) });
  t.is((await untilAnalyzed(org, id)).status, "processed");

  const line =
    "audio is transcribed by debrief itself, transcripts are analysed by rules (DEBRIEF_TRANSCRIBER=embedded, DEBRIEF_ANALYZER=basic)";
  t.is((await org.get("/readyz")).body.calls, line);
  t.is((await org.graphql("{ callProcessing }")).callProcessing, line);
  const { stderr } = await serving.stop();
  t.true(stderr.includes(`\n  calls: ${line}\n`), stderr);
  const doctor = await program.run(["doctor"], DEFAULTS);
  t.true(doctor.stdout.endsWith(`calls: ${line}\n`), doctor.stdout);
});

test("a data directory of an earlier version keeps external, and every start says so", async (t) => {
  const { program } = t.context;
  await (await program.serve({ ...DEFAULTS, DEBRIEF_ANALYZER: "external" })).stop();
  const db = connect(program.databaseUrl);
  await db("instance_defaults").insert({ setting: "DEBRIEF_ANALYZER", value: "external" });
  await db.destroy();
  for (let start = 0; start < 2; start += 1) {
    const { stderr } = await (await program.serve(DEFAULTS)).stop();
    t.is(stderr.match(/DEBRIEF_ANALYZER is not set: this database keeps external/g)?.length, 1);
    t.regex(stderr, /\n {2}calls: calls stay received until your own worker analyses them/);
  }
  const refused = await program.run(["analyze"], DEFAULTS);
  t.is(refused.code, 78);
  t.regex(refused.stderr, /DEBRIEF_ANALYZER must be basic or ai for debrief analyze/);
  const set = await (await program.serve({ ...DEFAULTS, DEBRIEF_ANALYZER: "basic" })).stop();
  t.false(set.stderr.includes("is not set"));
});

test("a transcription server works with the rules, without a chat model", async (t) => {
  const { program, ai } = t.context;
  const { serving, org } = await startOrganization(program, {
    DEBRIEF_AI_TRANSCRIPTION_URL: ai.url,
    DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing",
  });
  const id = await org.ingestCall({ recording_url: ai.audio });
  const { status, transcript, summary } = await untilAnalyzed(org, id);
  t.is(status, "processed");
  t.true(transcript.length > 0);
  t.truthy(summary);
  t.deepEqual([ai.transcriptions.length, ai.chats.length], [1, 0]);
  await serving.stop();
});

test("without a transcriber, a chat model analyses transcripts and audio waits", async (t) => {
  const { program, ai } = t.context;
  const { serving, org } = await startOrganization(program, {
    DEBRIEF_TRANSCRIBER: "none",
    DEBRIEF_ANALYZER: "ai",
    DEBRIEF_AI_URL: ai.url,
    DEBRIEF_AI_CHAT_MODEL: "chatty",
    DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing",
  });
  const heard = await org.ingestCall({ call_id: "audio", recording_url: ai.audio });
  const read = await org.ingestCall({
    call_id: "text",
    transcript: buildUtterances(SAMPLE_LINES),
  });
  t.is((await untilAnalyzed(org, read)).status, "processed");
  t.is((await org.graphql(RECORDING, { id: heard })).recording.status, "received");
  t.is(ai.transcriptions.length, 0);
  await serving.stop();
});

const speechTest = hasFlite ? test : test.skip;

speechTest("debrief itself transcribes for a chat model", async (t) => {
  const { program, ai } = t.context;
  const { serving, org } = await startOrganization(program, {
    DEBRIEF_ANALYZER: "ai",
    DEBRIEF_AI_URL: ai.url,
    DEBRIEF_AI_CHAT_MODEL: "chatty",
  });
  const words = speak("slt", "Good morning. I will send the offer for your roof by Friday.");
  const wav = buildWav(buildChannel(7, [[0.5, words]]));
  const fetch = createRequester(serving.url);
  const { body, text } = await uploadRaw({ fetch }, org, {}, new Uint8Array(wav));
  t.truthy(body.recording?.id, text);
  const { status, transcript, failureReason } = await untilAnalyzed(org, body.recording.id);
  t.deepEqual([status, failureReason], ["processed", null]);
  t.regex(JSON.stringify(transcript), /roof by friday/i);
  t.is(ai.transcriptions.length, 0);
  t.true(ai.chats.length > 0);
  await serving.stop();
});
