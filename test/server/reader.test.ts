import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { isUnavailable } from "../../db/engine/errors.js";
import { migrate } from "../../db/schema/migrate.js";
import { ShareExceededError } from "../../db/engine/fair-shares.js";
import { selectRows } from "../../db/engine/json-table.js";
import { checkRead, continueRead, limitRead, ReadBudgetError } from "../../db/engine/read-limit.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { snapshot } from "../../db/engine/snapshot.js";
import { Failure } from "../../graph/core/errors.js";
import type { SearchQuery } from "../../graph/search/search-query.js";
import { parseSearchTerms } from "../../graph/search/terms.js";
import type { StatsQuery } from "../../graph/stats/report.js";
import { createReader } from "../../src/base/workers/reader.js";
import { dialect, type TestDatabase, createDatabase } from "../helpers/engine/database.js";
import { searchRead } from "../../graph/search/page.js";
import { statsRead } from "../../graph/stats/report.js";

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
    t.true(isUnavailable(await t.throwsAsync(missing.read(statsRead, query))));
    await missing.close();
  }
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  await db.raw("SELECT 1");
  await t.throwsAsync(reader.read(statsRead, query), { message: /users/ });
  await migrate(db);
  t.deepEqual(await reader.read(statsRead, query), EMPTY_REPORT);
});

test("the reader answers simultaneous queries, and rejects the rest when it closes", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => reader.read(statsRead, query)),
  );
  t.deepEqual(
    answers,
    Array.from({ length: 20 }, () => EMPTY_REPORT),
  );
  if (dialect === "postgres") return;
  const pending = Promise.allSettled(
    Array.from({ length: 3 }, () => reader.read(statsRead, query)),
  );
  await reader.close();
  for (const ended of await pending)
    t.true(ended.status === "rejected" && isUnavailable(ended.reason));
  t.true(isUnavailable(await t.throwsAsync(reader.read(statsRead, query))));
});

test("an organization that fills its waiting room is refused, and another is served in between", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const { placesPerKey, waitingPerKey } = SHARE_LIMITS.longReads;
  const ended: string[] = [];
  const readFor = async (organizationId: string): Promise<void> => {
    t.deepEqual(await reader.read(statsRead, { ...query, organizationId }), EMPTY_REPORT);
    ended.push(organizationId);
  };
  // Both threads start.
  await Promise.all([readFor("hostile"), readFor("good")]);
  const reads = Array.from({ length: placesPerKey + waitingPerKey }, () => readFor("hostile"));
  await t.throwsAsync(readFor("hostile"), { instanceOf: ShareExceededError });
  await readFor("good");
  t.true(reader.countPending() > waitingPerKey / 2);
  await Promise.all(reads);
  t.is(reader.countPending(), 0);
  await readFor("hostile");
});

test("a caller who left gives up its turn", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.teardown(reader.close);
  const abort = new AbortController();
  const left = Array.from({ length: 5 }, () => reader.read(statsRead, query, abort.signal));
  const stays = reader.read(statsRead, query);
  t.is(reader.countPending(), 6);
  abort.abort();
  t.true(reader.countPending() <= 2);
  for (const { status } of await Promise.allSettled(left)) t.is(status, "rejected");
  t.deepEqual(await stays, EMPTY_REPORT);
  t.is(reader.countPending(), 0);
});

test("a read that needs too much work is cancelled, and says what to change", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db, 0);
  t.teardown(reader.close);
  const stats = await t.throwsAsync(reader.read(statsRead, query), { instanceOf: Failure });
  t.like(stats, {
    code: "UNAVAILABLE",
    message: "The statistics need too much work; request a shorter period, or fewer users and tags",
  });
  const search: SearchQuery = {
    organizationId: "o",
    includeMatches: true,
    search: { terms: parseSearchTerms("roof"), order: "newest", limit: 1, projection: "short" },
  };
  const refused = await t.throwsAsync(reader.read(searchRead, search), { instanceOf: Failure });
  t.like(refused, { code: "INVALID_FIELD", field: "search" });
});

test("on PostgreSQL, a read may wait longer than it may work", async (t) => {
  const { database, db } = t.context;
  if (dialect === "sqlite") return t.pass();
  await migrate(db);
  const reader = createReader(database.url, db, 300);
  t.teardown(reader.close);
  const isLocked = Promise.withResolvers<void>();
  const locking = db.transaction(async (trx) => {
    await trx.raw("LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    isLocked.resolve();
    await setTimeout(600);
  });
  await isLocked.promise;
  t.deepEqual(await reader.read(statsRead, query), EMPTY_REPORT);
  await locking;
});

const buildManyRows = (trx: Knex): string =>
  `WITH RECURSIVE n (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 9999)
   SELECT count(*) AS count FROM n WHERE true ${continueRead(trx)}`;

test("a statement that reads many rows ends in the middle, and the connection is used again", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const other = connect(database.url, { readOnly: true });
  t.teardown(() => other.destroy());
  let checks = 0;
  const failed = snapshot(other, async (trx) => {
    limitRead(trx, () => {
      checks += 1;
      if (checks === 3) throw new ReadBudgetError();
    });
    checkRead(trx);
    await trx.raw(buildManyRows(trx));
    checkRead(trx);
    checkRead(trx);
  });
  await t.throwsAsync(failed, { instanceOf: ReadBudgetError });
  t.is(checks, 3);
  await snapshot(other, async (trx) => {
    limitRead(trx, () => {});
    t.is((await selectRows<{ count: number }>(trx, buildManyRows(trx), []))[0]!.count, 10_000);
  });
});

test("after the reader and the database close, the WAL is empty", async (t) => {
  const { database, db } = t.context;
  await migrate(db);
  const reader = createReader(database.url, db);
  t.deepEqual(await reader.read(statsRead, query), EMPTY_REPORT);
  await insertOrganization(db, "a");
  await reader.close();
  await db.destroy();
  t.false(existsSync(`${database.url.replace("sqlite:", "")}-wal`));
  db.initialize();
});
