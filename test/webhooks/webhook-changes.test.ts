import { test } from "./helpers/still.js";
import { end, HOOK, log, webhook } from "./helpers/webhooks.js";

const UPDATE = `mutation ($id: ID!, $input: WebhookPatch!) {
  updateWebhook(id: $id, input: $input) { id }
}`;

test("a webhook that is no longer active is not sent what was not begun, until it is redelivered", async (t) => {
  const { org } = t.context;
  const { id } = await webhook(org);
  const other = await webhook(org);
  await org.processed();
  await org.graph(UPDATE, { id, input: { active: false } });
  const rows = await log(org);
  const of = (webhookId: string) => rows.find((row) => row.webhook.id === webhookId);
  t.like(of(id), { status: "failed", error: "webhook not active" });
  t.like(of(other.id), { status: "pending", error: null });
  await org.graph(UPDATE, { id, input: { active: true } });
  const redeliver = `mutation ($id: ID!) { redeliver(deliveryId: $id) { status } }`;
  t.is((await org.graph(redeliver, { id: of(id).id })).redeliver.status, "pending");
});

test("what a webhook has not been sent yet goes to its new URL", async (t) => {
  const { org, server } = t.context;
  const { id } = await webhook(org);
  const other = await webhook(org);
  await org.processed();
  await org.processed();
  const ended = (await log(org)).find((row) => row.webhook.id === id);
  await end(server, org, ended.id);
  await org.graph(UPDATE, { id, input: { url: `${HOOK}/new` } });
  const rows = await log(org);
  const urls = (webhookId: string) =>
    rows.filter((row) => row.webhook.id === webhookId).map(({ status, url }) => [status, url]);
  t.deepEqual(urls(id), [
    ["delivered", HOOK],
    ["pending", `${HOOK}/new`],
  ]);
  t.deepEqual(urls(other.id), [
    ["pending", HOOK],
    ["pending", HOOK],
  ]);
});

test("a URL with spaces or control characters around it or inside is none", async (t) => {
  const { org } = t.context;
  const create = `mutation ($url: String!) { createWebhook(input: { url: $url }) { webhook { id } } }`;
  for (const url of [
    ` ${HOOK}`,
    `${HOOK} `,
    `${HOOK}\n`,
    HOOK.replace("hook", "ho\tok"),
    `${HOOK}/a b`,
  ]) {
    const { errors } = await org.ask(create, { url });
    t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "url" }, JSON.stringify(url));
  }
});
