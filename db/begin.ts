import type { Database } from "better-sqlite3";
import { setTimeout } from "node:timers/promises";
import { prepare } from "./sqlite.js";

const WAIT_MS = 50;
const TRIES = 100;

/**
 * Begins to write. Where another process does, only the caller waits: SQLite's own waiting would keep the
 * event loop, and with it whoever just reads. @throws SQLITE_BUSY after five seconds
 */
export const beginToWrite = async (connection: Database): Promise<void> => {
  for (let left = TRIES; ; left -= 1) {
    try {
      prepare(connection, "PRAGMA busy_timeout = 0").get();
      prepare(connection, "BEGIN IMMEDIATE").run();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY" || left === 0) throw error;
    } finally {
      prepare(connection, "PRAGMA busy_timeout = 5000").get();
    }
    await setTimeout(WAIT_MS);
  }
};
