import { pushAppointment, putAppointment } from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";

const RECORDING = `query ($id: ID!) { recording(id: $id) {
  updatedAt
  id name status source createdAt processedAt startedAt duration summary notes coaching closed clientId
  requestedEventId failureReason customFields url userEmail eventId tags
  actionItems { kind text assignee completed } process { summary followed total answers { yes answer } }
  match { eventId method offset } template { id } transcript { text start end }
  metrics { talkTime questionsAsked }
} }`;

type Snapshot = { updatedAt: string };

const loadSnapshot = async (org: Tenant, id: string): Promise<Snapshot & { rest: string }> => {
  const { updatedAt, ...rest } = (await org.graphql(RECORDING, { id })).recording;
  return { updatedAt, rest: JSON.stringify(rest) };
};

const analyse = (org: Tenant, id: string, input: object) =>
  org.graphql(
    `mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }`,
    { id, input: { summary: "A summary.", ...input } },
  );

type Change = (org: Tenant, id: string) => Promise<unknown>;

const mutation =
  (text: (id: string) => string): Change =>
  (org, id) =>
    org.graphql(`mutation { ${text(id)} }`);

/** Changes before the recording is processed. Each changes a field. */
const beforeProcessing: Record<string, Change> = {
  "the call is sent again": (org) => org.send("POST", "/v1/dialer", { ...CALL, name: "Renamed" }),
  "the call's user changes": async (org) => {
    await org.createUser("other@example.com");
    await org.send("POST", "/v1/dialer", { ...CALL, user_email: "other@example.com" });
  },
  "the call names a customer": (org) =>
    org.send("POST", "/v1/dialer", { ...CALL, customer: { id: "c-1" } }),
  "a rep creates its client": mutation(
    (id) => `createClient(input: { recordingId: "${id}", name: "Ben" }) { id }`,
  ),
  "a matching appointment is pushed": (org) =>
    pushAppointment(org, { start_time: CALL.started_at }),
  "the appointment moves away": (org) =>
    putAppointment(org, { start_time: "2026-03-05T10:00:00Z" }),
  "the call names an appointment": (org) =>
    org.send("POST", "/v1/dialer", { ...CALL, event_id: "e-1" }),
  "its analysis begins": mutation((id) => `startAnalysis(recordingId: "${id}") { id }`),
  "its analysis fails": mutation((id) => `failAnalysis(recordingId: "${id}", reason: "No") { id }`),
  "its analysis restarts": mutation((id) => `startAnalysis(recordingId: "${id}") { id }`),
  "it is processed": (org, id) => analyse(org, id, {}),
};

const CALL = {
  call_id: "one",
  user_email: "rep@example.com",
  started_at: "2026-03-03T10:10:00Z",
  transcript: [{ speaker: "Ann", role: "rep", text: "Is it so?", start: 0, end: 900 }],
};

/** Changes after the recording is processed. Each changes a field. */
const afterProcessing: Record<string, Change> = {
  "an appointment is pushed": (org) => pushAppointment(org, { customer: { id: "c-1" } }),
  "the matched appointment starts at another time": (org) =>
    putAppointment(org, { start_time: "2026-03-03T10:05:00Z" }),
  "the matched appointment has another customer": (org) =>
    putAppointment(org, { customer: { id: "c-2" } }),
  "an admin unlinks the appointment": mutation(
    (id) => `unlinkAppointment(recordingId: "${id}") { id }`,
  ),
  "an admin links the appointment": mutation(
    (id) => `linkAppointment(recordingId: "${id}", eventId: "e-1") { id }`,
  ),
  "an admin links another appointment": async (org, id) => {
    await pushAppointment(org, { event_id: "e-2", start_time: "2026-04-03T10:00:00Z" });
    await org.graphql(`mutation { linkAppointment(recordingId: "${id}", eventId: "e-2") { id } }`);
  },
  "an admin links its appointment to another recording": async (org) => {
    const other = await org.createProcessed({ started_at: "2026-06-03T10:00:00Z" });
    await org.graphql(
      `mutation { linkAppointment(recordingId: "${other}", eventId: "e-2") { id } }`,
    );
  },
  "the matched appointment is deleted": async (org, id) => {
    await org.graphql(`mutation { linkAppointment(recordingId: "${id}", eventId: "e-1") { id } }`);
    await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  },
  "it is analysed again": (org, id) => analyse(org, id, { notes: "At length." }),
  "its tags change": (org, id) => analyse(org, id, { notes: "At length.", tags: ["won"] }),
  "its action items change": (org, id) => analyse(org, id, { actionItems: [{ text: "Sign" }] }),
  "its process changes": async (org, id) => {
    const input = { name: "T", questions: [{ question: "Why?" }] };
    const { template } = await org.graphql(UPSERT_TEMPLATE, { input });
    const answers = [{ questionId: template.questions[0].id, yes: true }];
    await analyse(org, id, { templateId: template.id, process: { answers } });
  },
  "its transcript changes": (org, id) =>
    analyse(org, id, { transcript: [{ speaker: "Ann", text: "No.", start: 5, end: 9 }] }),
};

const findFailures = async (
  org: Tenant,
  id: string,
  changes: Record<string, Change>,
): Promise<string[]> => {
  const failures: string[] = [];
  for (const [name, change] of Object.entries(changes)) {
    const before = await loadSnapshot(org, id);
    await change(org, id);
    const after = await loadSnapshot(org, id);
    if (after.rest === before.rest) failures.push(`${name}: no field changes`);
    if (after.updatedAt <= before.updatedAt) failures.push(`${name}: updatedAt stays`);
  }
  return failures;
};

test("every visible change of a call before processing changes its updatedAt", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall(CALL);
  t.deepEqual(await findFailures(org, id, beforeProcessing), []);
});

test("every visible change of a processed recording changes its updatedAt", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed(CALL);
  t.deepEqual(await findFailures(org, id, afterProcessing), []);
});

test("a change of anything else leaves a recording's updatedAt unchanged", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { customer: { id: "c-1", name: "Ann" } });
  const id = await org.createProcessed(CALL);
  const before = await loadSnapshot(org, id);
  const { clients } = await org.graphql("{ clients { nodes { id } } }");
  await org.graphql(
    `mutation { updateClient(id: "${clients.nodes[0].id}", input: { name: "Eve" }) { id } }`,
  );
  await org.createUser("rep@example.com", { name: "Renamed" });
  await putAppointment(org, { title: "Another" });
  await pushAppointment(org, { event_id: "e-9", start_time: "2026-05-03T10:00:00Z" });
  await org.ingestCall();
  t.deepEqual(await loadSnapshot(org, id), before);
});
