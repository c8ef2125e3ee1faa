import anyTest, { type TestFn } from "ava";
import Database, { type Database as Connection } from "better-sqlite3";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect, type Db } from "../../db/engine/connect.js";
import { WriteBatcher } from "../../db/engine/batch.js";
import { prepareQuery } from "../../db/engine/prepared.js";

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export interface NotesContext {
  directory: string;
  file: string;
  db: Knex;
  /** Commits simultaneous changes together, even on a slow machine. */
  group: WriteBatcher;
  /** A separate connection, which sees only committed changes. */
  observer: Connection;
}

/** A suite on a SQLite file with one table, even if the run uses PostgreSQL. */
export const createNotesSuite = (): TestFn<NotesContext> => {
  const test = anyTest as TestFn<NotesContext>;
  test.beforeEach(async (t) => {
    const directory = mkdtempSync(join(tmpdir(), "debrief-notes-"));
    const file = join(directory, "notes.db");
    const db = connect(`sqlite:${file}`);
    await db.raw("CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT)");
    const group = new WriteBatcher(db, { maxBatchMs: 60_000, longChangeMs: 60_000 });
    t.context = { directory, file, db, group, observer: new Database(file) };
  });
  test.afterEach.always(async (t) => {
    t.context.observer.close();
    await t.context.db.destroy();
    rmSync(t.context.directory, { recursive: true, force: true });
  });
  return test;
};

/** Builds a change that writes one note. */
export const buildNoteChange =
  (id: string, text = "") =>
  async (trx: Db): Promise<string> => {
    await trx("notes").insert({ id, text });
    return id;
  };

const insertNote = prepareQuery<{ id: string }, never>((trx, { id }) =>
  trx("notes").insert({ id }),
);

/** Builds the same change with a prepared statement, which bypasses Knex. */
export const buildPreparedChange =
  (id: string) =>
  async (trx: Db): Promise<string> => {
    await insertNote(trx, { id });
    return id;
  };

/** Lists the committed notes in the order of their writes. */
export const listCommitted = ({ observer }: NotesContext): unknown[] =>
  observer.prepare("SELECT id FROM notes ORDER BY rowid").pluck().all();

/** Counts the commits since the WAL started: the last frame of each transaction is marked. */
export const countCommits = ({ file, observer }: NotesContext): number => {
  const log = readFileSync(`${file}-wal`);
  const frame = FRAME_HEADER_BYTES + (observer.pragma("page_size", { simple: true }) as number);
  let count = 0;
  for (let at = WAL_HEADER_BYTES; at + frame <= log.length; at += frame)
    if (log.readUInt32BE(at + 4) > 0) count += 1;
  return count;
};

/** Returns each promise's value, or the code or message of its error. */
export const settleAll = async (promises: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(promises)).map((result) =>
    result.status === "fulfilled"
      ? result.value
      : (result.reason.code ?? result.reason.message.replace(/.* - /, "")),
  );

/** Commits simultaneous changes and returns their results. */
export const commitTogether = async (
  { group }: NotesContext,
  changes: ((trx: Db) => Promise<unknown>)[],
): Promise<unknown[]> => settleAll(changes.map((change) => group.commit(change)));
