import { BUSY_TIMEOUT_MS } from "./busy-timeout.js";
import type { Database } from "better-sqlite3";
import { type Db, dialectOf } from "./connect.js";
import { prepareStatement } from "./sqlite.js";

const errorCodeOf = (error: unknown): string => String((error as { code?: unknown }).code);

const hasWritableFile = async ({ client }: Db): Promise<boolean> => {
  const connection = (await client.acquireConnection()) as Database;
  try {
    prepareStatement(connection, "PRAGMA busy_timeout = 0").get();
    prepareStatement(connection, "BEGIN IMMEDIATE").run();
    prepareStatement(connection, "ROLLBACK").run();
    return connection.pragma("query_only", { simple: true }) === 0;
  } catch (error) {
    if (errorCodeOf(error).startsWith("SQLITE_READONLY")) return false;
    // Another process is writing.
    if (errorCodeOf(error) === "SQLITE_BUSY") return true;
    throw error;
  } finally {
    prepareStatement(connection, `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`).get();
    await client.releaseConnection(connection);
  }
};

/**
 * Returns whether the database accepts changes. False for a standby of PostgreSQL, and for a SQLite file on a
 * read-only disk.
 */
export const acceptsWrites = async (db: Db): Promise<boolean> => {
  if (dialectOf(db) === "sqlite") return hasWritableFile(db);
  // PostgreSQL reports a standby as read-only too.
  const { rows } = await db.raw("SELECT current_setting('transaction_read_only') AS value");
  return (rows as { value: string }[])[0]!.value === "off";
};
