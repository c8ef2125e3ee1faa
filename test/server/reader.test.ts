import { existsSync } from "node:fs";
import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { isUnavailable } from "../../db/engine/errors.js";
import { migrate } from "../../db/engine/migrate.js";
import { snapshot } from "../../db/engine/snapshot.js";
import { Failure } from "../../graph/core/errors.js";
import type { StatsQuery } from "../../graph/stats/report.js";
import { createReader } from "../../src/workers/reader.js";
import { dialect, type TestDatabase, createDatabase } from "../helpers/database.js";

const test = anyTest as TestFn<{ database: TestDatabase; db: Knex }>;

test.beforeEach(async (t) => {
  const database = await createDatabase();
  t.context = { database, db: connect(database.url) };
});

test.afterEach.always(async (t) => {
  await t.context.db.destroy();
  await t.context.database.remove();
});

const query: StatsQuery = {
  organizationId: "o",
  groupBy: "user",
  teamIds: [],
  emails: [],
  includedTags: [],
  excludedTags: [],
};
const EMPTY_REPORT = { stats: [], errors: [] };

const insertOrganization = async (db: Knex, id: string): Promise<unknown> =>
  db("organizations").insert({ id, name: id, created_at: 0 });

for (const readOnly of [true, false])
  test(`a snapshot shows one moment and blocks no writer (readOnly: ${readOnly})`, async (t) => {
    const { database, db } = t.context;
    await migrate(db);
    await insertOrganization(db, "a");
    const other = connect(database.url, { readOnly });
    t.teardown(() => other.destroy());
    const names = await snapshot(other, async (trx) => {
      const before: string[] = await trx("organizations").pluck("id");
      await insertOrganization(db, "b");
      return [before, await trx("organizations").pluck("id")];
    });
    t.deepEqual(names, [["a"], ["a"]]);
    t.deepEqual(await other("organizations").orderBy("id").pluck("id"), ["a", "b"]);
  });

test("a read-only connection can't write", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const other = connect(database.url, { readOnly: true });
  t.teardown(() => other.destroy());
  const written = snapshot(other, (trx) => insertOrganization(trx, "a"));
  await t.throwsAsync(written, { code: dialect === "postgres" ? "25006" : "SQLITE_READONLY" });
});

test("a read error is returned to its caller, and the reader continues", async (t) => {
  const { database, db } = t.context;
  if (dialect === "sqlite") {
    // The connection opens, but the file doesn't exist.
    const missing = createReader(`${database.url}.missing`, db);
    t.true(isUnavailable(await t.throwsAsync(missing.readStats(query))));
    await missing.close();
  }
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  await db.raw("SELECT 1");
  await t.throwsAsync(reader.readStats(query), { message: /users/ });
  await migrate(db);
  t.deepEqual(await reader.readStats(query), EMPTY_REPORT);
});

test("the reader answers simultaneous queries, and rejects the rest when it closes", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const answers = await Promise.all(Array.from({ length: 20 }, () => reader.readStats(query)));
  t.deepEqual(
    answers,
    Array.from({ length: 20 }, () => EMPTY_REPORT),
  );
  if (dialect === "postgres") return;
  const pending = Promise.allSettled(Array.from({ length: 3 }, () => reader.readStats(query)));
  await reader.close();
  for (const ended of await pending)
    t.true(ended.status === "rejected" && isUnavailable(ended.reason));
  t.true(isUnavailable(await t.throwsAsync(reader.readStats(query))));
});

test("the reader rejects queries beyond 256 waiting ones", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const reports = Array.from({ length: 256 }, () => reader.readStats(query));
  await t.throwsAsync(reader.readStats(query), { instanceOf: Failure, message: /too many/i });
  for (const answer of await Promise.all(reports)) t.deepEqual(answer, EMPTY_REPORT);
  t.deepEqual(await reader.readStats(query), EMPTY_REPORT);
});

test("after the reader and the database close, the WAL is empty", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.deepEqual(await reader.readStats(query), EMPTY_REPORT);
  await insertOrganization(db, "a");
  await reader.close();
  await db.destroy();
  t.false(existsSync(`${database.url.replace("sqlite:", "")}-wal`));
  db.initialize();
});
