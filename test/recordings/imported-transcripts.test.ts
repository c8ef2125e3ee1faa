import {
  CALL_FIELDS,
  CALL_WAV,
  UPLOAD_PATH,
  uploadForm,
  uploadRaw,
} from "../helpers/recordings/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { listInboundCalls, replayInboundCall } from "../helpers/dialers/dialers.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";

const WEBVTT = `WEBVTT

00:00:00.000 --> 00:00:01.500
<v.rep Ann>Did you sign it?</v>

00:00:01.500 --> 00:00:02.000
<v.client Bo>Yes &amp; sent.</v>
`;

const SRT = `1
00:00:00,000 --> 00:00:01,500
Robin Rep (rep): Did you sign it?

2
00:00:01,500 --> 00:00:02,000
Bo (client): Yes & sent.

`;

const UTTERANCES = [
  { speaker: "Robin Rep", text: "Did you sign it?", start: 0, end: 1500 },
  { speaker: "Bo", text: "Yes & sent.", start: 1500, end: 2000 },
];

const uploadWithFile = async (
  { fetch }: SharedServer,
  org: Tenant,
  files: [string, string][],
  fields: object = {},
) => {
  const form = new FormData();
  for (const [name, text] of Object.entries({ ...CALL_FIELDS, ...fields })) form.append(name, text);
  for (const [name, text] of files) form.append("transcript", new Blob([text]), name);
  form.append("file", new Blob([CALL_WAV]), "call.wav");
  return fetch(UPLOAD_PATH, { method: "POST", headers: { "x-api-key": org.apiKey }, body: form });
};

const loadTranscript = async (org: Tenant, id: string) => {
  await completeAnalysis(org, id);
  return (await org.get(`/v1/recordings/${id}/transcript`)).body.transcript;
};

test("a transcript that is neither a list nor a text is refused with what it may be", async (t) => {
  const { server, org } = t.context;
  const whisper = { segments: [{ start: 0, end: 1.5, text: "Hello" }] };
  for (const transcript of [whisper, 5, true]) {
    const { status, body } = await org.send("POST", "/v1/dialer", { ...CALL_FIELDS, transcript });
    t.is(status, 400);
    t.like(body, { code: "INVALID_FIELD", field: "transcript" });
    t.regex(
      body.message,
      /must be a list of utterances with speaker, text, start and end, or a text/,
    );
  }
  // The log tries it again over /graphql.
  const [entry] = await listInboundCalls(org);
  const { message } = await replayInboundCall(org, entry.id);
  t.regex(message, /^transcript must be a list of utterances with speaker, text, start and end$/);
  const { status, body } = await uploadForm(server, org, { transcript: "5" });
  t.is(status, 400);
  t.regex(body.message, /^transcript must be a list of utterances with /);
  const text = JSON.stringify(whisper);
  const answer = await org.send("POST", "/v1/dialer", { ...CALL_FIELDS, transcript: text });
  t.true(answer.status < 300, answer.text);
});

test("an upload takes its transcript as a file, as a field and in the query", async (t) => {
  const { server, org } = t.context;
  const json = JSON.stringify({ segments: [{ start: 0, end: 1.5, text: "Hello" }] });
  const answers = [
    await uploadWithFile(server, org, [["call.vtt", WEBVTT]], { call_id: "file" }),
    await uploadForm(server, org, { call_id: "field", transcript: SRT }),
    await uploadRaw(server, org, { call_id: "query", transcript: WEBVTT }),
  ];
  for (const { status, body } of answers) {
    t.is(status, 200, JSON.stringify(body));
    t.deepEqual(await loadTranscript(org, body.recording.id), UTTERANCES);
    const query = `query ($id: ID!) { recording(id: $id) { metrics { questionsAsked talkTime } } }`;
    const { recording } = await org.graphql(query, { id: body.recording.id });
    t.deepEqual(recording.metrics, { questionsAsked: 1, talkTime: 1500 });
  }
  const { body } = await uploadWithFile(server, org, [["call.json", json]], { call_id: "json" });
  t.deepEqual(await loadTranscript(org, body.recording.id), [
    { speaker: "Speaker", text: "Hello", start: 0, end: 1500 },
  ]);
});

test("an invalid transcript of an upload is refused with its line, and nothing is stored", async (t) => {
  const { server, org } = t.context;
  const bad = "WEBVTT\n\n1 --> 2\nA";
  const answer = await uploadWithFile(server, org, [["call.vtt", bad]]);
  t.is(answer.status, 400);
  t.like(answer.body, { code: "INVALID_FIELD", field: "transcript" });
  t.regex(answer.body.message, /^transcript is invalid in line 3: /);
  const path = await uploadForm(server, org, { transcript: { segments: [{ text: {} }] } });
  t.like(path.body, { code: "INVALID_FIELD", field: "transcript.segments.0" });
  const twice = await uploadWithFile(server, org, [
    ["1.vtt", WEBVTT],
    ["2.vtt", WEBVTT],
  ]);
  t.like(twice.body, { code: "INVALID_FIELD", field: "transcript" });
  const missing = await uploadWithFile(server, org, [["call.vtt", bad]], { call_id: "" });
  t.is(missing.body.field, "call_id");
  t.deepEqual((await org.graphql(`{ recordings { nodes { id } } }`)).recordings.nodes, []);
});

test("a transcript file above 10 MiB is refused", async (t) => {
  const { server, org } = t.context;
  const answer = await uploadWithFile(server, org, [["1.vtt", "a".repeat(10 * 1024 * 1024 + 1)]]);
  t.is(answer.status, 413);
  t.regex(answer.body.message, /fields may have at most 10485760 bytes/);
});

test("a dialer's call may have its transcript as text", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript: WEBVTT });
  t.deepEqual(await loadTranscript(org, id), UTTERANCES);
  const call = { ...CALL_FIELDS, call_id: "bad", transcript: "Hello" };
  const answer = await org.send("POST", "/v1/dialer", call);
  t.is(answer.status, 400);
  t.like(answer.body, { code: "INVALID_FIELD", field: "transcript" });
});

/** Four sentences of the same length, by turns. */
const spreadUtterances = (duration: number) =>
  ["One.", "Six.", "Two.", "Ten."].map((text, index) => ({
    speaker: index % 2 === 0 ? "Robin Rep" : "Client",
    text,
    start: Math.round((index * duration) / 4),
    end: Math.round(((index + 1) * duration) / 4),
  }));

test("sentences without times are spread over the call's duration", async (t) => {
  const { server, org } = t.context;
  const channels = ["One. Two.", "Six. Ten."].map((transcript) => ({
    alternatives: [{ transcript }],
  }));
  const transcript = JSON.stringify({ results: { channels } });
  const stated = await org.ingestCall({ call_id: "1", duration_ms: 20_000, transcript });
  t.deepEqual(await loadTranscript(org, stated), spreadUtterances(20_000));
  const query = `query ($id: ID!) { recording(id: $id) { duration notices { kind count } } }`;
  const { recording } = await org.graphql(query, { id: stated });
  t.deepEqual(recording, {
    duration: 20_000,
    notices: [{ kind: "time_estimated", count: 4 }],
  });
  const measured = await uploadForm(server, org, { call_id: "2", duration_ms: "", transcript });
  const { id } = measured.body.recording;
  const { duration } = (
    await org.graphql(`query ($id: ID!) { recording(id: $id, status: received) { duration } }`, {
      id,
    })
  ).recording;
  t.true(duration > 0);
  t.deepEqual(await loadTranscript(org, id), spreadUtterances(duration));
});

test("a call that came without a transcript gets one when it is sent again", async (t) => {
  const { server, org } = t.context;
  const { body } = await uploadForm(server, org);
  const again = await org.send("POST", "/v1/dialer", { ...CALL_FIELDS, transcript: SRT });
  t.is(again.body.recording.id, body.recording.id);
  t.deepEqual(await loadTranscript(org, body.recording.id), UTTERANCES);
});

test("a refused call is replayed with the transcript that it has as text", async (t) => {
  const { org } = t.context;
  const call = { ...CALL_FIELDS, user_email: "new@example.com", transcript: WEBVTT };
  t.is((await org.send("POST", "/v1/dialer", call)).body.code, "USER_NOT_FOUND");
  await org.createUser("new@example.com", { name: "Robin Rep" });
  const [entry] = await listInboundCalls(org);
  const { outcome, recording } = await replayInboundCall(org, entry.id);
  t.is(outcome, "ingested");
  t.deepEqual(await loadTranscript(org, recording.id), UTTERANCES);
});

const readAs = async ({ fetch }: SharedServer, org: Tenant, id: string, accept?: string) =>
  fetch(`/v1/recordings/${id}/transcript`, {
    headers: { "x-api-key": org.apiKey, ...(accept !== undefined && { accept }) },
  });

test("a transcript is read as WebVTT, SRT or JSON, by accept", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall({ transcript: WEBVTT });
  t.is((await readAs(server, org, id, "text/vtt")).text, "WEBVTT\n");
  t.is((await readAs(server, org, id, "application/x-subrip")).text, "");
  await completeAnalysis(org, id);
  const read = async (accept?: string) => readAs(server, org, id, accept);
  const vtt = await read("text/vtt, application/json;q=0.5");
  t.is(vtt.headers.get("content-type"), "text/vtt; charset=utf-8");
  t.is(vtt.text, WEBVTT.replace("Ann", "Robin Rep"));
  const srt = await read("application/x-subrip");
  t.is(srt.headers.get("content-type"), "application/x-subrip; charset=utf-8");
  t.is(srt.text, SRT);
  const json = JSON.stringify({ recordingId: id, transcript: UTTERANCES });
  for (const accept of [undefined, "*/*", "text/html", "application/json, text/vtt", "nonsense"]) {
    const answer = await read(accept);
    t.is(answer.status, 200);
    t.is(answer.headers.get("content-type"), "application/json; charset=utf-8");
    t.is(answer.headers.get("vary"), "accept");
    t.is(answer.text, json);
  }
  const again = await org.ingestCall({ call_id: "again", transcript: srt.text });
  t.deepEqual(await loadTranscript(org, again), UTTERANCES);
});

test("each form of a transcript has its own ETag", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({ transcript: WEBVTT });
  const tags = new Set<string>();
  for (const accept of ["application/json", "text/vtt", "application/x-subrip"]) {
    const etag = (await readAs(server, org, id, accept)).headers.get("etag")!;
    tags.add(etag);
    const headers = { "x-api-key": org.apiKey, accept, "if-none-match": etag };
    const answer = await server.fetch(`/v1/recordings/${id}/transcript`, { headers });
    t.is(answer.status, 304);
    t.is(answer.text, "");
  }
  t.is(tags.size, 3);
});

test("the transcript of an unknown recording is not found as text, too", async (t) => {
  const { server, org } = t.context;
  const answer = await readAs(server, org, "unknown", "text/vtt");
  t.is(answer.status, 404);
  t.deepEqual(answer.body, { message: "Recording not found", code: "NOT_FOUND" });
});
