import { holding } from "./helpers/erasure.js";
import type { Tenant, TestServer } from "./helpers/server.js";
import { test } from "./helpers/still.js";
import { HOOK, webhook } from "./helpers/webhooks.js";

const ROTATE = `mutation ($id: ID!) {
  rotateWebhookSecret(id: $id) { webhook { id url } signingSecret }
}`;
const DAY_MS = 24 * 60 * 60_000;

const rotate = async (org: Tenant, id: string): Promise<string> => {
  const { rotateWebhookSecret: made } = await org.graph(ROTATE, { id });
  if (made.webhook.id !== id || made.webhook.url !== HOOK) throw new Error(JSON.stringify(made));
  return made.signingSecret;
};

/** What is kept of the webhook's secrets, opened. */
const kept = async ({ services: { db, vault } }: TestServer, org: Tenant, id: string) => {
  const row = await db("webhooks").where({ organization_id: org.id, id }).first();
  return {
    secret: vault.open(row.secret),
    previous: row.previous_secret === null ? null : vault.open(row.previous_secret),
    until: row.previous_secret_until,
  };
};

test("a signing secret is 32 random bytes in the form of Standard Webhooks, another for each", async (t) => {
  const { org, server } = t.context;
  const [one, two] = [await webhook(org), await webhook(org)];
  for (const { id, secret } of [one, two]) {
    t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    t.deepEqual(await kept(server, org, id), { secret, previous: null, until: null });
  }
  t.not(one.secret, two.secret);
});

test("a secret is shown when it is made, and is in no list, table or log line", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await webhook(org);
  const next = await rotate(org, id);
  await org.processed();
  const shown = [
    (await org.get("/v1/webhooks")).text,
    JSON.stringify(await org.graph("{ webhooks { id url active trigger events createdAt } }")),
    JSON.stringify(await org.graph("{ deliveries { nodes { id url payload webhook { id } } } }")),
    JSON.stringify(server.log),
  ];
  for (const each of [secret, next]) {
    const bytes = each.slice("whsec_".length);
    t.deepEqual(await holding(server, org, bytes), []);
    // Not in another spelling of the same bytes either.
    const hex = Buffer.from(bytes, "base64").toString("hex");
    t.deepEqual(await holding(server, org, hex), []);
    for (const text of shown) t.false(text.includes(bytes));
  }
  const { errors } = await org.ask("{ webhooks { secret } }");
  t.is(errors?.[0]?.extensions.code, "GRAPHQL_VALIDATION_FAILED");
});

test("after a rotation the old secret is kept for 24 hours from then", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await webhook(org);
  const before = server.clock.time;
  const next = await rotate(org, id);
  t.not(next, secret);
  const { until, ...secrets } = await kept(server, org, id);
  t.deepEqual(secrets, { secret: next, previous: secret });
  t.true(until > before + DAY_MS);
  t.true(until <= server.clock.time + DAY_MS);
});

test("of several rotations within a day the latest old secret signs along", async (t) => {
  const { org, server } = t.context;
  const { id } = await webhook(org);
  const other = await webhook(org);
  const second = await rotate(org, id);
  const { until } = await kept(server, org, id);
  const third = await rotate(org, id);
  const now = await kept(server, org, id);
  t.like(now, { secret: third, previous: second });
  t.true(now.until > until);
  t.deepEqual(await kept(server, org, other.id), {
    secret: other.secret,
    previous: null,
    until: null,
  });
});

test("rotations that come at once lose none that was shown last", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await webhook(org);
  const made = await Promise.all([1, 2, 3, 4].map(() => rotate(org, id)));
  const now = await kept(server, org, id);
  t.is(new Set([secret, ...made]).size, 5);
  t.true(made.includes(now.secret));
  t.true(made.includes(now.previous!));
  t.not(now.secret, now.previous);
});

test("an update of the webhook leaves its secrets as they are", async (t) => {
  const { org, server } = t.context;
  const { id } = await webhook(org);
  await rotate(org, id);
  const before = await kept(server, org, id);
  const update = `mutation ($id: ID!) {
    updateWebhook(id: $id, input: { active: false, url: "${HOOK}/2" }) { id }
  }`;
  await org.graph(update, { id });
  t.deepEqual(await kept(server, org, id), before);
});
