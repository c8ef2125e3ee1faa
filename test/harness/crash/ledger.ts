import { inList } from "../../../db/engine/in-list.js";
import type { Db } from "../../../db/engine/connect.js";

/** A delivery as stored. */
export interface LedgerEntry {
  id: string;
  event: string;
  test: number;
  eventId: string;
  recordingId: string;
  webhookId: string;
  messageId: string;
  redeliveryOf: string | null;
  attempt: number;
  status: string;
  claimedBy: string | null;
  responseStatus: number | null;
  error: string | null;
  payload: string;
}

const selectEntries = (db: Db) =>
  db("deliveries as d").join("events as e", "e.id", "d.event_id").select({
    id: "d.id",
    event: "e.event",
    test: "e.test",
    eventId: "e.id",
    recordingId: "e.recording_id",
    webhookId: "d.webhook_id",
    messageId: "d.message_id",
    redeliveryOf: "d.redelivery_of",
    attempt: "d.attempt",
    status: "d.status",
    claimedBy: "d.claimed_by",
    responseStatus: "d.response_status",
    error: "d.error",
    payload: "e.payload",
  });

export const loadEntries = async (db: Db): Promise<LedgerEntry[]> => selectEntries(db);

export const loadEntriesByRecordings = async (db: Db, ids: string[]): Promise<LedgerEntry[]> =>
  selectEntries(db).where(inList(db, "e.recording_id", ids));

export const loadEntriesByIds = async (db: Db, ids: string[]): Promise<LedgerEntry[]> =>
  selectEntries(db).where(inList(db, "d.id", ids));

export const loadEntriesByMessages = async (db: Db, ids: string[]): Promise<LedgerEntry[]> =>
  selectEntries(db).where(inList(db, "d.message_id", ids));

/** Makes waiting retries due: a run has no hours to wait. */
export const makeRetriesDue = async (db: Db): Promise<void> => {
  await db("deliveries").where({ is_waiting: 1 }).update({ due_at: 0 });
};

/** Loads deliveries that are claimed and have not ended. */
export const loadClaimedEntries = async (db: Db): Promise<LedgerEntry[]> =>
  selectEntries(db).where("d.status", "pending").whereNotNull("d.claimed_by");

export interface EventEntry {
  id: string;
  event: string;
  test: number;
  recordingId: string;
  payload: string;
}

const selectEvents = (db: Db) =>
  db("events").select({
    id: "id",
    event: "event",
    test: "test",
    recordingId: "recording_id",
    payload: "payload",
  });

export const loadEventsByRecordings = async (db: Db, ids: string[]): Promise<EventEntry[]> =>
  selectEvents(db).where(inList(db, "recording_id", ids));

/** Counts events, recordings and appointments. */
export const countRows = async (db: Db): Promise<Record<string, number>> => {
  const result: Record<string, number> = {};
  for (const table of ["events", "recordings", "appointments"]) {
    const [row] = await db(table).count({ count: "*" });
    result[table] = Number(row!["count"]);
  }
  return result;
};

/** Loads the recordings' IDs by call ID. */
export const loadRecordingIds = async (db: Db, callIds: string[]): Promise<Map<string, string>> => {
  const rows: { id: string; call_id: string }[] = await db("recordings")
    .select("id", "call_id")
    .where(inList(db, "call_id", callIds));
  return new Map(rows.map(({ id, call_id: callId }) => [callId, id]));
};

/** Counts pending deliveries, claimed ones included. */
export const countPending = async (db: Db): Promise<number> => {
  const [row] = await db("deliveries").where("status", "pending").count({ count: "*" });
  return Number(row!["count"]);
};
