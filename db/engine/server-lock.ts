import { closeSync, openSync, realpathSync } from "node:fs";
import Database from "better-sqlite3";
import { BUSY_TIMEOUT_MS } from "./busy-timeout.js";

/** The lock that each server of a SQLite database shares until it ends. */
export interface ServerLock {
  /** Whether another server had the lock at the start. */
  isShared: boolean;
  release: () => void;
}

const isBusy = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");

/**
 * Marks this process as a server of a SQLite database, with SQLite's lock on an empty file beside it. The operating
 * system releases the lock when the process ends, however it ends. Commands, backups and readers of the database don't
 * touch that file.
 */
export const acquireServerLock = (file: string): ServerLock => {
  const path = `${realpathSync(file)}.lock`;
  // As private as the database.
  closeSync(openSync(path, "a", 0o600));
  const lock = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  const release = (): void => void lock.close();
  let isShared = false;
  try {
    lock.pragma("busy_timeout = 0");
    try {
      lock.exec("BEGIN EXCLUSIVE; ROLLBACK");
    } catch (error) {
      if (!isBusy(error)) throw error;
      isShared = true;
    }
    // Another server holds the exclusive lock for an instant.
    lock.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // A read in an open transaction holds the shared lock.
    lock.exec("BEGIN");
    lock.prepare("SELECT count(*) FROM sqlite_master").get();
  } catch (error) {
    release();
    throw error;
  }
  return { isShared, release };
};
