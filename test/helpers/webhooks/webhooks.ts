import type { Tenant, SharedServer } from "../server.js";

/** A URL without a listener. */
export const UNREACHABLE_URL = "http://127.0.0.1:9/hook";

/** The program's own fields of every payload, in order. */
export const PAYLOAD_FIELDS = [
  "id",
  "name",
  "actionItems",
  "notes",
  "meetingUrl",
  "process",
  "processFollowed",
  "processMissed",
  "processTotal",
  "status",
  "createdAt",
  "duration",
  "summary",
  "userEmail",
  "clientId",
];

const CREATE = `mutation ($input: WebhookInput!) {
  createWebhook(input: $input) { webhook { id } signingSecret }
}`;
const LOG = `query ($first: Int, $after: String, $filter: DeliveryFilter) {
  deliveries(first: $first, after: $after, filter: $filter) {
    nodes {
      id event url status delivered webhook { id } recording { id } createdAt attemptedAt durationMs
      responseStatus responseBody error payload test redeliveryOf attempt dueAt messageId
    }
    edges { cursor node { id } } pageInfo { hasNextPage endCursor } nextCursor hasMore
  }
}`;
const INGEST = `mutation ($input: CallInput!) { ingestCall(input: $input) { id } }`;

/** Creates a webhook; by default, it receives recording.processed of every source. */
export const createWebhookWith = async (
  org: Tenant,
  input: object = {},
): Promise<{ id: string; secret: string }> => {
  const { createWebhook: made } = await org.graphql(CREATE, {
    input: { url: UNREACHABLE_URL, ...input },
  });
  return { id: made.webhook.id, secret: made.signingSecret };
};

/** Loads a page of the delivery log, newest first. */
// oxlint-disable-next-line typescript/no-explicit-any
export const loadDeliveryPage = async (org: Tenant, variables: object = {}): Promise<any> =>
  (await org.graphql(LOG, { first: 100, ...variables })).deliveries;

/** Lists the newest page of the delivery log. */
export const listDeliveryLog = async (org: Tenant, filter: object = {}) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  (await loadDeliveryPage(org, { filter })).nodes as any[];

/** Lists the events that the webhook received, oldest first. */
export const listWebhookEvents = async (org: Tenant, webhookId: string): Promise<string[]> =>
  (await listDeliveryLog(org, { webhookId })).map(({ event }) => event).toReversed();

/** Loads the newest delivery's payload. */
// oxlint-disable-next-line typescript/no-explicit-any
export const loadNewestPayload = async (org: Tenant): Promise<{ event: string; data: any }> =>
  JSON.parse((await listDeliveryLog(org))[0].payload);

let calls = 0;

/** Ingests a call from this source. Returns the recording's ID. */
export const ingestCallFrom = async (org: Tenant, source: string): Promise<string> => {
  const startedAt = "2026-03-02T10:00:00Z";
  const input = { callId: `from-${(calls += 1)}`, userEmail: "rep@example.com", startedAt, source };
  return (await org.graphql(INGEST, { input })).ingestCall.id;
};

/** Inserts a failed delivery to the webhook, with its own event. Returns the delivery's ID. */
export const insertFailedDelivery = async (
  { services: { db, newId, now } }: SharedServer,
  org: Tenant,
  webhookId: string,
  payload = "{}",
): Promise<string> => {
  const event = { organization_id: org.id, event: "recording.processed" };
  const [event_id, id] = [newId(), newId()];
  await db("events").insert({ ...event, id: event_id, payload, test: 0, position: now() * 1000 });
  const sent = { webhook_id: webhookId, url: UNREACHABLE_URL, status: "failed", error: "timeout" };
  await db("deliveries").insert({ ...event, ...sent, id, event_id, message_id: id, created_at: 0 });
  return id;
};

/** Ends the delivery as an attempt would. */
export const endDelivery = async (
  { services }: SharedServer,
  org: Tenant,
  id: string,
  fields: object = {},
): Promise<void> => {
  await services
    .db("deliveries")
    .where({ organization_id: org.id, id })
    .update({
      status: "delivered",
      attempted_at: 5,
      duration_ms: 7,
      response_status: 200,
      response_body: "ok",
      ...fields,
    });
};
