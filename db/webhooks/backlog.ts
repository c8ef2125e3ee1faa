import { type Db, dialectOf } from "../engine/connect.js";
import { selectRows } from "../engine/json-table.js";
import { UNCLAIMED } from "./deliveries.js";

/** The count stops here, so that the query stays fast at any backlog. */
export const MAX_COUNTED_DELIVERIES = 100_000;

/** The outbox of all organizations. */
export interface Backlog {
  /** Deliveries that wait for their attempt, without retries that aren't due, at most MAX_COUNTED_DELIVERIES. */
  waiting: number;
  /** Deliveries with a running attempt. */
  claimed: number;
  /** When the oldest waiting delivery was created, or was due if it is a retry, in milliseconds since 1970; null without one. */
  oldest: number | null;
}

// This condition must match a partial index.
const CLAIMED = "status = 'pending' AND claimed_by IS NOT NULL";

// The index starts with the webhook, so one lookup for each webhook finds its oldest delivery.
const BACKLOG = `WITH RECURSIVE webhook (id) AS (
  SELECT min(webhook_id) FROM deliveries WHERE ${UNCLAIMED}
  UNION ALL
  SELECT (SELECT min(webhook_id) FROM deliveries WHERE ${UNCLAIMED} AND webhook_id > webhook.id)
    FROM webhook WHERE webhook.id IS NOT NULL
) SELECT
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE ${UNCLAIMED} LIMIT ${MAX_COUNTED_DELIVERIES}) w) AS waiting,
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE ${CLAIMED} LIMIT ${MAX_COUNTED_DELIVERIES}) c) AS claimed,
  (SELECT min(due) FROM (
    SELECT (SELECT coalesce(due_at, created_at) FROM deliveries WHERE ${UNCLAIMED} AND webhook_id = webhook.id
      ORDER BY id LIMIT 1) AS due
    FROM webhook WHERE webhook.id IS NOT NULL LIMIT 10000) o) AS oldest`;

/** Loads the backlog from indexes, plus one row for each webhook with waiting deliveries. */
export const loadBacklog = async (db: Db): Promise<Backlog> => {
  const [row] = await selectRows<Backlog>(db, BACKLOG, []);
  return row!;
};

const SIZE = {
  sqlite: "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  postgres: "SELECT pg_database_size(current_database()) AS bytes",
};

/** Returns the size of the database in bytes; for SQLite without the WAL. */
export const loadDatabaseSize = async (db: Db): Promise<number> => {
  const [row] = await selectRows<{ bytes: number }>(db, SIZE[dialectOf(db)], []);
  return row!.bytes;
};
