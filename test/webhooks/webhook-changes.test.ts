import { test } from "../helpers/paused-suite.js";
import {
  endDelivery,
  UNREACHABLE_URL,
  listDeliveryLog,
  createWebhookWith,
} from "../helpers/webhooks.js";

const UPDATE = `mutation ($id: ID!, $input: WebhookPatch!) {
  updateWebhook(id: $id, input: $input) { id }
}`;

test("a webhook that is no longer active is not sent what was not begun, until it is redelivered", async (t) => {
  const { org } = t.context;
  const { id } = await createWebhookWith(org);
  const other = await createWebhookWith(org);
  await org.createProcessed();
  await org.graphql(UPDATE, { id, input: { active: false } });
  const rows = await listDeliveryLog(org);
  const of = (webhookId: string) => rows.find((row) => row.webhook.id === webhookId);
  t.like(of(id), { status: "failed", error: "webhook not active" });
  t.like(of(other.id), { status: "pending", error: null });
  await org.graphql(UPDATE, { id, input: { active: true } });
  const redeliver = `mutation ($id: ID!) { redeliver(deliveryId: $id) { status } }`;
  t.is((await org.graphql(redeliver, { id: of(id).id })).redeliver.status, "pending");
});

test("what a webhook has not been sent yet goes to its new URL", async (t) => {
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

test("a URL with spaces or control characters around it or inside is none", async (t) => {
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
