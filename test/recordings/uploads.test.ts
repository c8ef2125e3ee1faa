import { CALL_WAV, listFiles, loadMediaRows, uploadForm, uploadRaw } from "../helpers/media.js";
import { pushAppointment } from "../helpers/push-appointment.js";
import { test } from "../helpers/paused-suite.js";

const RECORDING = `query ($id: ID!) {
  recording(id: $id) {
    name source status duration startedAt eventId customFields client { crmEntityId name }
    transcript { speaker text start end } media { type bytes url }
  }
}`;

const EVERYTHING = {
  duration_ms: "65000",
  name: "First call",
  event_id: "e-1",
  customer: { id: "c-1", name: "Ann", ignored: true },
  custom_fields: { campaign: "spring" },
  transcript: [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900, more: 1 }],
  ignored: "x",
};

test("an upload is answered as the dialer is, and its file is kept beside the recording", async (t) => {
  const { server, org } = t.context;
  await pushAppointment(org);
  for (const upload of [uploadForm, uploadRaw]) {
    const { status, body } = await upload(server, org, { ...EVERYTHING, call_id: upload.name });
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

test("fields may come after the file as well as before it", async (t) => {
  const { server, org } = t.context;
  const form = new FormData();
  form.append("call_id", "call-1");
  form.append("file", new Blob([CALL_WAV]), "call.wav");
  form.append("user_email", "rep@example.com");
  form.append("started_at", "2026-03-02T10:00:00Z");
  form.append("other", new Blob(["of no use"]), "other.txt");
  const answer = await server.fetch("/v1/recordings/upload", {
    method: "POST",
    headers: { "x-api-key": org.apiKey },
    body: form,
  });
  t.is(answer.status, 200, answer.text);
});

test("a call without a duration lasts as long as its file says, and no file has to say", async (t) => {
  const { server, org } = t.context;
  const durationOf = async (answer: { body: { recording: { id: string } } }) =>
    (await org.graphql(RECORDING, { id: answer.body.recording.id })).recording.duration;
  const samples = (CALL_WAV.length - 44) / 2;
  t.is(await durationOf(await uploadForm(server, org)), Math.round(samples / 8));
  // A header, and nothing else of it.
  const cut = CALL_WAV.subarray(0, 16);
  t.is(await durationOf(await uploadForm(server, org, { call_id: "cut" }, cut)), 0);
  const { transcript } = EVERYTHING;
  t.is(await durationOf(await uploadForm(server, org, { call_id: "said", transcript }, cut)), 900);
});

test("the same upload twice is one recording with one file, the newer one", async (t) => {
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

test("uploads of one call at once are one recording with one file", async (t) => {
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

test("a call that is processed keeps what it has, and the new file goes", async (t) => {
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

test("a call that the dialer has sent gets its file by an upload, and keeps it when it is sent again", async (t) => {
  const { server, org } = t.context;
  const url = "https://dialer.example.com/call.wav";
  const id = await org.ingestCall({ call_id: "call-1", recording_url: url, duration_ms: 1 });
  t.is((await uploadForm(server, org)).body.recording.id, id);
  await org.ingestCall({ call_id: "call-1", recording_url: url });
  t.is((await loadMediaRows(server, org)).length, 1);
  const asked = `query ($id: ID!) { recording(id: $id) { mediaUrl media { type } } }`;
  t.deepEqual((await org.graphql(asked, { id })).recording, {
    mediaUrl: url,
    media: { type: "audio/wav" },
  });
});

test("the type of an upload is read whatever its case", async (t) => {
  const { server, org } = t.context;
  const headers = { "content-type": "Audio/WAV" };
  t.is((await uploadRaw(server, org, {}, CALL_WAV, headers)).status, 200);
});
