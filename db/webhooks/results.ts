import { type Db, dialectOf } from "./connect.js";

/** How a claimed delivery ended. */
export interface Result {
  organizationId: string;
  id: string;
  status: "delivered" | "failed";
  durationMs: number;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
}

/** Organization and id of each, as JSON. */
export const keysOf = (rows: readonly Pick<Result, "organizationId" | "id">[]): string =>
  JSON.stringify(rows.map(({ organizationId, id }) => [organizationId, id]));

// An answer can repeat what it was sent: nothing of it is kept once the recording is erased.
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
 * On PostgreSQL the rows of an erasure that has not committed are locked, and what it erases is seen only
 * by a statement that begins when it has. So the rows are locked first, and those that are not to be had
 * are left for later: nobody waits for anybody in a circle.
 */
const lock = async (
  trx: Db,
  owner: string,
  results: readonly Result[],
): Promise<{ mine: Result[]; later: Result[] }> => {
  const within = ({ rows }: { rows: Result[] }): ((result: Result) => boolean) => {
    const found = new Set(rows.map(({ organizationId, id }) => `${organizationId} ${id}`));
    return ({ organizationId, id }) => found.has(`${organizationId} ${id}`);
  };
  const keys = [keysOf(results), owner];
  const isMine = within(await trx.raw(`${STILL_CLAIMED} FOR UPDATE OF d SKIP LOCKED`, keys));
  const mine = results.filter((result) => isMine(result));
  if (mine.length === results.length) return { mine, later: [] };
  const isLeft = within(await trx.raw(STILL_CLAIMED, keys));
  return { mine, later: results.filter((result) => isLeft(result) && !isMine(result)) };
};

/**
 * Records how claimed deliveries ended; one that somebody found interrupted meanwhile stays that.
 * Returns those that somebody else is changing just now, to be recorded later.
 */
export const recordResults = async (
  trx: Db,
  owner: string,
  results: readonly Result[],
): Promise<Result[]> => {
  const { mine, later } =
    dialectOf(trx) === "postgres" ? await lock(trx, owner, results) : { mine: results, later: [] };
  const rows = mine.map((r) => [
    r.organizationId,
    r.id,
    r.status,
    r.durationMs,
    r.responseStatus,
    r.responseBody,
    r.error,
  ]);
  if (rows.length > 0)
    await trx.raw(
      `${RESULTS[dialectOf(trx)]}
      WHERE deliveries.organization_id = r.organization_id AND deliveries.id = r.id
        AND deliveries.status = 'pending' AND deliveries.claimed_by = ?`,
      [JSON.stringify(rows), owner],
    );
  return later;
};
