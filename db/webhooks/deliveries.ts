import type { Knex } from "knex";
import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { insertAll } from "../engine/insert-all.js";
import { limitScan } from "../engine/read-limit.js";

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface DeliveryRow {
  id: string;
  eventId: string;
  event: string;
  webhookId: string | null;
  recordingId: string | null;
  /** The webhook-id header: the id of the first delivery of this event to this webhook. */
  messageId: string;
  redeliveryOf: string | null;
  url: string;
  status: DeliveryStatus;
  attemptedAt: number | null;
  durationMs: number | null;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  createdAt: number;
  /** Counts the attempts of one message from 1. A redelivery starts again. */
  attempt: number;
  /** When a retry is due, in milliseconds since 1970; null for a first attempt. */
  dueAt: number | null;
  /** 1: a retry that isn't due yet. */
  isWaiting: number;
  test: number;
  /** 1: the payload was erased. */
  erased: number;
}

const deliveryColumns = {
  id: "id",
  eventId: "event_id",
  event: "event",
  webhookId: "webhook_id",
  recordingId: "recording_id",
  messageId: "message_id",
  redeliveryOf: "redelivery_of",
  url: "url",
  status: "status",
  attemptedAt: "attempted_at",
  durationMs: "duration_ms",
  responseStatus: "response_status",
  responseBody: "response_body",
  error: "error",
  createdAt: "created_at",
  attempt: "attempt",
  dueAt: "due_at",
  isWaiting: "is_waiting",
} as const;

export type StoredDelivery = Pick<DeliveryRow, keyof typeof deliveryColumns>;

/** The state of a delivery before its attempt. */
export const pendingDelivery = {
  status: "pending",
  attemptedAt: null,
  durationMs: null,
  responseStatus: null,
  responseBody: null,
  error: null,
  attempt: 1,
  dueAt: null,
  isWaiting: 0,
} as const;

const selectedColumns = {
  ...Object.fromEntries(
    Object.entries(deliveryColumns).map(([field, column]) => [field, `d.${column}`]),
  ),
  test: "e.test",
};

// Literals, not bound values: the planner must match them to the partial indexes.
/** Deliveries that the notifier may claim now. */
export const UNCLAIMED = "status = 'pending' AND claimed_by IS NULL AND is_waiting = 0";
/** Retries that aren't due yet. */
export const WAITING_RETRY = "is_waiting = 1";

const ERASED = "CASE WHEN e.payload = '' THEN 1 ELSE 0 END AS erased";

const queryDeliveries = (db: Db, organizationId: string): Knex.QueryBuilder =>
  db("deliveries as d")
    .join("events as e", (on) =>
      on.on("e.organization_id", "d.organization_id").andOn("e.id", "d.event_id"),
    )
    .select(selectedColumns)
    .select(db.raw(ERASED))
    .where("d.organization_id", organizationId);

const newestFirst = (table: string) =>
  ["created_at", "id"].map((column) => ({ column: `${table}.${column}`, order: "desc" as const }));

export interface DeliverySearch {
  limit: number;
  after?: { createdAt: number; id: string };
  webhookId?: string;
  recordingId?: string;
  status?: DeliveryStatus;
  event?: string;
}

const queryPage = (db: Db, organizationId: string, search: DeliverySearch): Knex.QueryBuilder => {
  const query = queryDeliveries(db, organizationId);
  const { webhookId, recordingId, status, event } = search;
  // One condition can use an index; two can't.
  if ([webhookId, recordingId, status, event].filter((value) => value !== undefined).length > 1)
    query.whereRaw(limitScan(db));
  if (search.after)
    query.whereRaw("(d.created_at, d.id) < (?, ?)", [search.after.createdAt, search.after.id]);
  if (webhookId !== undefined) query.where("d.webhook_id", webhookId);
  if (recordingId !== undefined) query.where("d.recording_id", recordingId);
  if (status !== undefined) query.where("d.status", status);
  if (event !== undefined) query.where("d.event", event);
  return query.orderBy(newestFirst("d")).limit(search.limit);
};

/** Lists deliveries, newest first. */
export const listDeliveries = async (
  db: Db,
  organizationId: string,
  search: DeliverySearch,
): Promise<DeliveryRow[]> => queryPage(db, organizationId, search);

/** Lists the same page for several recordings, in one statement. */
export const listDeliveriesByRecordings = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  search: Omit<DeliverySearch, "recordingId">,
): Promise<DeliveryRow[]> => {
  const [first, ...rest] = recordingIds.map((recordingId) =>
    db.select("*").from(queryPage(db, organizationId, { ...search, recordingId }).as("page")),
  );
  return first ? first.unionAll(rest) : [];
};

/** Loads the newest delivery of each webhook that isn't a waiting retry, in one statement. */
export const loadLastDeliveries = async (
  db: Db,
  organizationId: string,
  webhookIds: readonly string[],
): Promise<DeliveryRow[]> =>
  queryDeliveries(db, organizationId).whereIn(
    "d.id",
    db("webhooks as w")
      .where("w.organization_id", organizationId)
      .where(inList(db, "w.id", webhookIds))
      .select(
        db("deliveries as l")
          .whereRaw("l.organization_id = w.organization_id AND l.webhook_id = w.id")
          .where("l.is_waiting", 0)
          .orderBy(newestFirst("l"))
          .limit(1)
          .select("l.id")
          .as("id"),
      ),
  );

export const findDeliveryById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<DeliveryRow | undefined> =>
  queryDeliveries(db, organizationId).where("d.id", id).first();

export const insertDeliveries = async (
  trx: Db,
  organizationId: string,
  rows: readonly StoredDelivery[],
): Promise<void> =>
  insertAll(
    trx,
    "deliveries",
    rows.map((row) => ({
      organization_id: organizationId,
      ...Object.fromEntries(
        Object.entries(deliveryColumns).map(([field, column]) => [
          column,
          row[field as keyof StoredDelivery],
        ]),
      ),
    })),
  );

export const insertDelivery = async (
  trx: Db,
  organizationId: string,
  delivery: StoredDelivery,
): Promise<void> => insertDeliveries(trx, organizationId, [delivery]);

/**
 * Changes a webhook's unclaimed deliveries. Retries that wait have their own index, so they need their own statement: the
 * first one, because a retry that becomes due in between is then found by the second.
 */
const updateUnclaimed = async (
  trx: Db,
  organizationId: string,
  webhookId: string,
  changes: Record<string, unknown>,
): Promise<void> => {
  for (const state of [WAITING_RETRY, UNCLAIMED])
    await trx("deliveries")
      .where({ organization_id: organizationId, webhook_id: webhookId })
      .whereRaw(state)
      .update(changes);
};

/** Marks the unclaimed deliveries of a webhook as failed. */
export const cancelDeliveries = async (
  trx: Db,
  organizationId: string,
  webhookId: string,
  error: string,
): Promise<void> =>
  updateUnclaimed(trx, organizationId, webhookId, { status: "failed", error, is_waiting: 0 });

/** Marks the waiting retries of a webhook as failed. */
export const cancelRetries = async (
  trx: Db,
  organizationId: string,
  webhookId: string,
  error: string,
): Promise<void> => {
  await trx("deliveries")
    .where({ organization_id: organizationId, webhook_id: webhookId })
    .whereRaw(WAITING_RETRY)
    .update({ status: "failed", error, is_waiting: 0 });
};

/** Changes the URL of a webhook's unclaimed deliveries. */
export const updateDeliveryUrls = async (
  trx: Db,
  organizationId: string,
  webhookId: string,
  url: string,
): Promise<void> => updateUnclaimed(trx, organizationId, webhookId, { url });

/** Finds the pending delivery of a message; undefined without one. */
export const findPendingDelivery = async (
  trx: Db,
  organizationId: string,
  { eventId, messageId }: Pick<DeliveryRow, "eventId" | "messageId">,
): Promise<DeliveryRow | undefined> =>
  queryDeliveries(trx, organizationId)
    .where({ "d.event_id": eventId, "d.message_id": messageId, "d.status": "pending" })
    .first();

/** Makes a waiting retry due at once, as a redelivery. Returns false if it doesn't wait any longer. */
export const advanceRetry = async (
  trx: Db,
  organizationId: string,
  id: string,
  { now, redeliveryOf }: { now: number; redeliveryOf: string | null },
): Promise<boolean> =>
  (await trx("deliveries")
    .where({ organization_id: organizationId, id })
    .whereRaw(WAITING_RETRY)
    .update({ is_waiting: 0, due_at: now, created_at: now, redelivery_of: redeliveryOf })) > 0;
