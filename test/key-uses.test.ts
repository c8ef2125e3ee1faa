import { createKeyUses } from "../src/key-uses.js";
import { test } from "./helpers/own-still.js";
import type { Tenant, TestServer } from "./helpers/server.js";
import { statements } from "./helpers/statements.js";

const KEY = `{ organization { apiKey { prefix createdAt lastUsedAt } } }`;
const REFRESH = `mutation { refreshApiKey { apiKey } }`;

const keyOf = async (org: Tenant) => (await org.graph(KEY)).organization.apiKey;

const usedAt = async ({ clock, keyUses }: TestServer, org: Tenant, time: string) => {
  [clock.time, clock.step] = [Date.parse(time), 0];
  await keyUses.flush();
  return (await keyOf(org)).lastUsedAt;
};

const FIRST = "2026-03-02T13:00:00.000Z";
const SECOND = "2026-03-02T14:00:00.000Z";

test.serial(
  "an organization's key shows how it begins and when it was made, and no more",
  async (t) => {
    const { org, server } = t.context;
    const [row] = await server.services.db("api_keys").where("organization_id", org.id);
    t.deepEqual(await keyOf(org), {
      prefix: org.apiKey.slice(0, 8),
      createdAt: new Date(row.created_at).toISOString(),
      lastUsedAt: null,
    });
  },
);

test.serial(
  "a key tells when it was last used: over /v1, over /graphql or by the dialer",
  async (t) => {
    const { org, server } = t.context;
    t.is(await usedAt(server, org, FIRST), null, "an internal token is no key");
    const uses = [
      () => org.get("/v1/users"),
      () => org.ask("{ viewer { role } }", {}, org.apiKey),
      () => org.send("POST", new URL(org.dialerUrl).pathname, {}, { "x-api-key": "" }),
    ];
    for (const [hour, use] of uses.entries()) {
      await use();
      const time = new Date(Date.parse(FIRST) + hour * 3_600_000).toISOString();
      t.is(await usedAt(server, org, time), time);
    }
  },
);

test.serial(
  "a wrong key is no use of anything, and another organization's is none of this one",
  async (t) => {
    const { org, server } = t.context;
    const other = await server.tenant("Other");
    await other.get("/v1/users");
    await org.get("/v1/users", { "x-api-key": `${org.apiKey.slice(0, -1)}!` });
    t.is(await usedAt(server, org, FIRST), null);
    t.is(await usedAt(server, other, FIRST), FIRST);
  },
);

test.serial(
  "requests wait for nothing: any number of uses is one statement afterwards",
  async (t) => {
    const { org, server } = t.context;
    const { count: one } = await statements(server, () => org.get("/v1/users"));
    const { count } = await statements(server, async () => {
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
  },
);

test.serial("uses are written by themselves after a while", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const noted = Promise.withResolvers<void>();
  const [{ hash }] = await db("api_keys").where("organization_id", org.id).select("hash");
  const log = { error: (line: { err: Error }) => noted.reject(line.err) };
  const now = (): number => Date.parse(SECOND);
  const uses = createKeyUses({ db, now, log: log as never, afterMs: 1 });
  db.on("query-response", (_: unknown, { sql }: { sql: string }) => {
    if (/^update .api_keys/.test(sql)) noted.resolve();
  });
  // The timer would not keep a process from ending.
  const awake = setInterval(() => {}, 1_000);
  uses.used(org.id, hash);
  await noted.promise;
  clearInterval(awake);
  // Behind what the timer has begun.
  await uses.flush();
  t.is((await keyOf(org)).lastUsedAt, SECOND);
});

test.serial("of two processes the later use is kept", async (t) => {
  const { org, server } = t.context;
  await org.get("/v1/users");
  t.is(await usedAt(server, org, SECOND), SECOND);
  await org.get("/v1/users");
  t.is(await usedAt(server, org, FIRST), SECOND);
});

test.serial("a new key has not been used, whatever was noted of the old one", async (t) => {
  const { org, server } = t.context;
  await org.get("/v1/users");
  t.is(await usedAt(server, org, FIRST), FIRST);
  await org.get("/v1/users");
  const { apiKey } = (await org.graph(REFRESH)).refreshApiKey;
  t.is(await usedAt(server, org, SECOND), null);
  t.is((await keyOf(org)).prefix, apiKey.slice(0, 8));
  await org.get("/v1/users", { "x-api-key": apiKey });
  t.is(await usedAt(server, org, SECOND), SECOND);
});
