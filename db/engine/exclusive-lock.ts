import Database from "better-sqlite3";
import { isSqliteFile } from "./sqlite-file.js";

/** Another process has the database open. */
export class DatabaseInUseError extends Error {}

/** A lock that keeps every other process from opening the database. */
export interface ExclusiveLock {
  /** True if the WAL was merged and deleted; false if the file is too damaged. */
  isCheckpointed: boolean;
  release: () => void;
}

const BUSY_TIMEOUT_MS = 1000;

const isCorruption = (error: unknown): boolean =>
  /^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code));

const lockExclusively = (file: string, lock: (db: Database.Database) => void): ExclusiveLock => {
  // If the file isn't a database, SQLite would read and delete its WAL.
  if (!isSqliteFile(file)) return { isCheckpointed: false, release: () => {} };
  const db = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    // Under WAL, every open connection holds a shared lock on the file. An exclusive lock succeeds only if there is no
    // other connection.
    db.pragma("locking_mode = EXCLUSIVE");
    lock(db);
    return { isCheckpointed: true, release: () => void db.close() };
  } catch (error) {
    db.close();
    const { code } = error as { code?: string };
    if (code?.startsWith("SQLITE_BUSY"))
      throw new DatabaseInUseError("another process has it open");
    if (isCorruption(error)) return { isCheckpointed: false, release: () => {} };
    throw error;
  }
};

/** Returns whether any process has the database open: a server, a command, the sqlite3 shell. */
export const isDatabaseInUse = (file: string): boolean => {
  try {
    lockExclusively(file, (db) => db.exec("BEGIN EXCLUSIVE; ROLLBACK")).release();
    return false;
  } catch (error) {
    if (error instanceof DatabaseInUseError) return true;
    throw error;
  }
};

/**
 * Merges the WAL into the file, deletes it, and locks the file until `release`. The file leaves WAL mode: in WAL mode,
 * closing the connection deletes the WAL by name, and that WAL may by then belong to a restored file. A waiting process
 * that opened the old file can't use it: SQLite refuses writes to a renamed file. The caller must not open the file in
 * any other way: closing it would release the lock.
 * @throws DatabaseInUseError
 */
export const acquireExclusiveLock = (file: string): ExclusiveLock =>
  lockExclusively(file, (db) => {
    db.pragma("journal_mode = DELETE");
    db.exec("BEGIN EXCLUSIVE");
  });
