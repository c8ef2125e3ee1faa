import Database from "better-sqlite3";
import { isDatabase } from "./header.js";

/** Another process has the database open. */
export class InUse extends Error {}

/** A database that nobody else can open. */
export interface Held {
  /** Whether its log is in it now, and gone; false where the file is too damaged for that. */
  whole: boolean;
  release: () => void;
}

const BUSY_MS = 1000;

const isDamage = (error: unknown): boolean =>
  /^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code));

const alone = (file: string, take: (db: Database.Database) => void): Held => {
  // SQLite would look into its log, and delete it.
  if (!isDatabase(file)) return { whole: false, release: () => {} };
  const db = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    // Under WAL every connection keeps a shared lock on the file for as long as it is open. This one
    // asks for the whole file, which it gets where there is no other.
    db.pragma("locking_mode = EXCLUSIVE");
    take(db);
    return { whole: true, release: () => void db.close() };
  } catch (error) {
    db.close();
    const { code } = error as { code?: string };
    if (code?.startsWith("SQLITE_BUSY")) throw new InUse("another process has it open");
    if (isDamage(error)) return { whole: false, release: () => {} };
    throw error;
  }
};

/** Whether any process has the database open: a server, a verb that is at work, the sqlite3 shell. */
export const isInUse = (file: string): boolean => {
  try {
    alone(file, (db) => db.exec("BEGIN EXCLUSIVE; ROLLBACK")).release();
    return false;
  } catch (error) {
    if (error instanceof InUse) return true;
    throw error;
  }
};

/**
 * Brings the log into the file, takes the log away, and keeps everybody out until it is released. The
 * file leaves WAL for that. Under WAL, what closes it would delete the log by its name, which may be
 * another's by then. And who waited with the file open, and goes on when it is released, has to write to
 * it to use it: which SQLite refuses where the file has lost its name meanwhile.
 * The caller must not open the file by other means, since closing that would end the lock. @throws InUse
 */
export const holdAlone = (file: string): Held =>
  alone(file, (db) => {
    db.pragma("journal_mode = DELETE");
    db.exec("BEGIN EXCLUSIVE");
  });
