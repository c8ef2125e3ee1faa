import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import Database from "better-sqlite3";
import { connect, type Db } from "../../db/engine/connect.js";
import { prepareQuery } from "../../db/engine/prepared.js";
import { joinSnapshot } from "../../db/engine/join-snapshot.js";
import { transact } from "../../db/engine/write.js";

// These tests use SQLite even when the run uses PostgreSQL.
const listIds = prepareQuery<object, { id: number }>((db) => db("rows").select("id"));
const countRows = async (db: Db): Promise<number> => (await listIds(db, {})).length;

/** Reads as a request does that arrives now. */
const readAsRequest = async (db: Db): Promise<number> => {
  joinSnapshot(db);
  return countRows(db);
};

const MB = 1024 * 1024;

const open = async (
  t: ExecutionContext,
): Promise<{ db: Db; file: string; other: Database.Database }> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-join-snapshot-"));
  const file = join(directory, "debrief.db");
  const db = connect(`sqlite:${file}`);
  await db.raw("CREATE TABLE rows (id INTEGER PRIMARY KEY, bytes BLOB)");
  const other = new Database(file);
  t.teardown(async () => {
    other.close();
    await db.destroy();
    rmSync(directory, { recursive: true, force: true });
  });
  return { db, file, other };
};

test("requests of one turn read one snapshot, and the next turn sees the commits of other processes", async (t) => {
  const { db, other } = await open(t);
  t.is(await readAsRequest(db), 0);
  other.exec("INSERT INTO rows (id) VALUES (1)");
  t.is(await countRows(db), 0);
  await setImmediate();
  t.is(await countRows(db), 1);
});

test("a read outside of a request sees what other processes have committed", async (t) => {
  const { db, other } = await open(t);
  t.is(await countRows(db), 0);
  other.exec("INSERT INTO rows (id) VALUES (1)");
  t.is(await countRows(db), 1);
});

const insertBeforeRead = (db: Db) => async (trx: Db) => {
  await trx("rows").insert({ id: 1 });
  await readAsRequest(db);
};

const changes: Record<string, (db: Db) => Promise<unknown>> = {
  "a statement": async (db) => db("rows").insert({ id: 1 }),
  "a transaction": async (db) => db.transaction(insertBeforeRead(db)),
  "a batched change": async (db) => transact(db, insertBeforeRead(db)),
};

for (const [name, change] of Object.entries(changes))
  test(`${name} is seen by the reads after it, though its turn has a snapshot`, async (t) => {
    const { db } = await open(t);
    const changed = change(db);
    for (let turn = 0; turn < 3; turn += 1) {
      await readAsRequest(db);
      await Promise.resolve();
    }
    await changed;
    t.is(await countRows(db), 1);
  });

test("changes beside reads of every turn leave the WAL small", async (t) => {
  const { db, file } = await open(t);
  const over = new AbortController();
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await readAsRequest(db);
      await setImmediate();
    }
  };
  const reading = read();
  for (let count = 0; count < 60; count += 1)
    await transact(db, async (trx) => {
      await trx.raw("INSERT INTO rows (bytes) VALUES (zeroblob(?))", [MB]);
      await readAsRequest(db);
    });
  over.abort();
  await reading;
  t.true(statSync(`${file}-wal`).size < 16 * MB, `${statSync(`${file}-wal`).size} bytes`);
});
