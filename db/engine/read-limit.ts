import type { Database } from "better-sqlite3";
import { type Db, dialectOf } from "./connect.js";
import { SCAN_ROW } from "./scan-limit.js";
import { CONTINUE_READ, readCheck, type SqliteClient } from "./sqlite.js";

/** Thrown by a read that has used up its budget. */
export class ReadBudgetError extends Error {}

type CheckedClient = object & { [readCheck]?: () => void };

/**
 * Makes the reads of a transaction call `check`, which throws to end them. SQLite can't be interrupted from outside, so
 * statements with `continueRead` call `check` for each row. On PostgreSQL, only `checkRead` calls it.
 */
export const limitRead = (trx: Db, check: () => void): void => {
  (trx.client as CheckedClient)[readCheck] = check;
  if (dialectOf(trx) !== "sqlite") return;
  const connection = (trx.client as SqliteClient).connectionNow();
  if (connection) (connection as Database & CheckedClient)[readCheck] = check;
};

/** Throws if the read must end. Reads call it between their statements and in their loops. */
export const checkRead = (db: Db): void => (db.client as CheckedClient)[readCheck]?.();

/** Builds a condition that is always true but throws if the read must end. */
export const continueRead = (db: Db): string =>
  dialectOf(db) === "sqlite" ? `AND ${CONTINUE_READ}()` : "";

/**
 * Builds a condition that is always true, for a list whose filter can't use an index. Put it first, so that it also
 * counts rows that the other conditions exclude. On SQLite, it ends a read like `continueRead`. Outside transactions it
 * throws ScanLimitError after MAX_SCANNED_ROWS, before the statement blocks other requests.
 */
export const limitScan = (db: Db): string =>
  dialectOf(db) === "sqlite" ? `${SCAN_ROW}() = 1` : "TRUE";
