import { type Db, dialectOf } from "../engine/connect.js";
import {
  type DeliveryRow,
  insertDeliveries,
  pendingDelivery,
  WAITING_RETRY,
} from "./deliveries.js";
import { buildDeliveryKeysJson, type DeliveryKey } from "./results.js";

// The notifier's queries: they span all organizations.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits between one attempt's end and the next attempt: a delivery has one attempt more. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** Retries that become due in one change. The next tick continues. */
const MAX_DUE = 1_000;

const KEYS = {
  sqlite:
    "(SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_each(?)) k CROSS JOIN",
  postgres:
    "(SELECT value ->> 0 AS organization_id, value ->> 1 AS id FROM json_array_elements(?)) k JOIN",
};

// A second pending row means that a user has already redelivered this message.
const buildRepeatable = (dialect: "sqlite" | "postgres"): string => `SELECT
    d.organization_id AS "organizationId", d.event_id AS "eventId", d.event,
    d.webhook_id AS "webhookId", d.recording_id AS "recordingId", d.message_id AS "messageId",
    d.attempt, w.url
  FROM ${KEYS[dialect]} deliveries d ON d.organization_id = k.organization_id AND d.id = k.id
  JOIN webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
  JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
  WHERE w.retry = 'standard' AND w.active = 1 AND d.attempt <= ${RETRY_DELAYS_MS.length}
    AND e.test = 0 AND e.payload <> ''
    AND NOT EXISTS (SELECT 1 FROM deliveries p WHERE p.organization_id = d.organization_id
      AND p.event_id = d.event_id AND p.message_id = d.message_id AND p.status = 'pending')`;

const LOCKED_WEBHOOKS = `SELECT w.id
  FROM ${KEYS.postgres} deliveries d ON d.organization_id = k.organization_id AND d.id = k.id
  JOIN webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
  WHERE d.status = 'failed' OR w.failing_since IS NOT NULL
  ORDER BY w.organization_id, w.id FOR NO KEY UPDATE OF w`;

/**
 * Locks the webhooks that the ended deliveries may change or that may get a retry, on PostgreSQL. A webhook that a user
 * deactivates, deletes or gives a new URL meanwhile is then read after that change. All servers lock in one order, and
 * only here, so that none waits for another in a circle.
 */
export const lockWebhooks = async (trx: Db, ended: readonly DeliveryKey[]): Promise<void> => {
  if (ended.length > 0 && dialectOf(trx) === "postgres")
    await trx.raw(LOCKED_WEBHOOKS, [buildDeliveryKeysJson(ended)]);
};

type Repeatable = Pick<
  DeliveryRow,
  "eventId" | "event" | "recordingId" | "messageId" | "attempt" | "url"
> & { organizationId: string; webhookId: string };

/**
 * Inserts the next attempt of each failed delivery whose webhook retries. Call it in the transaction that records the
 * failures, after `lockWebhooks`, and pass only deliveries that this transaction has marked as failed: then each has one
 * next attempt.
 */
export const scheduleRetries = async (
  trx: Db,
  failed: readonly DeliveryKey[],
  { now, newId }: { now: number; newId: () => string },
): Promise<void> => {
  if (failed.length === 0) return;
  const dialect = dialectOf(trx);
  const result = await trx.raw(buildRepeatable(dialect), [buildDeliveryKeysJson(failed)]);
  const found: Repeatable[] = dialect === "postgres" ? result.rows : result;
  // A message can have several redeliveries from before its webhook had retries.
  const rows = new Map(
    found.map((row) => [`${row.organizationId} ${row.messageId}`, row]),
  ).values();
  for (const [organizationId, repeatable] of Map.groupBy(rows, (row) => row.organizationId))
    await insertDeliveries(
      trx,
      organizationId,
      repeatable.map(({ organizationId: _, attempt, ...row }) => ({
        ...row,
        ...pendingDelivery,
        id: newId(),
        redeliveryOf: null,
        attempt: attempt + 1,
        dueAt: now + RETRY_DELAYS_MS[attempt - 1]!,
        isWaiting: 1,
        createdAt: now,
      })),
    );
};

/** Releases retries whose time has come to the outbox, at most 1,000. */
export const releaseDueRetries = async (trx: Db, now: number): Promise<void> => {
  await trx.raw(
    `UPDATE deliveries SET is_waiting = 0 WHERE (organization_id, id) IN (
      SELECT organization_id, id FROM deliveries WHERE ${WAITING_RETRY} AND due_at <= ?
      ORDER BY due_at LIMIT ${MAX_DUE}${dialectOf(trx) === "postgres" ? " FOR UPDATE SKIP LOCKED" : ""})`,
    [now],
  );
};
