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
const nothing = { stats: [], errors: [] };

const insert = async (db: Knex, id: string): Promise<unknown> =>
  db("organizations").insert({ id, name: id, created_at: 0 });

for (const readOnly of [true, false])
  test(`what is read is of one moment, and nobody waits for it (readOnly: ${readOnly})`, async (t) => {
    const { database, db } = t.context;
    await migrate(db);
    await insert(db, "a");
    const other = connect(database.url, { readOnly });
    t.teardown(() => other.destroy());
    const names = await snapshot(other, async (trx) => {
      const before: string[] = await trx("organizations").pluck("id");
      await insert(db, "b");
      return [before, await trx("organizations").pluck("id")];
    });
    t.deepEqual(names, [["a"], ["a"]]);
    t.deepEqual(await other("organizations").orderBy("id").pluck("id"), ["a", "b"]);
  });

test("nothing can be written where it is only to be read", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const other = connect(database.url, { readOnly: true });
  t.teardown(() => other.destroy());
  const written = snapshot(other, (trx) => insert(trx, "a"));
  await t.throwsAsync(written, { code: dialect === "postgres" ? "25006" : "SQLITE_READONLY" });
});

test("an error while reading is the reader's answer, and it goes on reading", async (t) => {
  const { database, db } = t.context;
  if (dialect === "sqlite") {
    // Opened, but not there yet.
    const missing = createReader(`${database.url}.missing`, db);
    t.true(isUnavailable(await t.throwsAsync(missing.readStats(query))));
    await missing.close();
  }
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  await db.raw("SELECT 1");
  await t.throwsAsync(reader.readStats(query), { message: /users/ });
  await migrate(db);
  t.deepEqual(await reader.readStats(query), nothing);
});

test("questions that are asked at once are all answered, in turn; when it closes, none is left", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const answers = await Promise.all(Array.from({ length: 20 }, () => reader.readStats(query)));
  t.deepEqual(
    answers,
    Array.from({ length: 20 }, () => nothing),
  );
  if (dialect === "postgres") return;
  const cut = Promise.allSettled(Array.from({ length: 3 }, () => reader.readStats(query)));
  await reader.close();
  for (const ended of await cut) t.true(ended.status === "rejected" && isUnavailable(ended.reason));
  t.true(isUnavailable(await t.throwsAsync(reader.readStats(query))));
});

test("over 256 that wait are refused at once, and the others are answered", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const asked = Array.from({ length: 256 }, () => reader.readStats(query));
  await t.throwsAsync(reader.readStats(query), { instanceOf: Failure, message: /too many/i });
  for (const answer of await Promise.all(asked)) t.deepEqual(answer, nothing);
  t.deepEqual(await reader.readStats(query), nothing);
});

test("once the reader and then the database are closed, nothing is left in the log", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.deepEqual(await reader.readStats(query), nothing);
  await insert(db, "a");
  await reader.close();
  await db.destroy();
  t.false(existsSync(`${database.url.replace("sqlite:", "")}-wal`));
  db.initialize();
});
