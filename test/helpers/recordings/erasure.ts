import { mapTexts } from "../analysis/analysis-texts.js";
import { addComment } from "../comments/comments.js";
import { loadRowsByTable } from "../engine/rows-by-table.js";
import type { Tenant, SharedServer } from "../server.js";

const TEMPLATE = `mutation ($input: TemplateInput!) {
  upsertTemplate(input: $input) { id questions { id } }
}`;
const REVIEW = `mutation ($id: ID!) {
  addReview(recordingId: $id, reviewerEmail: "rep@example.com", durationMs: 1) { id }
}`;

/** A word in all texts of a recording. */
export const ERASED_WORD = "Sesame";

/** Creates a processed recording with rows in every table of recordings. */
export const createRecordingWithWord = async (org: Tenant, call: object = {}): Promise<string> => {
  const { upsertTemplate } = await org.graphql(TEMPLATE, {
    input: { name: "Opening", questions: [{ question: "Greeted?" }] },
  });
  const [question] = upsertTemplate.questions;
  const id = await org.createProcessed(
    {
      name: ERASED_WORD,
      custom_fields: { word: ERASED_WORD },
      transcript: [{ speaker: ERASED_WORD, text: ERASED_WORD, start: 0, end: 1 }],
      recording_url: `https://dialer.example.com/${ERASED_WORD}`,
      ...call,
    },
    {
      summary: ERASED_WORD,
      ...mapTexts(() => ERASED_WORD),
      tags: [ERASED_WORD],
      actionItems: [{ text: ERASED_WORD, assignee: ERASED_WORD }],
      templateId: upsertTemplate.id,
      process: {
        summary: ERASED_WORD,
        answers: [{ questionId: question.id, answer: ERASED_WORD, yes: true }],
      },
    },
  );
  await org.graphql(REVIEW, { id });
  await addComment(org, id, { text: ERASED_WORD, mentions: ["rep@example.com"] });
  return id;
};

/** Lists the tables in which a row of the organization contains the word. */
export const listTablesWithWord = async (
  server: SharedServer,
  org: Tenant,
  word: string,
): Promise<string[]> =>
  Object.entries(await loadRowsByTable(server.services.db, org.id))
    .filter(([, rows]) => rows.some((row) => row.includes(word)))
    .map(([table]) => table);

/**
 * Creates an event of the recording with a delivery in each state. Returns a function that reads
 * them.
 */
export const createDeliveriesInEachState = async (
  { services }: SharedServer,
  org: Tenant,
  recordingId: string,
) => {
  const row = { organization_id: org.id };
  const event = { event: "recording.processed", recording_id: recordingId };
  const eventId = services.newId();
  await services.db("events").insert({
    ...row,
    ...event,
    id: eventId,
    payload: `{"data":"${ERASED_WORD}"}`,
    test: 0,
    position: 1,
  });
  const states = [
    { status: "pending" },
    { status: "pending", claimed_by: "a process", lease_until: 9 },
    { status: "delivered", response_status: 200, response_body: ERASED_WORD },
    { status: "failed", error: "timeout" },
  ];
  for (const state of states) {
    const id = services.newId();
    const delivery = { id, event_id: eventId, message_id: id, url: "https://example.com/" };
    await services
      .db("deliveries")
      .insert({ ...row, ...event, ...delivery, ...state, created_at: 1 });
  }
  return async () => ({
    payload: (await services.db("events").where("id", eventId).first("payload")).payload,
    states: (await services.db("deliveries").where("event_id", eventId).select())
      .map(({ status, claimed_by, error }) => [status, claimed_by, error].filter(Boolean).join(" "))
      .toSorted(),
  });
};

/** The same deliveries after the recording's erasure. */
export const erasedDeliveries = {
  payload: "",
  states: ["delivered", "failed deleted", "failed timeout", "pending a process"],
};
export const untouchedDeliveries = {
  payload: `{"data":"${ERASED_WORD}"}`,
  states: ["delivered", "failed timeout", "pending", "pending a process"],
};

/** The tables with rows that contain the word of such a recording. */
export const tablesWithWord = [
  "action_items",
  "comments",
  "deliveries",
  "events",
  "inbound_calls",
  "process_answers",
  "recording_tags",
  "recordings",
  "transcripts",
];

/** Returns whether the recording is missing from all endpoints and queries. */
export const isRecordingErased = async (org: Tenant, id: string): Promise<boolean> => {
  const query = `query ($id: ID!) { recording(id: $id) { id } }`;
  const single = await org.get(`/v1/recordings/${id}`);
  const transcript = await org.get(`/v1/recordings/${id}/transcript`);
  const list = await org.get("/v1/recordings");
  return (
    [single, transcript].every(({ status }) => status === 404) &&
    !list.text.includes(id) &&
    (await org.graphql(query, { id })).recording === null
  );
};
