import Database from "better-sqlite3";
import { rmSync } from "node:fs";
import { copyRows, type FileDamage, inspectDatabase } from "../engine/integrity.js";
import { NewerDatabaseError } from "./migrate.js";
import { migrations } from "../migrations/index.js";

// SQLite files that no other process has open: opened without a pool or a server's settings.

const BUSY_TIMEOUT_MS = 5000;

/** The file isn't a debrief database, or is damaged. */
export class UnusableFileError extends Error {}

/** The metadata of a backup, stored in its own table. */
export interface BackupMetadata {
  /** Milliseconds since 1970. */
  madeAt: number;
  /** The debrief version that created the backup. */
  version: string;
  /** 64 hex digits; null if the key is a setting or lost. */
  secretKey: string | null;
}

/** A summary of a database file that passed the check. */
export interface CheckedDatabase {
  metadata: BackupMetadata | undefined;
  migrations: string[];
  organizations: number;
  recordings: number;
  /** Any organization's sealed secret, to test a key with. */
  sealedSecret: string | undefined;
}

export const writeBackupMetadata = (
  file: string,
  { madeAt, version, secretKey }: BackupMetadata,
): void => {
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

const hasTable = (db: Database.Database, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) !==
  undefined;

const countRows = (db: Database.Database, table: string): number =>
  db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;

const loadSealedSecret = (db: Database.Database): string | undefined =>
  db.prepare("SELECT signing_secret FROM api_keys LIMIT 1").pluck().get() as string | undefined;

const checkDatabase = (db: Database.Database): CheckedDatabase => {
  const [result] = db.prepare("PRAGMA integrity_check(1)").pluck().all();
  if (result !== "ok") throw new UnusableFileError(`is damaged: ${String(result)}`);
  if (!hasTable(db, "knex_migrations") || !hasTable(db, "organizations"))
    throw new UnusableFileError("isn't a debrief database");
  const names = db
    .prepare("SELECT name FROM knex_migrations ORDER BY id")
    .pluck()
    .all() as string[];
  const unknown = names.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const metadata = hasTable(db, "backup")
    ? db.prepare("SELECT made_at AS madeAt, version, secret_key AS secretKey FROM backup").get()
    : undefined;
  return {
    metadata: metadata as BackupMetadata | undefined,
    migrations: names,
    organizations: countRows(db, "organizations"),
    recordings: countRows(db, "recordings"),
    sealedSecret: loadSealedSecret(db),
  };
};

const withDatabase = <T>(
  file: string,
  readonly: boolean,
  work: (db: Database.Database) => T,
): T => {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    return work(db);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "SQLITE_NOTADB" || code?.startsWith("SQLITE_CORRUPT"))
      throw new UnusableFileError(`is damaged or not a database: ${(error as Error).message}`);
    throw error;
  } finally {
    db?.close();
  }
};

/** The parts missing in a database copy because the original is damaged. They can be rebuilt from the copy. */
export type DamagedParts = Pick<FileDamage, "indexes" | "search">;

/**
 * Copies the database while other processes write to it. VACUUM INTO reads one snapshot, so concurrent writes don't
 * restart it. It skips free pages: a backup has no erased data. If it fails on unreadable index pages, copies the rows
 * instead. Returns what is still damaged in the copy.
 * @throws UnusableFileError if a table is damaged
 */
export const copyDatabase = (source: string, target: string): DamagedParts => {
  try {
    withDatabase(source, true, (db) => void db.prepare("VACUUM INTO ?").run(target));
  } catch (error) {
    if (!(error instanceof UnusableFileError)) throw error;
    const { isRebuildable, indexes } = withDatabase(source, true, inspectDatabase);
    if (!isRebuildable) throw error;
    rmSync(target, { force: true });
    copyRows(source, target);
    return { indexes, search: true };
  }
  const { findings, isRebuildable, indexes, search } = withDatabase(target, true, inspectDatabase);
  if (!isRebuildable) throw new UnusableFileError(`is damaged: ${findings[0]!}`);
  return { indexes, search };
};

/** Checks the whole file. @throws UnusableFileError, NewerDatabaseError */
export const checkDatabaseFile = (file: string): CheckedDatabase =>
  withDatabase(file, true, checkDatabase);

/** Turns off WAL mode in a file that a server's connection has changed: a backup must be one file. */
export const leaveWalMode = (file: string): void =>
  withDatabase(file, false, (db) => void db.pragma("journal_mode = DELETE"));

/** Returns any organization's sealed secret. A server may be using the file. */
export const readSealedSecret = (file: string): string | undefined =>
  withDatabase(file, true, loadSealedSecret);

// Sessions that ended after the backup must not become valid again.
const SESSION_TABLES = ["sessions", "setup_links", "account_links"];

/**
 * Checks the copy of a backup and turns it into a database: overwrites the metadata and all sessions, and
 * sets the journal mode of a server. @throws UnusableFileError, NewerDatabaseError
 */
export const prepareRestoredFile = (file: string): CheckedDatabase =>
  withDatabase(file, false, (db) => {
    const checked = checkDatabase(db);
    db.pragma("secure_delete = ON");
    if (checked.metadata) db.exec("DROP TABLE backup");
    for (const table of SESSION_TABLES) if (hasTable(db, table)) db.exec(`DELETE FROM ${table}`);
    db.pragma("journal_mode = WAL");
    return checked;
  });
