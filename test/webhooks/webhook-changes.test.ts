import { test } from "../helpers/paused-suite.js";
import {
  endDelivery,
  UNREACHABLE_URL,
  listDeliveryLog,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const UPDATE = `mutation ($id: ID!, $input: WebhookPatch!) {
  updateWebhook(id: $id, input: $input) { id }
}`;

test("deactivating a webhook cancels its pending deliveries until they are redelivered", async (t) => {
  const { org } = t.context;
  const { id } = await createWebhookWith(org);
  const other = await createWebhookWith(org);
  await org.createProcessed();
  await org.graphql(UPDATE, { id, input: { active: false } });
  const rows = await listDeliveryLog(org);
  const findDelivery = (webhookId: string) => rows.find((row) => row.webhook.id === webhookId);
  t.like(findDelivery(id), { status: "failed", error: "webhook not active" });
  t.like(findDelivery(other.id), { status: "pending", error: null });
  await org.graphql(UPDATE, { id, input: { active: true } });
  const redeliver = `mutation ($id: ID!) { redeliver(deliveryId: $id) { status } }`;
  t.is((await org.graphql(redeliver, { id: findDelivery(id).id })).redeliver.status, "pending");
});

test("pending deliveries go to a webhook's new URL", async (t) => {
  const { org, server } = t.context;
  const { id } = await createWebhookWith(org);
  const other = await createWebhookWith(org);
  await org.createProcessed();
  await org.createProcessed();
  const ended = (await listDeliveryLog(org)).find((row) => row.webhook.id === id);
  await endDelivery(server, org, ended.id);
  await org.graphql(UPDATE, { id, input: { url: `${UNREACHABLE_URL}/new` } });
  const rows = await listDeliveryLog(org);
  const urls = (webhookId: string) =>
    rows.filter((row) => row.webhook.id === webhookId).map(({ status, url }) => [status, url]);
  t.deepEqual(urls(id), [
    ["delivered", UNREACHABLE_URL],
    ["pending", `${UNREACHABLE_URL}/new`],
  ]);
  t.deepEqual(urls(other.id), [
    ["pending", UNREACHABLE_URL],
    ["pending", UNREACHABLE_URL],
  ]);
});

test("a URL with spaces or control characters is invalid", async (t) => {
  const { org } = t.context;
  const create = `mutation ($url: String!) { createWebhook(input: { url: $url }) { webhook { id } } }`;
  for (const url of [
    ` ${UNREACHABLE_URL}`,
    `${UNREACHABLE_URL} `,
    `${UNREACHABLE_URL}\n`,
    UNREACHABLE_URL.replace("hook", "ho\tok"),
    `${UNREACHABLE_URL}/a b`,
  ]) {
    const { errors } = await org.sendGraphql(create, { url });
    t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "url" }, JSON.stringify(url));
  }
});
