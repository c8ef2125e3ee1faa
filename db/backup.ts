import Database from "better-sqlite3";
import { NewerDatabase } from "./migrate.js";
import { migrations } from "./migrations/index.js";

// Whole files of SQLite, opened by nobody else: no pool, and none of the settings of a server.

const BUSY_MS = 5000;

/** The file is no database of debrief, or is damaged. */
export class UnusableFile extends Error {}

/** What a backup says of itself, in a table of its own. */
export interface BackupNote {
  /** Milliseconds since 1970. */
  madeAt: number;
  /** Of the program that made it. */
  version: string;
  /** 64 hex digits; null where the key is a setting, or lost. */
  secretKey: string | null;
}

/** What a file that passed the check holds. */
export interface Checked {
  note: BackupNote | undefined;
  migrations: string[];
  organizations: number;
  recordings: number;
  /** Some organization's sealed secret, to try a key on. */
  sealed: string | undefined;
}

export const writeNote = (file: string, { madeAt, version, secretKey }: BackupNote): void => {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.exec(
      "CREATE TABLE backup (made_at INTEGER NOT NULL, version TEXT NOT NULL, secret_key TEXT) STRICT",
    );
    db.prepare("INSERT INTO backup VALUES (?, ?, ?)").run(madeAt, version, secretKey);
  } finally {
    db.close();
  }
};

const has = (db: Database.Database, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !==
  undefined;

const count = (db: Database.Database, table: string): number =>
  db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;

const sealed = (db: Database.Database): string | undefined =>
  db.prepare("SELECT signing_secret FROM api_keys LIMIT 1").pluck().get() as string | undefined;

const check = (db: Database.Database): Checked => {
  const [first] = db.prepare("PRAGMA integrity_check(1)").pluck().all();
  if (first !== "ok") throw new UnusableFile(`is damaged: ${String(first)}`);
  if (!has(db, "knex_migrations") || !has(db, "organizations"))
    throw new UnusableFile("is no database of debrief");
  const names = db
    .prepare("SELECT name FROM knex_migrations ORDER BY id")
    .pluck()
    .all() as string[];
  const unknown = names.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  const note = has(db, "backup")
    ? db.prepare("SELECT made_at AS madeAt, version, secret_key AS secretKey FROM backup").get()
    : undefined;
  return {
    note: note as BackupNote | undefined,
    migrations: names,
    organizations: count(db, "organizations"),
    recordings: count(db, "recordings"),
    sealed: sealed(db),
  };
};

const opened = <T>(file: string, readonly: boolean, work: (db: Database.Database) => T): T => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly, fileMustExist: true, timeout: BUSY_MS });
    return work(db);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "SQLITE_NOTADB" || code?.startsWith("SQLITE_CORRUPT"))
      throw new UnusableFile(`is damaged or no database: ${(error as Error).message}`);
    throw error;
  } finally {
    db?.close();
  }
};

/**
 * Writes a copy of the database, of one moment after the call, while others write to it. VACUUM INTO
 * reads one snapshot, so that no amount of writing makes it begin again, and leaves behind what was
 * deleted: nothing erased is in a backup.
 * @throws UnusableFile
 */
export const copyDatabase = (source: string, target: string): void =>
  opened(source, true, (db) => void db.prepare("VACUUM INTO ?").run(target));

/** Reads the whole file. @throws UnusableFile, NewerDatabase */
export const checkFile = (file: string): Checked => opened(file, true, check);

/** Some organization's sealed secret; a server may be using the file. */
export const sealedIn = (file: string): string | undefined => opened(file, true, sealed);

// What has ended since the backup must not come back with it.
const ENDING = ["sessions", "setup_links"];

/**
 * Checks the copy of a backup and makes a database of it: without the note and without anybody's session,
 * of which nothing stays in the file, and in the journal mode that a server uses. @throws UnusableFile, NewerDatabase
 */
export const settleFile = (file: string): Checked =>
  opened(file, false, (db) => {
    const checked = check(db);
    db.pragma("secure_delete = ON");
    if (checked.note) db.exec("DROP TABLE backup");
    for (const table of ENDING) if (has(db, table)) db.exec(`DELETE FROM ${table}`);
    db.pragma("journal_mode = WAL");
    return checked;
  });
