import type { Knex } from "knex";
import { inList } from "../engine/in-list.js";
import { type Db, dialectOf } from "../engine/connect.js";
import { UNCLAIMED } from "./deliveries.js";
import { buildDeliveryKeysJson, type DeliveryKey } from "./results.js";

// The notifier's queries. Only they span all organizations: one notifier serves the whole instance.

/** The default lifetime of a claim. An attempt takes at most 10 s: a process that exceeds this is dead or stuck. */
export const DEFAULT_LEASE_MS = 30_000;

/** A claimed delivery with everything that its attempt needs. */
export interface ClaimedDelivery {
  organizationId: string;
  id: string;
  webhookId: string;
  /** When other processes may mark the delivery as interrupted. Milliseconds since 1970. */
  leaseUntil: number;
  eventId: string;
  /** The webhook-id header. */
  messageId: string;
  url: string;
  /** The exact body. */
  payload: string;
  /** 1 for the redelivery of a test. */
  test: number;
  /** The webhook's secret, sealed. */
  secret: string;
  /** JSON, as in WebhookSecrets. */
  previousSecrets: string;
  /** The organization's secret, sealed. */
  signingSecret: string;
}

export interface LeaseRequest {
  owner: string;
  now: number;
  /** The lifetime of the claim, DEFAULT_LEASE_MS by default. */
  leaseMs?: number;
}

const MAX_LISTED_WEBHOOKS = 10_000;

// One index lookup per webhook, however long its backlog is.
const WAITING_WEBHOOKS = `WITH RECURSIVE waiting (id) AS (
  SELECT min(webhook_id) FROM deliveries WHERE ${UNCLAIMED} AND webhook_id > ?
  UNION ALL
  SELECT (
    SELECT min(webhook_id) FROM deliveries WHERE ${UNCLAIMED} AND webhook_id > waiting.id
  ) FROM waiting WHERE waiting.id IS NOT NULL
) SELECT id, (
    SELECT organization_id FROM deliveries WHERE ${UNCLAIMED} AND webhook_id = waiting.id LIMIT 1
  ) AS "organizationId"
  FROM waiting WHERE id IS NOT NULL LIMIT ${MAX_LISTED_WEBHOOKS}`;

/**
 * Lists the webhooks that have waiting deliveries, by id, at most 10,000. The next call continues after
 * `lastId`, so that no organization's webhooks crowd out another's; it is undefined at the end.
 */
export const listWaitingWebhooks = async (
  db: Db,
  afterId = "",
): Promise<{ webhooks: { organizationId: string; id: string }[]; lastId: string | undefined }> => {
  const result = await db.raw(WAITING_WEBHOOKS, [afterId]);
  const rows: { id: string; organizationId: string | null }[] =
    dialectOf(db) === "postgres" ? result.rows : result;
  return {
    // Another process may have claimed the webhook's last delivery meanwhile.
    webhooks: rows.flatMap(({ id, organizationId }) =>
      organizationId === null ? [] : [{ id, organizationId }],
    ),
    lastId: rows.length === MAX_LISTED_WEBHOOKS ? rows.at(-1)!.id : undefined,
  };
};

const CLAIM_COLUMNS = `d.organization_id AS "organizationId", d.id, d.webhook_id AS "webhookId",
  d.event_id AS "eventId", d.message_id AS "messageId", d.url, e.payload, e.test, w.secret,
  w.previous_secrets AS "previousSecrets", k.signing_secret AS "signingSecret"`;

const CLAIM_JOINS = `
  JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  JOIN webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
  JOIN api_keys k ON k.organization_id = d.organization_id
  ORDER BY d.id`;

const buildOldestQuery = (limit: number): string =>
  `FROM deliveries WHERE webhook_id = webhook.value AND ${UNCLAIMED}
    ORDER BY id LIMIT ${limit}`;

const claimSelects = {
  sqlite: (limit: number) => `SELECT ${CLAIM_COLUMNS} FROM json_each(?) webhook
    CROSS JOIN deliveries d ON d.rowid IN (SELECT rowid ${buildOldestQuery(limit)}) ${CLAIM_JOINS}`,
  // Skips rows that another process is about to claim.
  postgres: (limit: number) => `SELECT ${CLAIM_COLUMNS}
    FROM (SELECT value FROM json_array_elements_text(?) AS value) webhook
    CROSS JOIN LATERAL (SELECT * ${buildOldestQuery(limit)} FOR UPDATE SKIP LOCKED) d ${CLAIM_JOINS}`,
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
 * Claims the oldest deliveries of each webhook, up to its number in `limits`. Commit the transaction before
 * sending anything. On PostgreSQL several processes share the work.
 */
export const claimDeliveries = async (
  trx: Db,
  { owner, now, leaseMs = DEFAULT_LEASE_MS }: LeaseRequest,
  limits: ReadonlyMap<string, number>,
): Promise<ClaimedDelivery[]> => {
  const dialect = dialectOf(trx);
  const leaseUntil = now + leaseMs;
  const claims: ClaimedDelivery[] = [];
  for (const [limit, entries] of Map.groupBy(limits, ([, count]) => count)) {
    const ids = JSON.stringify(entries.map(([id]) => id));
    const result = await trx.raw(claimSelects[dialect](limit), [ids]);
    const rows: Omit<ClaimedDelivery, "leaseUntil">[] =
      dialect === "postgres" ? result.rows : result;
    for (const row of rows) claims.push({ ...row, leaseUntil });
  }
  if (claims.length > 0) {
    await trx.raw(CLAIMS[dialect], [owner, leaseUntil, now, buildDeliveryKeysJson(claims)]);
  }
  return claims;
};

/** Claims a delivery that the caller has inserted in this transaction and will attempt itself. */
export const claimDelivery = async (
  trx: Db,
  { owner, now, leaseMs = DEFAULT_LEASE_MS }: LeaseRequest,
  organizationId: string,
  id: string,
): Promise<void> => {
  await trx("deliveries")
    .where({ organization_id: organizationId, id })
    .update({ claimed_by: owner, lease_until: now + leaseMs, attempted_at: now });
};

const interrupted = { status: "failed", error: "interrupted" };

// A literal, not a bound value: the planner must match it to the partial index.
const CLAIMED = "status = 'pending' AND claimed_by IS NOT NULL";

/** Lists the owners of claims. */
export const listClaimOwners = async (db: Db): Promise<string[]> =>
  db("deliveries").distinct().whereRaw(CLAIMED).pluck("claimed_by");

/** Marks claims as interrupted. Returns the deliveries. */
const interruptClaims = async (claims: Knex.QueryBuilder): Promise<DeliveryKey[]> => {
  const rows: { organization_id: string; id: string }[] = await claims
    .update(interrupted)
    .returning(["organization_id", "id"]);
  return rows.map(({ organization_id: organizationId, id }) => ({ organizationId, id }));
};

/** Marks the deliveries claimed by these owners as interrupted: they may have arrived. Returns them. */
export const interruptClaimsByOwners = async (
  db: Db,
  owners: readonly string[],
): Promise<DeliveryKey[]> =>
  interruptClaims(db("deliveries").whereRaw(CLAIMED).whereIn("claimed_by", owners));

/** Marks claimed deliveries with an expired lease as interrupted, except those whose ids are in `held`. Returns them. */
export const interruptExpiredClaims = async (
  db: Db,
  now: number,
  held: readonly string[],
): Promise<DeliveryKey[]> =>
  interruptClaims(
    db("deliveries").whereRaw(
      `(organization_id, id) IN (SELECT organization_id, id FROM deliveries
        WHERE ${CLAIMED} AND lease_until < ? AND NOT ?${
          dialectOf(db) === "postgres" ? " FOR UPDATE SKIP LOCKED" : ""
        })`,
      [now, inList(db, "id", held)],
    ),
  );
