import { type Db, dialectOf } from "./connect.js";
import type { SqliteClient } from "./sqlite.js";

/**
 * Lets the requests that arrive in one turn of the event loop read one snapshot of a SQLite database. Call it when a
 * request arrives; it does nothing on PostgreSQL.
 */
export const joinSnapshot = (db: Db): void => {
  if (dialectOf(db) === "sqlite") (db.client as SqliteClient).joinSnapshot();
};
