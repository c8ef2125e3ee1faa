import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { inList } from "../../db/engine/in-list.js";
import { connect } from "../../db/engine/connect.js";
import { isDatabaseError, isUnavailable } from "../../db/engine/errors.js";
import type { Placeholders } from "../../db/engine/placeholder.js";
import { prepareQuery } from "../../db/engine/prepared.js";
import { snapshot } from "../../db/engine/snapshot.js";
import { dialect, type TestDatabase, createDatabase } from "../helpers/engine/database.js";

const test = anyTest as TestFn<{ database: TestDatabase; db: Knex }>;

test.beforeEach(async (t) => {
  const database = await createDatabase();
  const db = connect(database.url);
  await db.raw("CREATE TABLE letters (id INTEGER PRIMARY KEY, place TEXT, sent INTEGER)");
  t.context = { database, db };
});

test.afterEach.always(async (t) => {
  await t.context.db.destroy();
  await t.context.database.remove();
});

interface Letter {
  id: number;
  place: string | null;
  sent: number | null;
}

interface Search {
  place: string;
  from?: number;
  limit: number;
}

const buildQuery = (db: Knex, values: Placeholders<Search>): Knex.QueryBuilder => {
  const query = db("letters").select("id", "place", "sent").where("place", values.place);
  if (values.from !== undefined) query.where("id", ">=", values.from);
  return query.orderBy("id").limit(values.limit);
};

const listLetters = prepareQuery<Search, Letter>(buildQuery);

const findLetter = prepareQuery<{ id: number }, Letter>((db, { id }) =>
  db("letters").where("id", id).first("id", "place", "sent"),
);

const listByIds = prepareQuery<{ ids: number[] }, { id: number }>((db, { ids }) =>
  db("letters")
    .select("id")
    .where(inList(db, "id", ids))
    .whereNotNull("place")
    .orderBy("id"),
);

const insertLetter = prepareQuery<
  { id: number; place: string; sent?: boolean | null },
  { id: number }
>((trx, { id, place, sent }) => trx("letters").insert({ id, place, sent }, "id"));

const commitLetter = (db: Knex, id: number, place = "here"): Promise<unknown> =>
  db.transaction((trx) => insertLetter(trx, { id, place }));

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

test("a query is built once per set of defined values", async (t) => {
  const { db } = t.context;
  for (const id of [1, 2, 3]) await commitLetter(db, id);
  await commitLetter(db, 4, "there");
  let buildCount = 0;
  const countedQuery = prepareQuery<Search, Letter>((...args) => {
    buildCount += 1;
    return buildQuery(...args);
  });
  for (const limit of [1, 2, 3, 1])
    t.deepEqual(idsOf(await countedQuery(db, { place: "here", limit })), [1, 2, 3].slice(0, limit));
  t.is(buildCount, 1);
  t.deepEqual(await countedQuery(db, { place: "there", limit: 9 }), [
    { id: 4, place: "there", sent: null },
  ]);
  t.deepEqual(idsOf(await countedQuery(db, { place: "here", from: 2, limit: 9 })), [2, 3]);
  t.deepEqual(
    idsOf(await countedQuery(db, { place: "here", from: undefined!, limit: 9 })),
    [1, 2, 3],
  );
  t.is(buildCount, 2);
  t.deepEqual(await findLetter(db, { id: 2 }), [{ id: 2, place: "here", sent: null }]);
  t.deepEqual(await findLetter(db, { id: 9 }), []);
  t.deepEqual(idsOf(await listByIds(db, { ids: [4, 2, 9] })), [2, 4]);
  t.deepEqual(await listByIds(db, { ids: [] }), []);
});

test("values bind like Knex's, and a statement without its values fails", async (t) => {
  const { db } = t.context;
  const sent = dialect === "sqlite" ? [true, null] : [null];
  await db.transaction(async (trx) => {
    for (const [index, value] of sent.entries())
      t.deepEqual(await insertLetter(trx, { id: index, place: "'?", sent: value }), [
        { id: index },
      ]);
  });
  t.deepEqual(
    (await listLetters(db, { place: "'?", limit: 9 })).map((row) => row.sent),
    sent.map((value) => value && 1),
  );
  await t.throwsAsync(findLetter(db, {} as { id: number }), { message: /Undefined binding/ });
});

test("the next read on any connection sees an acknowledged write", async (t) => {
  const { database, db } = t.context;
  const other = connect(database.url);
  t.teardown(() => other.destroy());
  for (let id = 1; id <= 20; id += 1) {
    await commitLetter(id % 2 ? db : other, id);
    for (const handle of [db, other]) t.is((await findLetter(handle, { id }))[0]?.id, id);
  }
  await db("letters").delete();
  for (const handle of [db, other])
    t.deepEqual(await listLetters(handle, { place: "here", limit: 9 }), []);
});

test("a transaction reads its own writes, and other readers don't wait", async (t) => {
  const { db } = t.context;
  await commitLetter(db, 1);
  const failed = db.transaction(async (trx) => {
    await insertLetter(trx, { id: 2, place: "here" });
    t.deepEqual(idsOf(await listLetters(trx, { place: "here", limit: 9 })), [1, 2]);
    t.deepEqual(idsOf(await listLetters(db, { place: "here", limit: 9 })), [1]);
    t.deepEqual(await db("letters").pluck("id"), [1]);
    await trx.transaction(async (inner) => {
      t.deepEqual(idsOf(await listLetters(inner, { place: "here", limit: 9 })), [1, 2]);
    });
    throw new Error("rolled back");
  });
  await t.throwsAsync(failed, { message: "rolled back" });
  t.deepEqual(idsOf(await listLetters(db, { place: "here", limit: 9 })), [1]);
});

test("a snapshot doesn't change during writes", async (t) => {
  const { database, db } = t.context;
  await commitLetter(db, 1);
  const other = connect(database.url, { readOnly: true });
  t.teardown(() => other.destroy());
  await snapshot(other, async (trx) => {
    t.deepEqual(idsOf(await listLetters(trx, { place: "here", limit: 9 })), [1]);
    await commitLetter(db, 2);
    t.deepEqual(idsOf(await listLetters(trx, { place: "here", limit: 9 })), [1]);
    t.deepEqual(idsOf(await listLetters(other, { place: "here", limit: 9 })), [1, 2]);
  });
});

test("an ended transaction refuses reads and writes", async (t) => {
  const { db } = t.context;
  const ended = await db.transaction(async (trx) => trx);
  await t.throwsAsync(findLetter(ended, { id: 1 }));
  await t.throwsAsync(insertLetter(ended, { id: 1, place: "here" }));
  await t.throwsAsync(insertLetter(db, { id: 1, place: "here" }), {
    message: /needs a transaction/,
  });
  t.deepEqual(await db("letters"), []);
});

test("a prepared query survives schema changes", async (t) => {
  const { db } = t.context;
  await commitLetter(db, 1);
  t.is((await findLetter(db, { id: 1 })).length, 1);
  await db.raw("ALTER TABLE letters ADD COLUMN stamp TEXT");
  await db.raw("CREATE INDEX letters_places ON letters (place)");
  t.deepEqual(await findLetter(db, { id: 1 }), [{ id: 1, place: "here", sent: null }]);
  await db.raw("DROP TABLE letters");
  const error = await t.throwsAsync(findLetter(db, { id: 1 }), { message: /select .*letters/s });
  t.true(isDatabaseError(error));
  t.false(isUnavailable(error));
});

test("errors keep the database's codes", async (t) => {
  const { db } = t.context;
  await commitLetter(db, 1);
  const code = dialect === "postgres" ? "23505" : "SQLITE_CONSTRAINT_PRIMARYKEY";
  const error = await t.throwsAsync(commitLetter(db, 1), { code });
  t.true(isDatabaseError(error));
  t.false(isUnavailable(error));
});

test("a read doesn't reopen a closed database", async (t) => {
  const { db } = t.context;
  t.deepEqual(await findLetter(db, { id: 1 }), []);
  await db.destroy();
  await t.throwsAsync(findLetter(db, { id: 1 }), { message: "Unable to acquire a connection" });
  await t.throwsAsync(async () => db("letters").first("id"), {
    message: "Unable to acquire a connection",
  });
  db.initialize();
  t.deepEqual(await findLetter(db, { id: 1 }), []);
});
