import { type Db, dialectOf } from "./connect.js";
import { selected } from "./json.js";

/** More than these are not counted: what is asked for at any time must not take long. */
export const MOST_COUNTED = 100_000;

/** What is in the outbox, of all organizations. */
export interface Backlog {
  /** Deliveries that wait for their attempt; MOST_COUNTED also where there are more. */
  waiting: number;
  /** Deliveries whose attempt is under way. */
  claimed: number;
  /** When the oldest one that waits was asked for, in milliseconds since 1970; null where none waits. */
  oldest: number | null;
}

// The conditions as the indexes have them.
const WAITING = "status = 'pending' AND claimed_by IS NULL";
const CLAIMED = "status = 'pending' AND claimed_by IS NOT NULL";

// The index of what waits begins with the webhook: one look at each finds its oldest.
const BACKLOG = `WITH RECURSIVE webhook (id) AS (
  SELECT min(webhook_id) FROM deliveries WHERE ${WAITING}
  UNION ALL
  SELECT (SELECT min(webhook_id) FROM deliveries WHERE ${WAITING} AND webhook_id > webhook.id)
    FROM webhook WHERE webhook.id IS NOT NULL
) SELECT
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE ${WAITING} LIMIT ${MOST_COUNTED}) w) AS waiting,
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE ${CLAIMED} LIMIT ${MOST_COUNTED}) c) AS claimed,
  (SELECT min(created_at) FROM (
    SELECT (SELECT created_at FROM deliveries WHERE ${WAITING} AND webhook_id = webhook.id
      ORDER BY id LIMIT 1) AS created_at
    FROM webhook WHERE webhook.id IS NOT NULL LIMIT 10000) o) AS oldest`;

/** Reads the indexes of the outbox only, and one row for each webhook that something waits for. */
export const backlog = async (db: Db): Promise<Backlog> => {
  const [row] = await selected<Backlog>(db, BACKLOG, []);
  return row!;
};

const SIZE = {
  sqlite: "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  postgres: "SELECT pg_database_size(current_database()) AS bytes",
};

/** How large the database is, in bytes; of SQLite without its log. */
export const databaseSize = async (db: Db): Promise<number> => {
  const [row] = await selected<{ bytes: number }>(db, SIZE[dialectOf(db)], []);
  return row!.bytes;
};
