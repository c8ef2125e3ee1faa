import { BUSY_TIMEOUT_MS } from "./busy-timeout.js";
import type { Database } from "better-sqlite3";
import { setTimeout } from "node:timers/promises";
import { prepareStatement } from "./sqlite.js";

const RETRY_DELAY_MS = 50;
const MAX_RETRIES = 100;

/**
 * Begins a write transaction. While another process writes, only the caller waits: SQLite's own wait blocks the
 * event loop, and with it all reads. @throws SQLITE_BUSY after five seconds
 */
export const beginImmediate = async (connection: Database): Promise<void> => {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft -= 1) {
    try {
      prepareStatement(connection, "PRAGMA busy_timeout = 0").get();
      prepareStatement(connection, "BEGIN IMMEDIATE").run();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY" || retriesLeft === 0) throw error;
    } finally {
      prepareStatement(connection, `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`).get();
    }
    await setTimeout(RETRY_DELAY_MS);
  }
};
