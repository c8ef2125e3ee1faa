import { createKeyUsage } from "../../src/upkeep/jobs/key-usage.js";
import { test } from "../helpers/own-paused-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { countStatements } from "../helpers/engine/count-statements.js";

const KEY = `{ organization { apiKey { prefix createdAt lastUsedAt } } }`;
const REFRESH = `mutation { refreshApiKey { apiKey } }`;

const loadKey = async (org: Tenant) => (await org.graphql(KEY)).organization.apiKey;

const flushAndLoadLastUse = async ({ clock, keyUses }: TestServer, org: Tenant, time: string) => {
  [clock.time, clock.step] = [Date.parse(time), 0];
  await keyUses.flush();
  return (await loadKey(org)).lastUsedAt;
};

const FIRST = "2026-03-02T13:00:00.000Z";
const SECOND = "2026-03-02T14:00:00.000Z";

test.serial("an organization's key shows only its prefix and its creation time", async (t) => {
  const { org, server } = t.context;
  const [row] = await server.services.db("api_keys").where("organization_id", org.id);
  t.deepEqual(await loadKey(org), {
    prefix: org.apiKey.slice(0, 8),
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: null,
  });
});

test.serial("a use over /v1, /graphql or the dialer URL updates the key's last use", async (t) => {
  const { org, server } = t.context;
  t.is(await flushAndLoadLastUse(server, org, FIRST), null, "an internal token isn't a key");
  const uses = [
    () => org.get("/v1/users"),
    () => org.sendGraphql("{ viewer { role } }", {}, org.apiKey),
    () => org.send("POST", new URL(org.dialerUrl).pathname, {}, { "x-api-key": "" }),
  ];
  for (const [hour, use] of uses.entries()) {
    await use();
    const time = new Date(Date.parse(FIRST) + hour * 3_600_000).toISOString();
    t.is(await flushAndLoadLastUse(server, org, time), time);
  }
});

test.serial("wrong keys and other organizations' keys don't update the last use", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Other");
  await other.get("/v1/users");
  await org.get("/v1/users", { "x-api-key": `${org.apiKey.slice(0, -1)}!` });
  t.is(await flushAndLoadLastUse(server, org, FIRST), null);
  t.is(await flushAndLoadLastUse(server, other, FIRST), FIRST);
});

test.serial("any number of uses becomes one statement, outside the requests", async (t) => {
  const { org, server } = t.context;
  const { count: one } = await countStatements(server, () => org.get("/v1/users"));
  const { count } = await countStatements(server, async () => {
    for (let n = 0; n < 5; n += 1) await org.get("/v1/users");
  });
  t.is(count, 5 * one);
  let updates = 0;
  const noteUpdate = ({ sql }: { sql: string }): void =>
    void (sql.startsWith("update") && (updates += 1));
  server.services.db.on("query", noteUpdate);
  for (let n = 0; n < 2; n += 1) await server.keyUses.flush();
  server.services.db.removeListener("query", noteUpdate);
  t.is(updates, 1);
});

const HOUR_MS = 60 * 60_000;
for (const [title, delays, isFirst] of [
  ["the first use of a key is written soon", { flushAfterMs: HOUR_MS, flushFirstAfterMs: 1 }, true],
  [
    "recorded uses are written after the flush interval",
    { flushAfterMs: 1, flushFirstAfterMs: HOUR_MS },
    false,
  ],
] as const)
  test.serial(title, async (t) => {
    const { org, server } = t.context;
    const { db } = server.services;
    const written = Promise.withResolvers<void>();
    const [{ hash }] = await db("api_keys").where("organization_id", org.id).select("hash");
    const log = { error: (line: { err: Error }) => written.reject(line.err) };
    const now = (): number => Date.parse(SECOND);
    const uses = createKeyUsage({ db, now, log: log as never, ...delays });
    if (!isFirst) {
      uses.record(org.id, hash);
      await uses.flush();
      await db("api_keys").where("organization_id", org.id).update({ last_used_at: null });
    }
    db.on("query-response", (_: unknown, { sql }: { sql: string }) => {
      if (/^update .api_keys/.test(sql)) written.resolve();
    });
    // The timer doesn't keep the process running.
    const awake = setInterval(() => {}, 1_000);
    uses.record(org.id, hash);
    await written.promise;
    clearInterval(awake);
    // Waits for the write that the timer started.
    await uses.flush();
    t.is((await loadKey(org)).lastUsedAt, SECOND);
  });

test.serial("of two processes' uses, the later is stored", async (t) => {
  const { org, server } = t.context;
  await org.get("/v1/users");
  t.is(await flushAndLoadLastUse(server, org, SECOND), SECOND);
  await org.get("/v1/users");
  t.is(await flushAndLoadLastUse(server, org, FIRST), SECOND);
});

test.serial("a new key has no last use, even with pending uses of the old key", async (t) => {
  const { org, server } = t.context;
  await org.get("/v1/users");
  t.is(await flushAndLoadLastUse(server, org, FIRST), FIRST);
  await org.get("/v1/users");
  const { apiKey } = (await org.graphql(REFRESH)).refreshApiKey;
  t.is(await flushAndLoadLastUse(server, org, SECOND), null);
  t.is((await loadKey(org)).prefix, apiKey.slice(0, 8));
  await org.get("/v1/users", { "x-api-key": apiKey });
  t.is(await flushAndLoadLastUse(server, org, SECOND), SECOND);
});
