import {
  CALL_WAV,
  listFiles,
  loadMediaRows,
  uploadForm,
  uploadRaw,
} from "../helpers/recordings/media.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";

const RECORDING = `query ($id: ID!) {
  recording(id: $id) {
    name source status duration startedAt eventId customFields client { crmEntityId name }
    transcript { speaker text start end } media { type bytes url }
  }
}`;

const ALL_FIELDS = {
  duration_ms: "65000",
  name: "First call",
  event_id: "e-1",
  customer: { id: "c-1", name: "Ann", ignored: true },
  custom_fields: { campaign: "spring" },
  transcript: [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900, more: 1 }],
  ignored: "x",
};

test("an upload returns what the dialer endpoint does, and its file is stored", async (t) => {
  const { server, org } = t.context;
  await pushAppointment(org);
  for (const upload of [uploadForm, uploadRaw]) {
    const { ignored, ...known } = ALL_FIELDS;
    const fields = upload === uploadForm ? { ...known, ignored } : known;
    const { status, body } = await upload(server, org, { ...fields, call_id: upload.name });
    t.is(status, 200, JSON.stringify(body));
    t.deepEqual(Object.keys(body), ["recording"]);
    t.deepEqual(Object.keys(body.recording), ["id", "name", "status", "createdAt", "eventId"]);
    t.like(body.recording, { name: "First call", status: "received" });
    const { id } = body.recording;
    const { recording } = await org.graphql(RECORDING, { id });
    t.deepEqual(recording, {
      name: "First call",
      source: "upload",
      status: "received",
      duration: 65_000,
      startedAt: "2026-03-02T10:00:00.000Z",
      eventId: upload === uploadForm ? "e-1" : null,
      customFields: { campaign: "spring" },
      client: { crmEntityId: "c-1", name: "Ann" },
      transcript: [],
      media: {
        type: "audio/wav",
        bytes: CALL_WAV.length,
        url: `https://debrief.example.com/v1/recordings/${id}/media`,
      },
    });
  }
  t.is((await listFiles(server, org)).length, 2);
});

test("form fields can come before or after the file", async (t) => {
  const { server, org } = t.context;
  const form = new FormData();
  form.append("call_id", "call-1");
  form.append("file", new Blob([CALL_WAV]), "call.wav");
  form.append("user_email", "rep@example.com");
  form.append("started_at", "2026-03-02T10:00:00Z");
  form.append("other", new Blob(["unused"]), "other.txt");
  const answer = await server.fetch("/v1/recordings/upload", {
    method: "POST",
    headers: { "x-api-key": org.apiKey },
    body: form,
  });
  t.is(answer.status, 200, answer.text);
});

test("a call without a duration has its file's, if the file has one", async (t) => {
  const { server, org } = t.context;
  const loadDuration = async (answer: { body: { recording: { id: string } } }) =>
    (await org.graphql(RECORDING, { id: answer.body.recording.id })).recording.duration;
  const samples = (CALL_WAV.length - 44) / 2;
  t.is(await loadDuration(await uploadForm(server, org)), Math.round(samples / 8));
  // Only the start of a header.
  const cut = CALL_WAV.subarray(0, 16);
  t.is(await loadDuration(await uploadForm(server, org, { call_id: "cut" }, cut)), 0);
  const { transcript } = ALL_FIELDS;
  t.is(
    await loadDuration(await uploadForm(server, org, { call_id: "said", transcript }, cut)),
    900,
  );
});

test("the same upload twice is one recording with the newer file", async (t) => {
  const { server, org } = t.context;
  const first = await uploadForm(server, org);
  const [before] = await listFiles(server, org);
  const second = await uploadRaw(server, org);
  t.deepEqual(second.body, first.body);
  const files = await listFiles(server, org);
  t.is(files.length, 1);
  t.not(files[0], before);
  t.deepEqual(
    (await loadMediaRows(server, org)).map(({ file, recording_id }) => [file, recording_id]),
    [[files[0], first.body.recording.id]],
  );
});

test("simultaneous uploads of one call are one recording with one file", async (t) => {
  const { server, org } = t.context;
  const answers = await Promise.all(
    [uploadForm, uploadRaw, uploadForm, uploadRaw].map((upload) => upload(server, org)),
  );
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.is(new Set(answers.map(({ body }) => body.recording.id)).size, 1);
  const files = await listFiles(server, org);
  t.deepEqual(
    (await loadMediaRows(server, org)).map(({ file }) => file),
    files,
  );
  t.is(files.length, 1);
});

test("a processed call keeps its file, and the new file is deleted", async (t) => {
  const { server, org } = t.context;
  const { id } = (await uploadForm(server, org)).body.recording;
  const files = await listFiles(server, org);
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "S" }) { id } }`,
    { id },
  );
  const again = await uploadForm(server, org, { name: "Another" });
  t.like(again.body.recording, { id, status: "processed" });
  t.not(again.body.recording.name, "Another");
  t.deepEqual(await listFiles(server, org), files);
});

test("an upload adds a file to a dialer's call, which keeps it when sent again", async (t) => {
  const { server, org } = t.context;
  const url = "https://dialer.example.com/call.wav";
  const id = await org.ingestCall({ call_id: "call-1", recording_url: url, duration_ms: 1 });
  t.is((await uploadForm(server, org)).body.recording.id, id);
  await org.ingestCall({ call_id: "call-1", recording_url: url });
  t.is((await loadMediaRows(server, org)).length, 1);
  const query = `query ($id: ID!) { recording(id: $id) { mediaUrl media { type } } }`;
  t.deepEqual((await org.graphql(query, { id })).recording, {
    mediaUrl: url,
    media: { type: "audio/wav" },
  });
});

test("the content type of an upload ignores case", async (t) => {
  const { server, org } = t.context;
  const headers = { "content-type": "Audio/WAV" };
  t.is((await uploadRaw(server, org, {}, CALL_WAV, headers)).status, 200);
});
