import { type Db, dialectOf } from "../engine/connect.js";
import type { RecordedDelivery } from "./results.js";

const DAY_MS = 24 * 60 * 60_000;

/** Formats the deliveries' webhooks as JSON: pairs of organization id and id. */
const buildWebhookKeys = (recorded: readonly RecordedDelivery[]): string =>
  JSON.stringify(
    recorded.flatMap(({ organizationId, webhookId }) =>
      webhookId === null ? [] : [[organizationId, webhookId]],
    ),
  );

const OF_WEBHOOKS = {
  sqlite: `FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_each(?)) k
    WHERE webhooks.organization_id = k.organization_id AND webhooks.id = k.id`,
  postgres: `FROM (SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_array_elements(?)) k
    WHERE webhooks.organization_id = k.organization_id AND webhooks.id = k.id`,
};

/** Records, for webhooks of any organization, since when each fails: from its first failure after a success. */
export const recordFailures = async (
  trx: Db,
  recorded: readonly RecordedDelivery[],
  now: number,
): Promise<void> => {
  const delivered = recorded.filter(({ status }) => status === "delivered");
  const succeeding = new Set(delivered.map(({ webhookId }) => webhookId));
  const failed = recorded.filter(({ webhookId }) => !succeeding.has(webhookId));
  const ofWebhooks = OF_WEBHOOKS[dialectOf(trx)];
  if (delivered.length > 0)
    await trx.raw(
      `UPDATE webhooks SET failing_since = NULL, failure_reported_at = NULL ${ofWebhooks}
        AND webhooks.failing_since IS NOT NULL`,
      [buildWebhookKeys(delivered)],
    );
  if (failed.length > 0)
    await trx.raw(
      `UPDATE webhooks SET failing_since = ? ${ofWebhooks} AND webhooks.failing_since IS NULL`,
      [now, buildWebhookKeys(failed)],
    );
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
