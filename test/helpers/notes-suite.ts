import anyTest, { type TestFn } from "ava";
import Database, { type Database as Connection } from "better-sqlite3";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect, type Db } from "../../db/connect.js";
import { Group } from "../../db/group.js";
import { prepared } from "../../db/prepared.js";

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

export interface Notes {
  directory: string;
  file: string;
  db: Knex;
  /** Commits together what comes together, however slow the machine is just now. */
  group: Group;
  /** A connection that others have, and that sees what is committed only. */
  beside: Connection;
}

/** A SQLite file with one table, whichever database the run is over. */
export const notesTest = (): TestFn<Notes> => {
  const test = anyTest as TestFn<Notes>;
  test.beforeEach(async (t) => {
    const directory = mkdtempSync(join(tmpdir(), "debrief-notes-"));
    const file = join(directory, "notes.db");
    const db = connect(`sqlite:${file}`);
    await db.raw("CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT)");
    const group = new Group(db, { longest: 60_000 });
    t.context = { directory, file, db, group, beside: new Database(file) };
  });
  test.afterEach.always(async (t) => {
    t.context.beside.close();
    await t.context.db.destroy();
    rmSync(t.context.directory, { recursive: true, force: true });
  });
  return test;
};

/** A change that writes one note. */
export const note =
  (id: string, text = "") =>
  async (trx: Db): Promise<string> => {
    await trx("notes").insert({ id, text });
    return id;
  };

const insert = prepared<{ id: string }, never>((trx, { id }) => trx("notes").insert({ id }));

/** The same by a prepared statement, which goes past Knex. */
export const preparedNote =
  (id: string) =>
  async (trx: Db): Promise<string> => {
    await insert(trx, { id });
    return id;
  };

/** The ids of the notes that others see, in the order in which they were written. */
export const committed = ({ beside }: Notes): unknown[] =>
  beside.prepare("SELECT id FROM notes ORDER BY rowid").pluck().all();

/** How many transactions were committed since the log was begun: each has one last frame in it. */
export const commits = ({ file, beside }: Notes): number => {
  const log = readFileSync(`${file}-wal`);
  const frame = FRAME_HEADER + (beside.pragma("page_size", { simple: true }) as number);
  let count = 0;
  for (let at = WAL_HEADER; at + frame <= log.length; at += frame)
    if (log.readUInt32BE(at + 4) > 0) count += 1;
  return count;
};

/** How each of the promises ended: what it gave, or the code or message of its error. */
export const outcomes = async (promises: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(promises)).map((result) =>
    result.status === "fulfilled"
      ? result.value
      : (result.reason.code ?? result.reason.message.replace(/.* - /, "")),
  );

/** How changes ended that came at once. */
export const together = async (
  { group }: Notes,
  changes: ((trx: Db) => Promise<unknown>)[],
): Promise<unknown[]> => outcomes(changes.map((change) => group.commit(change)));
