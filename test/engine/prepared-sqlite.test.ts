import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import Database from "better-sqlite3";
import { connect } from "../../db/engine/connect.js";
import { isUnavailable } from "../../db/engine/errors.js";
import { prepareQuery } from "../../db/engine/prepared.js";
import type { SqliteClient } from "../../db/engine/sqlite.js";

// These tests use SQLite even when the run uses PostgreSQL.
const listNames = prepareQuery<{ from: number }, { name: string }>((db, { from }) =>
  db("names").select("name").where("id", ">=", from).orderBy("id"),
);
const TABLE = "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT)";

const createPath = (t: { teardown: (done: () => void) => void }): string => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-prepared-"));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "debrief.db");
};

test("reads of an in-memory database wait for the current transaction", async (t) => {
  const db = connect("sqlite::memory:");
  t.teardown(() => db.destroy());
  await db.raw(TABLE);
  let early: Promise<unknown> | undefined;
  const failed = db.transaction(async (trx) => {
    await trx("names").insert({ id: 1, name: "a" });
    t.deepEqual(await listNames(trx, { from: 0 }), [{ name: "a" }]);
    early = listNames(db, { from: 0 });
    throw new Error("rolled back");
  });
  await t.throwsAsync(failed, { message: "rolled back" });
  t.deepEqual(await early, []);
});

test("the read connection has the same settings and can't write", async (t) => {
  const db = connect(`sqlite:${createPath(t)}`);
  t.teardown(() => db.destroy());
  await db.raw(TABLE);
  const connection = (db.client as SqliteClient).connectionNow()!;
  t.is(connection.pragma("journal_mode", { simple: true }), "wal");
  t.is(connection.pragma("synchronous", { simple: true }), 2);
  t.is(connection.pragma("busy_timeout", { simple: true }), 5000);
  t.throws(() => connection.exec("INSERT INTO names VALUES (1, 'a')"), { code: "SQLITE_READONLY" });
  t.is((db.client as SqliteClient).connectionNow(), connection);
});

test("closing the database closes both connections and empties the WAL", async (t) => {
  const file = createPath(t);
  const db = connect(`sqlite:${file}`);
  await db.raw(TABLE);
  t.deepEqual(await listNames(db, { from: 0 }), []);
  const connection = (db.client as SqliteClient).connectionNow()!;
  await db.destroy();
  t.false(connection.open);
  t.false(existsSync(`${file}-wal`));
});

test("a statement is prepared once and hides its values from the planner", async (t) => {
  const db = connect(`sqlite:${createPath(t)}`);
  t.teardown(() => db.destroy());
  await db.raw(TABLE);
  const connection = (db.client as SqliteClient).connectionNow()!;
  const texts: string[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql: string) => {
    texts.push(sql.replaceAll("`", ""));
    return prepare(sql);
  };
  const first = prepareQuery<{ id: number }, object>((handle, { id }) =>
    handle("names").where("id", id).first("name"),
  );
  for (const id of [1, 2, 3]) await first(db, { id });
  t.deepEqual(texts, ["select name from names where id = (SELECT ?) limit 1"]);
});

test("an unreadable file is unavailable until it is readable again", async (t) => {
  const file = createPath(t);
  const db = connect(`sqlite:${file}`, { readOnly: true });
  t.teardown(() => db.destroy());
  t.true(
    isUnavailable(await t.throwsAsync(listNames(db, { from: 0 }), { code: "SQLITE_CANTOPEN" })),
  );
  const other = new Database(file);
  t.teardown(() => void other.close());
  other.pragma("journal_mode = WAL");
  other.exec(TABLE);
  t.deepEqual(await listNames(db, { from: 0 }), []);
});
