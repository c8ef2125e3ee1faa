import { type Db, dialectOf } from "../engine/connect.js";
import { selectRows } from "../engine/json-table.js";

/** Identifies a delivery. */
export interface DeliveryKey {
  organizationId: string;
  id: string;
}

/** The result of a claimed delivery. */
export interface DeliveryResult extends DeliveryKey {
  status: "delivered" | "failed";
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
}

/** Formats delivery keys as JSON: pairs of organization id and id. */
export const buildDeliveryKeysJson = (rows: readonly DeliveryKey[]): string =>
  JSON.stringify(rows.map(({ organizationId, id }) => [organizationId, id]));

// A response can echo the payload, so it is not stored for an erased event.
const BODY = `CASE WHEN EXISTS (
  SELECT 1 FROM events e WHERE e.organization_id = deliveries.organization_id
    AND e.id = deliveries.event_id AND e.payload = ''
) THEN NULL ELSE r.body END`;

const RESULTS = {
  sqlite: `UPDATE deliveries SET status = r.status, duration_ms = r.ms, response_status = r.http,
      response_body = ${BODY}, error = r.error
    FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id, value ->> 2 AS status,
      value ->> 3 AS ms, value ->> 4 AS http, value ->> 5 AS body, value ->> 6 AS error
      FROM json_each(?)) r`,
  postgres: `UPDATE deliveries SET status = r.status, duration_ms = r.ms, response_status = r.http,
      response_body = ${BODY}, error = r.error
    FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id, value ->> 2 AS status,
      (value ->> 3)::bigint AS ms, (value ->> 4)::bigint AS http, value ->> 5 AS body,
      value ->> 6 AS error FROM json_array_elements(?)) r`,
};

const STILL_CLAIMED = `SELECT d.organization_id AS "organizationId", d.id
  FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_array_elements(?)) r
  JOIN deliveries d ON d.organization_id = r.organization_id AND d.id = r.id
  WHERE d.status = 'pending' AND d.claimed_by = ? ORDER BY d.organization_id, d.id`;

/**
 * Locks the claimed rows on PostgreSQL and returns those that are locked (`mine`) and those that another
 * transaction holds (`later`). An erasure that has not committed holds its rows, and only a statement that
 * starts after its commit sees what it erased. Skipping such rows also rules out deadlocks.
 */
const lockClaimed = async (
  trx: Db,
  owner: string,
  results: readonly DeliveryResult[],
): Promise<{ mine: DeliveryResult[]; later: DeliveryResult[] }> => {
  const within = ({ rows }: { rows: DeliveryResult[] }): ((result: DeliveryResult) => boolean) => {
    const found = new Set(rows.map(({ organizationId, id }) => `${organizationId} ${id}`));
    return ({ organizationId, id }) => found.has(`${organizationId} ${id}`);
  };
  const keys = [buildDeliveryKeysJson(results), owner];
  const isMine = within(await trx.raw(`${STILL_CLAIMED} FOR UPDATE OF d SKIP LOCKED`, keys));
  const mine = results.filter((result) => isMine(result));
  if (mine.length === results.length) return { mine, later: [] };
  const isLeft = within(await trx.raw(STILL_CLAIMED, keys));
  return { mine, later: results.filter((result) => isLeft(result) && !isMine(result)) };
};

/** A recorded result. */
export interface RecordedDelivery extends DeliveryKey {
  /** Null for a test of a URL. */
  webhookId: string | null;
  status: DeliveryResult["status"];
}

/**
 * Records the results of claimed deliveries. A delivery that was interrupted meanwhile stays interrupted.
 * Returns what it recorded, and the results whose rows another transaction holds; record these again later.
 */
export const recordResults = async (
  trx: Db,
  owner: string,
  results: readonly DeliveryResult[],
): Promise<{ recorded: RecordedDelivery[]; later: DeliveryResult[] }> => {
  const { mine, later } =
    dialectOf(trx) === "postgres"
      ? await lockClaimed(trx, owner, results)
      : { mine: results, later: [] };
  const rows = mine.map((r) => [
    r.organizationId,
    r.id,
    r.status,
    r.durationMs,
    r.responseStatus,
    r.responseBody,
    r.error,
  ]);
  if (rows.length === 0) return { recorded: [], later };
  const recorded = await selectRows<RecordedDelivery>(
    trx,
    `${RESULTS[dialectOf(trx)]}
      WHERE deliveries.organization_id = r.organization_id AND deliveries.id = r.id
        AND deliveries.status = 'pending' AND deliveries.claimed_by = ?
      RETURNING deliveries.organization_id AS "organizationId", deliveries.id,
        deliveries.webhook_id AS "webhookId", deliveries.status`,
    [JSON.stringify(rows), owner],
  );
  return { recorded, later };
};
