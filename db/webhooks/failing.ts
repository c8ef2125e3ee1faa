import { type Db, dialectOf } from "../engine/connect.js";
import type { RecordedDelivery } from "./results.js";

const DAY_MS = 24 * 60 * 60_000;

const CHANGED = "(w.failing_since IS NULL) = (k.delivered = 0)";

const UPDATES = {
  sqlite: `UPDATE webhooks AS w SET failing_since = CASE WHEN k.delivered = 1 THEN NULL ELSE ? END,
      failure_reported_at = NULL
    FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id, value ->> 2 AS delivered
      FROM json_each(?)) k
    WHERE w.organization_id = k.organization_id AND w.id = k.id AND ${CHANGED}`,
  postgres: `UPDATE webhooks AS w SET failing_since = CASE WHEN k.delivered = 1 THEN NULL ELSE ?::bigint END,
      failure_reported_at = NULL
    FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id, (value ->> 2)::int AS delivered
      FROM json_array_elements(?)) k
    WHERE w.organization_id = k.organization_id AND w.id = k.id AND ${CHANGED}`,
};

/**
 * Records, for webhooks of any organization, since when each fails: from its first failure after a success. Call
 * `lockWebhooks` first.
 */
export const recordFailures = async (
  trx: Db,
  recorded: readonly RecordedDelivery[],
  now: number,
): Promise<void> => {
  const succeeding = new Set(
    recorded.filter(({ status }) => status === "delivered").map(({ webhookId }) => webhookId),
  );
  const webhooks = new Map(
    recorded.flatMap(({ organizationId, webhookId }) =>
      webhookId === null
        ? []
        : [[webhookId, [organizationId, webhookId, succeeding.has(webhookId) ? 1 : 0]]],
    ),
  );
  if (webhooks.size > 0)
    await trx.raw(UPDATES[dialectOf(trx)], [now, JSON.stringify([...webhooks.values()])]);
};

/** An active webhook whose attempts have all failed for a day. */
export interface FailingWebhook {
  id: string;
  url: string;
  /** Milliseconds since 1970. */
  failingSince: number;
}

/**
 * Lists the webhooks that have failed for a day and aren't reported. A first failure alone, however old, shows no day
 * of failures: the last one has to be a day younger.
 */
export const listUnreportedFailures = async (
  db: Db,
  organizationId: string,
  now: number,
): Promise<FailingWebhook[]> =>
  db("webhooks as w")
    .select({ id: "w.id", url: "w.url", failingSince: "w.failing_since" })
    .where({ "w.organization_id": organizationId, "w.active": 1 })
    .where("w.failing_since", "<=", now - DAY_MS)
    .whereNull("w.failure_reported_at")
    .whereExists(
      db("deliveries as d")
        .whereRaw("d.organization_id = w.organization_id AND d.webhook_id = w.id")
        .whereRaw("d.created_at >= w.failing_since AND d.status = 'failed'")
        .whereRaw(`d.attempted_at >= w.failing_since + ${DAY_MS}`)
        .select(db.raw("1")),
    );

/** Lets a failing webhook be reported again, because no mail about it was accepted. */
export const unmarkFailureReported = async (
  db: Db,
  organizationId: string,
  { id, failingSince }: FailingWebhook,
): Promise<void> => {
  await db("webhooks")
    .where({ organization_id: organizationId, id, failing_since: failingSince })
    .update({ failure_reported_at: null });
};

/** Marks a failing webhook as reported. Returns false if another process has marked it. */
export const markFailureReported = async (
  db: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<boolean> =>
  (await db("webhooks")
    .where({ organization_id: organizationId, id })
    .whereNotNull("failing_since")
    .whereNull("failure_reported_at")
    .update({ failure_reported_at: now })) > 0;
