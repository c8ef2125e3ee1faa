import { BUSY_TIMEOUT_MS } from "./busy-timeout.js";
import type { Database } from "better-sqlite3";
import { type Db, dialectOf } from "./connect.js";

/**
 * Checkpoints SQLite's WAL into the file and truncates it: the WAL keeps overwritten pages. Doesn't wait:
 * returns false while a reader prevents it. PostgreSQL manages its WAL itself.
 */
export const tryTruncateWal = async (db: Db): Promise<boolean> => {
  if (dialectOf(db) === "postgres") return true;
  const { client } = db;
  const connection = (await client.acquireConnection()) as Database;
  try {
    // SQLite's own wait blocks the event loop.
    connection.pragma("busy_timeout = 0");
    return connection.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    await client.releaseConnection(connection);
  }
};
