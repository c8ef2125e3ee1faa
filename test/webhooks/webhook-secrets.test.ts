import { listTablesWithWord } from "../helpers/recordings/erasure.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/own-paused-suite.js";
import { startPausedServer } from "../helpers/webhooks/paused-server.js";
import { UNREACHABLE_URL, createWebhookWith } from "../helpers/webhooks/webhooks.js";

const ROTATE = `mutation ($id: ID!) {
  rotateWebhookSecret(id: $id) { webhook { id url } signingSecret }
}`;
const DAY_MS = 24 * 60 * 60_000;

const rotate = async (org: Tenant, id: string): Promise<string> => {
  const { rotateWebhookSecret: rotated } = await org.graphql(ROTATE, { id });
  if (rotated.webhook.id !== id || rotated.webhook.url !== UNREACHABLE_URL)
    throw new Error(JSON.stringify(rotated));
  return rotated.signingSecret;
};

/** Loads and opens the webhook's stored secrets. */
const openSecrets = async ({ services: { db, vault } }: SharedServer, org: Tenant, id: string) => {
  const row = await db("webhooks").where({ organization_id: org.id, id }).first();
  const previous: [sealed: string, until: number][] = JSON.parse(row.previous_secrets);
  return {
    secret: vault.open(row.secret),
    previous: previous.map(([sealed]) => vault.open(sealed)),
    until: previous.map(([, until]) => until),
  };
};

test("each signing secret is 32 random bytes in the Standard Webhooks format", async (t) => {
  const { org, server } = t.context;
  const [one, two] = [await createWebhookWith(org), await createWebhookWith(org)];
  for (const { id, secret } of [one, two]) {
    t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    t.deepEqual(await openSecrets(server, org, id), { secret, previous: [], until: [] });
  }
  t.not(one.secret, two.secret);
});

test("a secret is shown at its creation, and never in a list, table or log line", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await createWebhookWith(org);
  const current = await rotate(org, id);
  await org.createProcessed();
  const shown = [
    (await org.get("/v1/webhooks")).text,
    JSON.stringify(await org.graphql("{ webhooks { id url active trigger events createdAt } }")),
    JSON.stringify(await org.graphql("{ deliveries { nodes { id url payload webhook { id } } } }")),
    JSON.stringify(server.log),
  ];
  for (const each of [secret, current]) {
    const bytes = each.slice("whsec_".length);
    t.deepEqual(await listTablesWithWord(server, org, bytes), []);
    // Nor in another encoding of the same bytes.
    const hex = Buffer.from(bytes, "base64").toString("hex");
    t.deepEqual(await listTablesWithWord(server, org, hex), []);
    for (const text of shown) t.false(text.includes(bytes));
  }
  const { errors } = await org.sendGraphql("{ webhooks { secret } }");
  t.is(errors?.[0]?.extensions.code, "GRAPHQL_VALIDATION_FAILED");
});

test("a rotation keeps the old secret for 24 hours", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await createWebhookWith(org);
  const before = server.clock.time;
  const current = await rotate(org, id);
  t.not(current, secret);
  const { until, ...secrets } = await openSecrets(server, org, id);
  t.deepEqual(secrets, { secret: current, previous: [secret] });
  t.true(until[0]! > before + DAY_MS);
  t.true(until[0]! <= server.clock.time + DAY_MS);
});

test("each of several rotated secrets is kept for its own 24 hours", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await createWebhookWith(org);
  const other = await createWebhookWith(org);
  const second = await rotate(org, id);
  const [until] = (await openSecrets(server, org, id)).until;
  const third = await rotate(org, id);
  const now = await openSecrets(server, org, id);
  t.like(now, { secret: third, previous: [second, secret] });
  t.is(now.until[1], until);
  t.true(now.until[0]! > until!);
  t.deepEqual(await openSecrets(server, org, other.id), {
    secret: other.secret,
    previous: [],
    until: [],
  });
});

test("a rotation removes expired secrets", async (t) => {
  const server = await startPausedServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const { id, secret } = await createWebhookWith(org);
  const second = await rotate(org, id);
  server.clock.time += DAY_MS - 1_000;
  const third = await rotate(org, id);
  t.deepEqual((await openSecrets(server, org, id)).previous, [second, secret]);
  server.clock.time += 2_000;
  await rotate(org, id);
  t.deepEqual((await openSecrets(server, org, id)).previous, [third, second]);
});

test("concurrent rotations lose no secret", async (t) => {
  const { org, server } = t.context;
  const { id, secret } = await createWebhookWith(org);
  const rotated = await Promise.all([1, 2, 3, 4].map(() => rotate(org, id)));
  const now = await openSecrets(server, org, id);
  t.is(new Set([secret, ...rotated]).size, 5);
  t.deepEqual(
    [now.secret, ...now.previous].toSorted((a, b) => a.localeCompare(b)),
    [secret, ...rotated].toSorted((a, b) => a.localeCompare(b)),
  );
});

test("updating a webhook leaves its secrets unchanged", async (t) => {
  const { org, server } = t.context;
  const { id } = await createWebhookWith(org);
  await rotate(org, id);
  const before = await openSecrets(server, org, id);
  const update = `mutation ($id: ID!) {
    updateWebhook(id: $id, input: { active: false, url: "${UNREACHABLE_URL}/2" }) { id }
  }`;
  await org.graphql(update, { id });
  t.deepEqual(await openSecrets(server, org, id), before);
});
