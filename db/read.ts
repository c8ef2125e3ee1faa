import { type Db, dialectOf } from "./connect.js";

/** What `work` reads is of one moment, whatever is written meanwhile; nobody waits for it, on either database. */
export const snapshot = async <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction(work, {
    readOnly: true,
    // SQLite has no other.
    ...(dialectOf(db) === "postgres" && { isolationLevel: "repeatable read" }),
  });
