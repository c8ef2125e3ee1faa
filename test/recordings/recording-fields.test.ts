import { mapTexts, sampleTexts, storeTexts } from "../helpers/analysis/analysis-texts.js";
import {
  fetchClient,
  pickKeys,
  pushAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

test("a single recording has all fields", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const call = {
    name: "First call",
    started_at: "2026-03-03T10:02:03.004Z",
    duration_ms: 61_000,
    event_id: "e-1",
    customer: { id: "c-1" },
    custom_fields: { deal: 7 },
  };
  const analysis = {
    summary: "They talked.",
    ...sampleTexts,
    tags: ["won", "Roof"],
    actionItems: [
      { text: "Call back", assignee: "Robin", completed: true },
      { kind: "client", text: "Sign" },
    ],
  };
  const id = await org.createProcessed(call, analysis);
  const { body } = await org.get(`/v1/recordings/${id}`);
  const { createdAt, updatedAt, processedAt, ...rest } = body.recording;
  t.true(createdAt < processedAt);
  t.true(processedAt <= updatedAt);
  t.deepEqual(rest, {
    id,
    name: "First call",
    status: "processed",
    organizationId: org.id,
    duration: 61_000,
    summary: "They talked.",
    ...sampleTexts,
    actionItems: [
      { kind: "explicit", text: "Call back", assignee: "Robin", completed: true },
      { kind: "client", text: "Sign", assignee: null, completed: false },
    ],
    tags: ["won", "Roof"],
    recording: `https://debrief.example.com/recordings/${id}`,
    userEmail: "rep@example.com",
    source: "dialer",
    startedAt: "2026-03-03T10:02:03.004Z",
    clientId: (await fetchClient(org, "c-1")).id,
    eventId: "e-1",
    customFields: { deal: 7 },
    closed: false,
    process: null,
    metrics: null,
    consent: "unknown",
  });
  t.deepEqual(Object.keys(body), ["recording"]);
});

test("content that an analysis leaves out is empty text, null or no tags", async (t) => {
  const { org } = t.context;
  const empty = {
    summary: "",
    ...storeTexts({}),
    actionItems: null,
    tags: [],
    clientId: null,
    eventId: null,
    customFields: {},
  };
  for (const analysis of [{}, { ...mapTexts(() => null), actionItems: null, tags: null }]) {
    const id = await org.createProcessed({}, { ...analysis, summary: "" });
    t.deepEqual(pickKeys(await fetchRecording(org, id), empty), empty);
  }
  t.deepEqual(
    (await org.get("/v1/recordings")).body.recordings.map(
      (item: { summary: string }) => item.summary,
    ),
    ["", ""],
  );
});

test("an analysis that found no action items has an empty list", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({}, { actionItems: [] });
  t.deepEqual((await fetchRecording(org, id)).actionItems, []);
});

test("a tag can't contain a comma", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const { errors } = await org.sendGraphql(COMPLETE, {
    id,
    input: { summary: "S", tags: ["a", "b,c"] },
  });
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "tags.1" });
  t.deepEqual((await org.get("/v1/recordings")).body.recordings, []);
});

test("a recording's duration is the dialer's, else the end of its last utterance", async (t) => {
  const { org } = t.context;
  const transcript = [
    { speaker: "A", text: "long", start: 0, end: 9_000 },
    { speaker: "B", text: "short", start: 1_000, end: 2_000 },
  ];
  const durations = [
    await org.createProcessed({ duration_ms: 5_000, transcript }),
    await org.createProcessed({ duration_ms: 0, transcript }),
    await org.createProcessed({ transcript }),
    await org.createProcessed({}, { transcript }),
    await org.createProcessed(),
  ].map(async (id) => (await fetchRecording(org, id)).duration);
  t.deepEqual(await Promise.all(durations), [5_000, 0, 9_000, 9_000, 0]);
});
