import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { issueOperatorToken } from "../helpers/sign-in/operator-token.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const REFRESH = `mutation { refreshApiKey { apiKey signingSecret dialerUrl } }`;
const REFUSED = '{"message":"Invalid Api Key"}';

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const decodeBase62 = (base62: string): bigint =>
  [...base62].reduce((sum, letter) => sum * 62n + BigInt(LETTERS.indexOf(letter)), 0n);

const hmac = (key: string, message: string): Buffer =>
  createHmac("sha256", key).update(message).digest();

const digest = (secret: string): string => createHash("sha256").update(secret).digest("hex");

const parseDialerToken = (dialerUrl: string): string =>
  new URL(dialerUrl).pathname.split("/").at(-1)!;

const sendCall = (org: Tenant, dialerUrl: string, call_id: string) =>
  org.send("POST", new URL(dialerUrl).pathname, {
    call_id,
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
  });

test("every secret is a prefix, 32 bytes in base62 and a checksum", async (t) => {
  const { server, org } = t.context;
  const operator = await issueOperatorToken(server);
  for (const [prefix, secret] of [
    ["dbk_", org.apiKey],
    ["dbi_", org.internalToken],
    ["dbo_", operator],
  ] as const) {
    const [, start, random, checksum] = /^(db._)(\w{43})(\w{6})$/.exec(secret) ?? [];
    t.is(start, prefix);
    t.regex(random!, /^[0-9A-Za-z]{43}$/);
    t.true(decodeBase62(random!) < 2n ** 256n);
    t.is(decodeBase62(checksum!), BigInt(crc32(random!)));
  }
});

test("the dialer token and the signing secret derive from the key by HMAC-SHA256", (t) => {
  const { apiKey, dialerUrl, signingSecret } = t.context.org;
  t.is(
    dialerUrl,
    `https://debrief.example.com/v1/dialer/${hmac(apiKey, "dialer").toString("base64url")}`,
  );
  t.is(signingSecret, `whsec_${hmac(apiKey, "webhook").toString("base64")}`);
});

test("secrets are neither stored nor logged in clear", async (t) => {
  const { server, org } = t.context;
  await sendCall(org, org.dialerUrl, "c-1");
  await org.graphql("{ viewer { role } }");
  const rows = JSON.stringify(await loadRowsByTable(server.services.db, org.id));
  const dialerToken = parseDialerToken(org.dialerUrl);
  for (const secret of [org.apiKey, org.internalToken, dialerToken]) {
    t.true(rows.includes(digest(secret)));
    t.false(rows.includes(secret));
  }
  const key = hmac(org.apiKey, "webhook");
  for (const text of [org.signingSecret, key.toString("base64"), key.toString("hex")])
    t.false(rows.includes(text));
  const log = JSON.stringify(server.log);
  t.true(log.includes(org.id));
  for (const secret of [org.apiKey, org.internalToken, dialerToken, org.signingSecret])
    t.false(log.includes(secret));
});

test("only the vault's key opens the stored signing secret", async (t) => {
  const { server, org } = t.context;
  const row: { signing_secret: string } = await server.services
    .db("api_keys")
    .where("organization_id", org.id)
    .first();
  t.is(server.services.vault.open(row.signing_secret), org.signingSecret);
  const other = await server.createTenant();
  const otherRow: { signing_secret: string } = await server.services
    .db("api_keys")
    .where("organization_id", other.id)
    .first();
  t.not(otherRow.signing_secret, row.signing_secret);
  const at = row.signing_secret.length - 8;
  const changed = row.signing_secret[at] === "A" ? "B" : "A";
  t.throws(() =>
    server.services.vault.open(
      row.signing_secret.slice(0, at) + changed + row.signing_secret.slice(at + 1),
    ),
  );
});

test("refreshing the key invalidates the old one everywhere, from the next request", async (t) => {
  const { server, org } = t.context;
  const fresh = (await org.graphql(REFRESH)).refreshApiKey;
  t.deepEqual(Object.keys(fresh).toSorted(), ["apiKey", "dialerUrl", "signingSecret"]);
  for (const name of ["apiKey", "dialerUrl", "signingSecret"] as const)
    t.not(fresh[name], org[name]);
  t.is(parseDialerToken(fresh.dialerUrl), hmac(fresh.apiKey, "dialer").toString("base64url"));
  t.is(fresh.signingSecret, `whsec_${hmac(fresh.apiKey, "webhook").toString("base64")}`);

  t.is((await org.get("/v1/users")).text, REFUSED);
  t.is((await org.get("/v1/users", { "x-api-key": fresh.apiKey })).status, 200);
  t.is((await sendCall(org, org.dialerUrl, "c-1")).text, REFUSED);
  t.is((await sendCall(org, fresh.dialerUrl, "c-1")).status, 200);
  t.truthy((await org.sendGraphql("{ viewer { role } }", {}, org.apiKey)).errors);
  t.is(
    (await org.sendGraphql("{ viewer { role } }", {}, fresh.apiKey)).data.viewer.role,
    "integration",
  );
  t.is((await org.graphql("{ viewer { role } }")).viewer.role, "internal", "tokens stay valid");

  const row = await server.services.db("api_keys").where("organization_id", org.id);
  t.is(row.length, 1);
  t.is(server.services.vault.open(row[0].signing_secret), fresh.signingSecret);
});

test("refreshing one organization's key leaves other keys valid", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  await other.graphql(REFRESH);
  t.is((await org.get("/v1/users")).status, 200);
  t.is((await sendCall(org, org.dialerUrl, "c-1")).status, 200);
});

test("concurrent refreshes leave exactly one valid key", async (t) => {
  const { org } = t.context;
  const refreshed = await Promise.all(
    [1, 2, 3, 4].map(async () => (await org.graphql(REFRESH)).refreshApiKey),
  );
  const statuses = await Promise.all(
    refreshed.map(
      async ({ apiKey }) => (await org.get("/v1/users", { "x-api-key": apiKey })).status,
    ),
  );
  t.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 401, 401, 401],
  );
});

test("refreshing a key requires an internal credential of the organization", async (t) => {
  const { org } = t.context;
  const { errors } = await org.sendGraphql(REFRESH, {}, org.apiKey);
  t.is(errors?.[0]?.extensions.code, "FORBIDDEN");
  t.is((await org.get("/v1/users")).status, 200);
});
