import "reflect-metadata";
import type { Audio } from "../../src/analyzer/analyzer.js";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { CALL_WAV, uploadRaw } from "../helpers/recordings/media.js";
import { analyzeByRulesAsync, runAttempt } from "../helpers/analysis/run-attempt.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const LIST = "{ callSources { source title repChannel } }";
const SET = `mutation ($source: String!, $repChannel: RepChannel) {
  setRepChannel(source: $source, repChannel: $repChannel) { source repChannel }
}`;
const AUDIO = "https://phone.example.com/call.wav";

const set = async (org: Tenant, source: string, repChannel: string | null): Promise<void> =>
  void (await org.graphql(SET, { source, repChannel }));

const listChannels = async (org: Tenant): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await org.graphql(LIST)).callSources.map(
      ({ source, repChannel }: { source: string; repChannel: string }) => [source, repChannel],
    ),
  );

/** Analyses the call, and returns the audio that its transcription received. */
const hear = async (server: SharedServer, org: Tenant, id: string): Promise<Audio | undefined> => {
  let heard: Audio | undefined;
  await runAttempt(server, org, id, {
    analyze: analyzeByRulesAsync,
    transcribe: async (audio) => {
      heard = audio;
      return { utterances: [...buildUtterances(SAMPLE_LINES)], notices: [] };
    },
  });
  return heard;
};

const ingest = async (org: Tenant, callId: string, direction?: string): Promise<string> =>
  org.ingestCall({ call_id: callId, recording_url: AUDIO, custom_fields: { direction } });

test("every source of calls has the rep on the left until it is set", async (t) => {
  const { org } = t.context;
  t.deepEqual(await listChannels(org), {
    aircall: "left",
    asterisk: "left",
    callrail: "left",
    dialpad: "left",
    freeswitch: "left",
    ringcentral: "left",
    twilio: "left",
    own: "left",
    upload: "left",
  });
});

test("a call is heard with its own source's channel", async (t) => {
  const { org, server } = t.context;
  await set(org, "twilio", "right");
  t.is((await hear(server, org, await ingest(org, "twilio:RE1")))?.repChannel, 1);
  t.is((await hear(server, org, await ingest(org, "aircall:1")))?.repChannel, 0);
  t.is((await hear(server, org, await ingest(org, "pbx:1")))?.repChannel, 0);
  await set(org, "own", "right");
  t.is((await hear(server, org, await ingest(org, "pbx:2")))?.repChannel, 1);
  t.is((await hear(server, org, await ingest(org, "twilio")))?.repChannel, 1);
  await set(org, "own", null);
  t.is((await hear(server, org, await ingest(org, "pbx:3")))?.repChannel, 0);
  t.like(await listChannels(org), { twilio: "right", own: "left" });
});

test("an uploaded call is heard with the channel of uploads", async (t) => {
  const { org, server } = t.context;
  await set(org, "upload", "right");
  const answer = await uploadRaw(server, org, { call_id: "twilio:RE2" }, CALL_WAV);
  t.is((await hear(server, org, answer.body.recording.id))?.repChannel, 1);
});

test("the caller's channel follows from the direction of the call", async (t) => {
  const { org, server } = t.context;
  await set(org, "own", "caller_left");
  for (const [direction, expected] of [
    ["inbound", 1],
    ["Incoming", 1],
    ["outbound", 0],
    [undefined, 0],
  ] as const)
    t.is(
      (await hear(server, org, await ingest(org, `${direction}`, direction)))?.repChannel,
      expected,
      direction,
    );
});

test("a setting is the organization's own, is audited, and names an unknown source", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await set(org, "dialpad", "caller_left");
  t.is((await listChannels(other))["dialpad"], "left");
  const { auditLog } = await org.graphql("{ auditLog(first: 1) { nodes { action subject } } }");
  t.deepEqual(auditLog.nodes, [{ action: "dialer.rep_channel_set", subject: "dialpad" }]);
  const { errors } = await org.sendGraphql(SET, { source: "fax", repChannel: "left" });
  t.is(errors?.[0]?.extensions.code, "NOT_FOUND");
  t.regex(errors?.[0]?.message ?? "", /"fax".*aircall.*own, upload/);
});
