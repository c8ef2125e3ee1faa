import { CALL_FIELDS, uploadForm } from "../helpers/recordings/media.js";
import { listInboundCalls, replayInboundCall } from "../helpers/dialers/dialers.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";
import type { Tenant } from "../helpers/server.js";

const IRREGULAR = `WEBVTT

lost

00:00:02.000 --> 00:00:01.500
<v.rep Ann>Did you sign it?</v>
`;

const NOTICES = [
  { kind: "cue_left_out", count: 1, places: [{ line: 3, path: null, start: null, end: null }] },
  { kind: "time_repaired", count: 1, places: [{ line: 5, path: null, start: null, end: null }] },
];

const MESSAGE =
  "1 part of the transcript could not be read and was left out (line 3); 1 time was corrected (line 5)";

const loadNotices = async (org: Tenant, id: string) =>
  (
    await org.graphql(
      `query ($id: ID!) { recording(id: $id) { notices { kind count places { line path start end } } } }`,
      { id },
    )
  ).recording.notices;

test("what a pushed transcript has lost stands on its recording and in the received call", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript: IRREGULAR });
  t.deepEqual(await loadNotices(org, id), NOTICES);
  const [entry] = await listInboundCalls(org);
  t.is(entry.message, MESSAGE);
  await completeAnalysis(org, id);
  t.deepEqual(await loadNotices(org, id), NOTICES);
});

test("a complete transcript replaces the notices of an earlier one", async (t) => {
  const { server, org } = t.context;
  const { body } = await uploadForm(server, org, { transcript: IRREGULAR });
  const { id } = body.recording;
  t.deepEqual(await loadNotices(org, id), NOTICES);
  await org.send("POST", "/v1/dialer", { ...CALL_FIELDS, name: "Renamed" });
  t.deepEqual(await loadNotices(org, id), NOTICES);
  const transcript = [{ speaker: "Ann", role: "rep", text: "Hi", start: 0, end: 1 }];
  await org.send("POST", "/v1/dialer", { ...CALL_FIELDS, transcript });
  t.deepEqual(await loadNotices(org, id), []);
});

test("an analysis with its own transcript replaces the notices", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript: IRREGULAR });
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: {
      summary: "", transcript: [{ speaker: "Ann", text: "Hi", start: 0, end: 1 }]
    }) { id } }`,
    { id },
  );
  t.deepEqual(await loadNotices(org, id), []);
});

test("a call that waits for its user, or is replayed, keeps its notices", async (t) => {
  const { server, org } = t.context;
  const waiting = { ...CALL_FIELDS, user_email: undefined, extension: "9", transcript: IRREGULAR };
  t.is((await org.send("POST", "/v1/dialer", waiting)).body.code, "USER_NOT_FOUND");
  const refused = { ...CALL_FIELDS, call_id: "2", user_email: "new@example.com" };
  await org.send("POST", "/v1/dialer", { ...refused, transcript: IRREGULAR });
  const [entry] = await listInboundCalls(org);
  await org.graphql(`mutation { upsertUser(input: {
    email: "new@example.com", name: "New", extensions: ["9"]
  }) { email } }`);
  const { recording } = await replayInboundCall(org, entry.id);
  t.deepEqual(await loadNotices(org, recording.id), NOTICES);
  const { body } = await uploadForm(server, org, { user_email: undefined });
  t.deepEqual(await loadNotices(org, body.recording.id), NOTICES);
});
