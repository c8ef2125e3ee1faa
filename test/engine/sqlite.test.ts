import anyTest, { type ExecutionContext, type TestFn } from "ava";
import Database, { type Database as Connection } from "better-sqlite3";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { migrate } from "../../db/schema/migrate.js";
import { configureConnection } from "../../db/engine/sqlite.js";

const test = anyTest as TestFn<{ directory: string; file: string; db: Knex }>;

// These tests use SQLite even when the run uses PostgreSQL.
test.beforeEach((t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-sqlite-"));
  const file = join(directory, "debrief.db");
  t.context = { directory, file, db: connect(`sqlite:${file}`) };
});

test.afterEach.always(async (t) => {
  await t.context.db.destroy();
  rmSync(t.context.directory, { recursive: true, force: true });
});

const readPragma = async (db: Knex, name: string): Promise<unknown> =>
  Object.values((await db.raw(`PRAGMA ${name}`))[0])[0];

/** Returns the driver's connection, which stays in the pool. */
const acquireDriverConnection = async (db: Knex): Promise<Connection> => {
  const connection: Connection = await db.client.acquireConnection();
  await db.client.releaseConnection(connection);
  return connection;
};

/** Collects the statements that are prepared from now on. */
const recordPreparations = async (db: Knex): Promise<string[]> => {
  const connection = await acquireDriverConnection(db);
  const texts: string[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql: string) => {
    texts.push(sql);
    return prepare(sql);
  };
  return texts;
};

const openOther = (
  t: ExecutionContext<{ file: string }>,
  options?: Database.Options,
): Connection => {
  const connection = new Database(t.context.file, options);
  t.teardown(() => void connection.close());
  return connection;
};

test("every connection syncs commits, checks foreign keys and waits for locks", async (t) => {
  const second = connect(`sqlite:${t.context.file}`);
  t.teardown(() => second.destroy());
  for (const db of [t.context.db, second]) {
    t.is(await readPragma(db, "journal_mode"), "wal");
    t.is(await readPragma(db, "synchronous"), 2);
    t.is(await readPragma(db, "foreign_keys"), 1);
    t.is(await readPragma(db, "secure_delete"), 1);
    t.is(await readPragma(db, "busy_timeout"), 5000);
  }
});

test("a connection without the required settings is refused", (t) => {
  const good = {
    journal_mode: "wal",
    synchronous: 2,
    foreign_keys: 1,
    busy_timeout: 5000,
    secure_delete: 1,
  };
  const prepareWith = (answers: Record<string, unknown>): void =>
    configureConnection({
      function: () => {},
      pragma: (text: string) => ({ ...good, ...answers })[text.split(" ")[0] as keyof typeof good],
    } as unknown as Connection);
  t.notThrows(() => prepareWith({}));
  t.notThrows(() => prepareWith({ journal_mode: "memory" }));
  t.throws(() => prepareWith({ journal_mode: "delete" }), { message: /journal_mode is delete/ });
  t.throws(() => prepareWith({ synchronous: 1 }), { message: /synchronous is 1; it must be 2/ });
  t.throws(() => prepareWith({ foreign_keys: 0 }), { message: /foreign_keys is 0;/ });
  t.throws(() => prepareWith({ secure_delete: 0 }), { message: /secure_delete is 0;/ });
  t.throws(() => prepareWith({ busy_timeout: 0 }), { message: /busy_timeout is 0;/ });
});

test("a database that can't use a WAL is not opened", async (t) => {
  // An empty name opens a temporary database, which can't use a WAL.
  const db = connect("sqlite:");
  t.teardown(() => db.destroy());
  await t.throwsAsync(async () => db.raw("SELECT 1"), { message: /journal_mode is delete/ });
});

test("opening a new database waits for the process that creates it", async (t) => {
  const worker = new Worker(
    `const { workerData, parentPort } = require("node:worker_threads");
     const db = new (require("better-sqlite3"))(workerData);
     db.exec("CREATE TABLE made (id TEXT); BEGIN IMMEDIATE; INSERT INTO made VALUES ('x')");
     parentPort.postMessage("holding");
     setTimeout(() => { db.exec("COMMIT"); db.close(); }, 200);`,
    { eval: true, workerData: t.context.file },
  );
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  t.teardown(() => ended);
  await new Promise((resolve) => worker.once("message", resolve));
  t.deepEqual(await t.context.db("made").pluck("id"), ["x"]);
});

test("a statement is prepared once, however often it runs", async (t) => {
  const { db } = t.context;
  await db.raw("CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)");
  const texts = await recordPreparations(db);
  for (const x of ["p", "q", "r"]) {
    await db("a").insert({ x });
    await db.transaction(async (trx) => trx("a").where({ x }).first());
  }
  t.deepEqual(texts.toSorted(), [...new Set(texts)].toSorted());
  t.deepEqual(texts.filter((sql) => sql.startsWith("insert")).length, 1);
  t.deepEqual(await db("a").orderBy("id").pluck("x"), ["p", "q", "r"]);
});

test("the cache keeps 300 statements and evicts the least recently used", async (t) => {
  const { db } = t.context;
  const texts = await recordPreparations(db);
  const run = async (number: number): Promise<boolean> => {
    const before = texts.length;
    t.is((await db.raw(`SELECT ${number} AS number`))[0].number, number);
    return texts.length > before;
  };
  for (let number = 1; number <= 300; number += 1) t.true(await run(number));
  t.false(await run(1));
  t.true(await run(301));
  t.false(await run(1));
  t.false(await run(3));
  t.true(await run(2));
});

test("a prepared statement sees a column that was added later", async (t) => {
  const { db } = t.context;
  await db.raw("CREATE TABLE a (id INTEGER PRIMARY KEY)");
  await db("a").insert({ id: 1 });
  t.deepEqual(await db("a").select("*"), [{ id: 1 }]);
  await db.raw("ALTER TABLE a ADD COLUMN x TEXT");
  t.deepEqual(await db("a").select("*"), [{ id: 1, x: null }]);
});

test("a transaction takes the write lock before its first read", async (t) => {
  const { db } = t.context;
  await db.raw("CREATE TABLE a (id INTEGER PRIMARY KEY)");
  const connection = openOther(t, { timeout: 0 });
  await db.transaction(async (trx) => {
    t.deepEqual(await trx("a"), []);
    t.throws(() => connection.exec("INSERT INTO a VALUES (1)"), { code: "SQLITE_BUSY" });
    await trx("a").insert({ id: 2 });
  });
  connection.exec("INSERT INTO a VALUES (1)");
  t.deepEqual(await db("a").orderBy("id").pluck("id"), [1, 2]);
});

test("a nested transaction can fail alone", async (t) => {
  const { db } = t.context;
  await db.raw("CREATE TABLE a (id INTEGER PRIMARY KEY)");
  await db.transaction(async (trx) => {
    await trx("a").insert({ id: 1 });
    const inner = trx.transaction(async (savepoint) => {
      await savepoint("a").insert({ id: 2 });
      throw new Error("inner");
    });
    await t.throwsAsync(inner, { message: "inner" });
  });
  t.deepEqual(await db("a").pluck("id"), [1]);
});

test("SQLite refuses a dangling foreign key", async (t) => {
  const { db } = t.context;
  await db.raw("CREATE TABLE parents (id INTEGER PRIMARY KEY)");
  await db.raw("CREATE TABLE children (parent INTEGER REFERENCES parents (id))");
  await t.throwsAsync(db("children").insert({ parent: 1 }), {
    code: "SQLITE_CONSTRAINT_FOREIGNKEY",
  });
});

test("the planner ignores bound values but uses a partial status index", async (t) => {
  const { db } = t.context;
  await migrate(db);
  await db.raw("CREATE TABLE letters (id INTEGER PRIMARY KEY, status TEXT, day INTEGER)");
  await db.raw("CREATE INDEX letters_unsent ON letters (day) WHERE status = 'unsent'");
  const plan = "EXPLAIN QUERY PLAN SELECT day FROM letters WHERE status = ? ORDER BY day";
  t.regex(JSON.stringify(await db.raw(plan, ["unsent"])), /letters_unsent/);
  const texts = await recordPreparations(db);
  await db.transaction((trx) =>
    trx("clients").where({ organization_id: "a" }).orderBy("id").first("id"),
  );
  t.deepEqual(
    texts.filter((text) => text.startsWith("select")).map((text) => text.replaceAll("`", "")),
    ["select id from clients where organization_id = (SELECT ?) order by id asc limit 1"],
  );
});
