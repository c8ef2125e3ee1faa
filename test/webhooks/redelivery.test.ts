import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import {
  endDelivery,
  UNREACHABLE_URL,
  listDeliveryLog,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const REDELIVER = `mutation ($id: ID!) {
  redeliver(deliveryId: $id) {
    id event url status delivered webhook { id } recording { id } createdAt attemptedAt durationMs
    responseStatus responseBody error payload test redeliveryOf attempt dueAt messageId
  }
}`;
const UPDATE = `mutation ($id: ID!, $input: WebhookPatch!) { updateWebhook(id: $id, input: $input) { id } }`;
const DELETE = `mutation ($id: ID!) { deleteWebhook(id: $id) }`;
const ERASE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

const redeliver = async (org: Tenant, id: string) =>
  (await org.graphql(REDELIVER, { id })).redeliver;

const loadError = async (org: Tenant, id: string) =>
  (await org.sendGraphql(REDELIVER, { id })).errors?.[0];

const loadRow = async ({ services }: SharedServer, org: Tenant, id: string) =>
  services.db("deliveries").where({ organization_id: org.id, id }).first();

/** Creates an ended delivery to a webhook. Returns its id with those of the webhook and recording. */
const createEnded = async (server: SharedServer, org: Tenant, fields: object = {}) => {
  const { id: webhookId } = await createWebhookWith(org);
  const recordingId = await org.createProcessed();
  const [{ id }] = await listDeliveryLog(org, { webhookId });
  await endDelivery(server, org, id, fields);
  return { id, webhookId, recordingId };
};

for (const [outcome, fields] of Object.entries({
  delivered: {},
  failed: { status: "failed", response_status: 500, error: null },
  interrupted: { status: "failed", response_status: null, error: "interrupted" },
}))
  test(`a delivery that was ${outcome} can be redelivered: same body, same message id`, async (t) => {
    const { org, server } = t.context;
    const { id, webhookId, recordingId } = await createEnded(server, org, fields);
    const [first] = await listDeliveryLog(org);
    const again = await redeliver(org, id);
    t.not(again.id, id);
    t.true(again.createdAt > first.createdAt);
    t.deepEqual(again, {
      id: again.id,
      createdAt: again.createdAt,
      event: "recording.processed",
      url: UNREACHABLE_URL,
      status: "pending",
      delivered: false,
      webhook: { id: webhookId },
      recording: { id: recordingId },
      attemptedAt: null,
      durationMs: null,
      responseStatus: null,
      responseBody: null,
      error: null,
      payload: first.payload,
      test: false,
      redeliveryOf: id,
      messageId: first.messageId,
      attempt: 1,
      dueAt: null,
    });
    t.deepEqual(await listDeliveryLog(org), [again, first]);
    const row = await loadRow(server, org, again.id);
    t.like(row, { message_id: id, redelivery_of: id, claimed_by: null, lease_until: null });
    t.is(row.event_id, (await loadRow(server, org, id)).event_id);
  });

test("every redelivery keeps the first message id", async (t) => {
  const { org, server } = t.context;
  const { id } = await createEnded(server, org);
  const second = await redeliver(org, id);
  await endDelivery(server, org, second.id, { status: "failed" });
  const third = await redeliver(org, second.id);
  const fourth = await redeliver(org, id);
  t.deepEqual([third.redeliveryOf, fourth.redeliveryOf], [second.id, id]);
  for (const { id: other } of [second, third, fourth])
    t.is((await loadRow(server, org, other)).message_id, id);
});

test("a redelivery goes to the webhook's current URL, whatever events it lists", async (t) => {
  const { org, server } = t.context;
  const { id, webhookId } = await createEnded(server, org);
  const input = { url: `${UNREACHABLE_URL}/moved`, events: ["client.created"], trigger: "upload" };
  await org.graphql(UPDATE, { id: webhookId, input });
  const again = await redeliver(org, id);
  t.is(again.url, `${UNREACHABLE_URL}/moved`);
  t.is((await listDeliveryLog(org)).at(-1).url, UNREACHABLE_URL);
});

test("a redelivery sends the stored payload, whatever the recording contains now", async (t) => {
  const { org, server } = t.context;
  const { id, recordingId } = await createEnded(server, org);
  const [{ payload }] = await listDeliveryLog(org);
  const document = `mutation ($id: ID!) {
    completeAnalysis(recordingId: $id, input: { summary: "Otherwise." }) { id }
  }`;
  await org.graphql(document, { id: recordingId });
  t.is((await redeliver(org, id)).payload, payload);
});

for (const [reason, prepare, message] of [
  [
    "has not ended",
    async (server: SharedServer, org: Tenant, { id }: { id: string }) =>
      endDelivery(server, org, id, { status: "pending", attempted_at: null }),
    /^The delivery is still pending; redeliver it after its attempt ends$/,
  ],
  [
    "is in progress",
    async (server: SharedServer, org: Tenant, { id }: { id: string }) =>
      endDelivery(server, org, id, { status: "pending", claimed_by: "somebody", lease_until: 9 }),
    /^The delivery is still pending; redeliver it after its attempt ends$/,
  ],
  [
    "went to an inactive webhook",
    async (_: SharedServer, org: Tenant, { webhookId }: { webhookId: string }) =>
      org.graphql(UPDATE, { id: webhookId, input: { active: false } }),
    /not active/,
  ],
  [
    "went to a deleted webhook",
    async (_: SharedServer, org: Tenant, { webhookId }: { webhookId: string }) =>
      org.graphql(DELETE, { id: webhookId }),
    /deleted/,
  ],
  [
    "belongs to an erased recording",
    async (_: SharedServer, org: Tenant, { recordingId }: { recordingId: string }) =>
      org.graphql(ERASE, { id: recordingId }),
    /recording was deleted/,
  ],
  [
    "went to a plain URL",
    async (server: SharedServer, org: Tenant, { id }: { id: string }) =>
      endDelivery(server, org, id, { webhook_id: null }),
    /test of a plain URL/,
  ],
] as const)
  test(`a delivery that ${reason} can't be redelivered`, async (t) => {
    const { org, server } = t.context;
    const delivery = await createEnded(server, org);
    await prepare(server, org, delivery);
    const before = await loadRowsByTable(server.services.db, org.id);
    const error = await loadError(org, delivery.id);
    t.deepEqual(error?.extensions, { code: "CONFLICT" });
    t.regex(error!.message, message);
    t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
  });

test("a webhook that is active again can be sent redeliveries", async (t) => {
  const { org, server } = t.context;
  const { id, webhookId } = await createEnded(server, org, { status: "failed" });
  await org.graphql(UPDATE, { id: webhookId, input: { active: false } });
  t.truthy(await loadError(org, id));
  await org.graphql(UPDATE, { id: webhookId, input: { active: true } });
  t.is((await redeliver(org, id)).webhook.id, webhookId);
});

test("a delivery that a deletion cancelled can't be redelivered", async (t) => {
  const { org } = t.context;
  const { id: webhookId } = await createWebhookWith(org);
  await org.createProcessed();
  const [{ id }] = await listDeliveryLog(org);
  await org.graphql(DELETE, { id: webhookId });
  t.deepEqual((await loadError(org, id))?.extensions, { code: "CONFLICT" });
});

test("redelivering an unknown or foreign delivery is not found", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const { id: foreign } = await createEnded(server, other);
  for (const id of ["no-such-id", foreign]) {
    const error = await loadError(org, id);
    t.like(error, { message: "Not found", extensions: { code: "NOT_FOUND" } });
  }
  t.is((await listDeliveryLog(other)).length, 1);
});
