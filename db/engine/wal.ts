import type { Database } from "better-sqlite3";
import { type Db, dialectOf } from "./connect.js";

/**
 * Brings what is in SQLite's log into the file, and empties the log, which holds what pages were before
 * they were written over. At once, or not at all: false where a reader is in the way. PostgreSQL does what
 * it does by itself.
 */
export const emptyLog = async (db: Db): Promise<boolean> => {
  if (dialectOf(db) === "postgres") return true;
  const { client } = db;
  const connection = (await client.acquireConnection()) as Database;
  try {
    // SQLite's own waiting would keep the event loop.
    connection.pragma("busy_timeout = 0");
    return connection.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    connection.pragma("busy_timeout = 5000");
    await client.releaseConnection(connection);
  }
};
