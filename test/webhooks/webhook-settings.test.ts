import type { GraphAnswer, Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import {
  endDelivery,
  UNREACHABLE_URL,
  listDeliveryLog,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const FIELDS = "id url active trigger events createdAt";
const CREATE = `mutation ($input: WebhookInput!) {
  createWebhook(input: $input) { webhook { ${FIELDS} } signingSecret }
}`;
const UPDATE = `mutation ($id: ID!, $input: WebhookPatch!) {
  updateWebhook(id: $id, input: $input) { ${FIELDS} }
}`;
const DELETE = `mutation ($id: ID!) { deleteWebhook(id: $id) }`;
const ROTATE = `mutation ($id: ID!) { rotateWebhookSecret(id: $id) { webhook { ${FIELDS} } signingSecret } }`;

const names = ["recording.processed", "recording.integration_updated", "client.created"];

const listWebhooks = async (org: Tenant) => (await org.get("/v1/webhooks")).body.webhooks;

const summarizeError = ({ errors, data }: GraphAnswer) => ({ ...errors?.[0]?.extensions, data });

const claim = async ({ services }: SharedServer, org: Tenant, id: string): Promise<unknown> =>
  services
    .db("deliveries")
    .where({ organization_id: org.id, id })
    .update({ claimed_by: "somebody", lease_until: 9 });

test("a webhook with only a URL is active, for every source and recording.processed", async (t) => {
  const { org } = t.context;
  for (const input of [{}, { trigger: null, events: null, active: null }]) {
    const { createWebhook: created } = await org.graphql(CREATE, {
      input: { url: UNREACHABLE_URL, ...input },
    });
    t.regex(created.webhook.createdAt, /^2026-03-02T12:/);
    const { id, createdAt } = created.webhook;
    const expected = { id, url: UNREACHABLE_URL, active: true, trigger: "all", events: [] };
    t.deepEqual(created.webhook, { ...expected, createdAt });
    t.deepEqual((await listWebhooks(org)).at(-1), expected);
  }
});

test("webhooks are listed in the order of their creation, with all settings", async (t) => {
  const { org, server } = t.context;
  const inputs = [
    { url: `${UNREACHABLE_URL}?b=ü`, active: false, trigger: "upload", events: names },
    { url: `${UNREACHABLE_URL}/a`, active: true, trigger: "meeting", events: [names[2]] },
    { url: UNREACHABLE_URL, active: true, trigger: "all", events: [] },
  ];
  const ids: string[] = [];
  for (const input of inputs) ids.push((await createWebhookWith(org, input)).id);
  const expected = inputs.map(({ url, active, trigger, events }, index) => ({
    id: ids[index],
    url,
    active,
    trigger,
    events,
  }));
  t.deepEqual(await listWebhooks(org), expected);
  await org.graphql(UPDATE, { id: ids[0], input: { url: `${UNREACHABLE_URL}/z` } });
  t.deepEqual(
    (await listWebhooks(org)).map(({ id }: { id: string }) => id),
    ids,
  );
  t.deepEqual(await listWebhooks(await server.createTenant()), []);
});

test("an event that is sent twice is stored once", async (t) => {
  const { org } = t.context;
  const { id } = await createWebhookWith(org, { events: [names[2], names[0], names[2]] });
  t.deepEqual((await listWebhooks(org))[0].events, [names[2], names[0]]);
  const input = { events: [names[1], names[1]] };
  t.deepEqual((await org.graphql(UPDATE, { id, input })).updateWebhook.events, [names[1]]);
});

for (const [field, input] of [
  ["trigger", { trigger: "phone" }],
  ["trigger", { trigger: "" }],
  ["trigger", { trigger: "All" }],
  ["events.0", { events: ["recording.deleted"] }],
  ["events.1", { events: ["client.created", "recording.Processed"] }],
  ["events.0", { events: ["test"] }],
  ["url", { url: "" }],
  ["url", { url: "hooks.example.com/path" }],
  ["url", { url: "/hook" }],
  ["url", { url: `${UNREACHABLE_URL}\0` }],
  ["url", { url: `${UNREACHABLE_URL}/${"a".repeat(8192)}` }],
] as const)
  test(`${field} is refused for ${JSON.stringify(input).slice(0, 60)}`, async (t) => {
    const { org } = t.context;
    const { id } = await createWebhookWith(org);
    const before = await listWebhooks(org);
    const invalid = { code: "INVALID_FIELD", field, data: null };
    t.deepEqual(
      summarizeError(await org.sendGraphql(CREATE, { input: { url: UNREACHABLE_URL, ...input } })),
      invalid,
    );
    t.deepEqual(summarizeError(await org.sendGraphql(UPDATE, { id, input })), invalid);
    t.deepEqual(await listWebhooks(org), before);
  });

test("an update changes the given fields and keeps the others", async (t) => {
  const { org } = t.context;
  const { id } = await createWebhookWith(org, { trigger: "mobile", events: [names[0]] });
  const expected = {
    id,
    url: UNREACHABLE_URL,
    active: true,
    trigger: "mobile",
    events: [names[0]!],
  };
  for (const input of [
    {},
    { active: false },
    { url: `${UNREACHABLE_URL}/2` },
    { trigger: "all" },
    { events: [names[1]!, names[2]!] },
    { events: [] },
    { active: true, trigger: "dialer" },
  ]) {
    Object.assign(expected, input);
    const { updateWebhook } = await org.graphql(UPDATE, { id, input });
    t.like(updateWebhook, expected);
    t.deepEqual(await listWebhooks(org), [expected]);
  }
});

test("null clears the events of a webhook, and required fields can't be cleared", async (t) => {
  const { org } = t.context;
  const { id } = await createWebhookWith(org, { events: names });
  for (const field of ["url", "trigger", "active"])
    t.deepEqual(summarizeError(await org.sendGraphql(UPDATE, { id, input: { [field]: null } })), {
      code: "MISSING_REQUIRED_FIELD",
      field,
      data: null,
    });
  t.deepEqual(
    (await org.graphql(UPDATE, { id, input: { events: null } })).updateWebhook.events,
    [],
  );
});

test("an unknown or foreign webhook is not found", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  const { id: foreign } = await createWebhookWith(other);
  const before = await server.services.db("webhooks").where("organization_id", other.id);
  for (const id of ["no-such-id", foreign])
    for (const answer of [
      await org.sendGraphql(UPDATE, { id, input: { active: false } }),
      await org.sendGraphql(DELETE, { id }),
      await org.sendGraphql(ROTATE, { id }),
    ])
      t.like(answer.errors?.[0], {
        message: "Webhook not found",
        extensions: { code: "NOT_FOUND" },
      });
  t.deepEqual(await server.services.db("webhooks").where("organization_id", other.id), before);
});

test("deleting a webhook cancels its pending deliveries and keeps its log", async (t) => {
  const { org, server } = t.context;
  const [deleted, other] = [await createWebhookWith(org), await createWebhookWith(org)];
  for (let created = 0; created < 4; created += 1) await org.createProcessed();
  const loadLog = async (id: string) => listDeliveryLog(org, { webhookId: id });
  const [fourth, third, second] = await loadLog(deleted.id);
  await endDelivery(server, org, second.id);
  await endDelivery(server, org, third.id, { status: "failed", error: "timeout" });
  await claim(server, org, fourth.id);
  const before = await loadLog(other.id);
  t.true((await org.graphql(DELETE, { id: deleted.id })).deleteWebhook);
  t.deepEqual(
    (await listWebhooks(org)).map(({ id }: { id: string }) => id),
    [other.id],
  );
  const after = await loadLog(deleted.id);
  t.deepEqual(
    after.map(({ status, error }) => [status, error]),
    [
      // The attempt has begun: its result will still be recorded.
      ["pending", null],
      ["failed", "timeout"],
      ["delivered", null],
      ["failed", "deleted"],
    ],
  );
  for (const delivery of after) {
    t.is(delivery.webhook, null);
    t.is(delivery.url, UNREACHABLE_URL);
    t.not(delivery.payload, "");
  }
  t.is(after[3].attemptedAt, null);
  t.deepEqual(await loadLog(other.id), before);
  t.like(summarizeError(await org.sendGraphql(DELETE, { id: deleted.id })), { code: "NOT_FOUND" });
  await org.createProcessed();
  t.is((await loadLog(deleted.id)).length, 4);
});
