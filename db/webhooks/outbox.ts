import { among } from "./among.js";
import { type Db, dialectOf } from "./connect.js";
import { keysOf } from "./results.js";

// The notifier's queries. They alone are about all organizations at once: it serves the whole instance.

/**
 * How long a claim holds. An attempt ends within 10 s, so that whoever finds a claim older than this
 * knows that its owner will not finish it.
 */
export const LEASE_MS = 30_000;

/** A delivery that has been claimed: what its attempt needs. */
export interface Claim {
  organizationId: string;
  id: string;
  webhookId: string;
  /** From then on others take it for interrupted. Milliseconds since 1970. */
  leaseUntil: number;
  /** The webhook-id header. */
  messageId: string;
  url: string;
  /** The exact body. */
  payload: string;
  /** 1: what is sent again is a test. */
  test: number;
  /** Sealed. */
  secret: string;
  /** JSON, as in WebhookSecrets. */
  previousSecrets: string;
  /** The organization's, sealed. */
  signingSecret: string;
}

export interface Claimant {
  owner: string;
  now: number;
  /** How long the claim holds, in milliseconds; LEASE_MS if not given. */
  lease?: number;
}

// An index that starts with the webhook, looked at once for each webhook: a backlog of any length costs
// as much as one of a single delivery.
const BACKLOG = `WITH RECURSIVE waiting (id) AS (
  SELECT min(webhook_id) FROM deliveries WHERE status = 'pending' AND claimed_by IS NULL
  UNION ALL
  SELECT (
    SELECT min(webhook_id) FROM deliveries
    WHERE status = 'pending' AND claimed_by IS NULL AND webhook_id > waiting.id
  ) FROM waiting WHERE waiting.id IS NOT NULL
) SELECT id FROM waiting WHERE id IS NOT NULL LIMIT 10000`;

/** The ids of the webhooks that something waits for. */
export const webhooksWaiting = async (db: Db): Promise<string[]> => {
  const result = await db.raw(BACKLOG);
  const rows: { id: string }[] = dialectOf(db) === "postgres" ? result.rows : result;
  return rows.map((row) => row.id);
};

const needed = `d.organization_id AS "organizationId", d.id, d.webhook_id AS "webhookId",
  d.message_id AS "messageId", d.url, e.payload, e.test, w.secret,
  w.previous_secrets AS "previousSecrets", k.signing_secret AS "signingSecret"`;

const sources = `
  JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  JOIN webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
  JOIN api_keys k ON k.organization_id = d.organization_id
  ORDER BY d.id`;

const oldest = (limit: number): string =>
  `FROM deliveries WHERE webhook_id = wanted.value AND status = 'pending' AND claimed_by IS NULL
    ORDER BY id LIMIT ${limit}`;

const selections = {
  sqlite: (limit: number) => `SELECT ${needed} FROM json_each(?) wanted
    CROSS JOIN deliveries d ON d.rowid IN (SELECT rowid ${oldest(limit)}) ${sources}`,
  // What another process is about to claim is not waited for.
  postgres: (limit: number) => `SELECT ${needed}
    FROM (SELECT value FROM json_array_elements_text(?) AS value) wanted
    CROSS JOIN LATERAL (SELECT * ${oldest(limit)} FOR UPDATE SKIP LOCKED) d ${sources}`,
};

const CLAIMS = {
  sqlite: `UPDATE deliveries SET claimed_by = ?, lease_until = ?, attempted_at = ?
    FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_each(?)) c
    WHERE deliveries.organization_id = c.organization_id AND deliveries.id = c.id`,
  postgres: `UPDATE deliveries SET claimed_by = ?, lease_until = ?, attempted_at = ?
    FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_array_elements(?)) c
    WHERE deliveries.organization_id = c.organization_id AND deliveries.id = c.id`,
};

/**
 * Claims the oldest deliveries of each webhook, as many as it is given, within a transaction that has
 * to commit before anything is sent. On PostgreSQL several processes share the work.
 */
export const claim = async (
  trx: Db,
  { owner, now, lease = LEASE_MS }: Claimant,
  wanted: ReadonlyMap<string, number>,
): Promise<Claim[]> => {
  const dialect = dialectOf(trx);
  const leaseUntil = now + lease;
  const claims: Claim[] = [];
  for (const [limit, entries] of Map.groupBy(wanted, ([, count]) => count)) {
    const ids = JSON.stringify(entries.map(([id]) => id));
    const result = await trx.raw(selections[dialect](limit), [ids]);
    const rows: Omit<Claim, "leaseUntil">[] = dialect === "postgres" ? result.rows : result;
    for (const row of rows) claims.push({ ...row, leaseUntil });
  }
  if (claims.length > 0) {
    await trx.raw(CLAIMS[dialect], [owner, leaseUntil, now, keysOf(claims)]);
  }
  return claims;
};

/** Claims a delivery that the caller has just written, and will attempt by itself. */
export const claimDelivery = async (
  trx: Db,
  { owner, now, lease = LEASE_MS }: Claimant,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("deliveries")
    .where({ organization_id: organizationId, id })
    .update({ claimed_by: owner, lease_until: now + lease, attempted_at: now });
};

const interrupted = { status: "failed", error: "interrupted" };

// As the index has it: a bound value would not be known to be the one that the index is for.
const CLAIMED = "status = 'pending' AND claimed_by IS NOT NULL";

/** Who holds claims. */
export const claimants = async (db: Db): Promise<string[]> =>
  db("deliveries").distinct().whereRaw(CLAIMED).pluck("claimed_by");

/** Ends what these claimants had under way: nobody knows whether it arrived, so it is not sent again. */
export const interruptClaimants = async (db: Db, owners: readonly string[]): Promise<number> =>
  db("deliveries").whereRaw(CLAIMED).whereIn("claimed_by", owners).update(interrupted);

/** The same for every claim whose lease is over, but for those that the caller itself still holds. */
export const interruptExpired = async (
  db: Db,
  now: number,
  held: readonly string[],
): Promise<number> =>
  db("deliveries")
    .whereRaw(
      `(organization_id, id) IN (SELECT organization_id, id FROM deliveries
        WHERE ${CLAIMED} AND lease_until < ? AND NOT ?${
          dialectOf(db) === "postgres" ? " FOR UPDATE SKIP LOCKED" : ""
        })`,
      [now, among(db, "id", held)],
    )
    .update(interrupted);
