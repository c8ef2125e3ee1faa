import { among } from "../../db/among.js";
import type { Db } from "../../db/connect.js";

/** A delivery as the database has it. */
export interface Entry {
  id: string;
  event: string;
  test: number;
  eventId: string;
  recordingId: string;
  webhookId: string;
  messageId: string;
  redeliveryOf: string | null;
  status: string;
  claimedBy: string | null;
  responseStatus: number | null;
  error: string | null;
  payload: string;
}

const entries = (db: Db) =>
  db("deliveries as d").join("events as e", "e.id", "d.event_id").select({
    id: "d.id",
    event: "e.event",
    test: "e.test",
    eventId: "e.id",
    recordingId: "e.recording_id",
    webhookId: "d.webhook_id",
    messageId: "d.message_id",
    redeliveryOf: "d.redelivery_of",
    status: "d.status",
    claimedBy: "d.claimed_by",
    responseStatus: "d.response_status",
    error: "d.error",
    payload: "e.payload",
  });

export const allEntries = async (db: Db): Promise<Entry[]> => entries(db);

export const entriesOfRecordings = async (db: Db, ids: string[]): Promise<Entry[]> =>
  entries(db).where(among(db, "e.recording_id", ids));

export const entriesByIds = async (db: Db, ids: string[]): Promise<Entry[]> =>
  entries(db).where(among(db, "d.id", ids));

export const entriesOfMessages = async (db: Db, ids: string[]): Promise<Entry[]> =>
  entries(db).where(among(db, "d.message_id", ids));

/** What is claimed and has not ended. */
export const claimedEntries = async (db: Db): Promise<Entry[]> =>
  entries(db).where("d.status", "pending").whereNotNull("d.claimed_by");

export interface EventEntry {
  id: string;
  event: string;
  test: number;
  recordingId: string;
  payload: string;
}

const events = (db: Db) =>
  db("events").select({
    id: "id",
    event: "event",
    test: "test",
    recordingId: "recording_id",
    payload: "payload",
  });

export const eventsOfRecordings = async (db: Db, ids: string[]): Promise<EventEntry[]> =>
  events(db).where(among(db, "recording_id", ids));

/** How many there are of each: events, recordings, appointments. */
export const counts = async (db: Db): Promise<Record<string, number>> => {
  const result: Record<string, number> = {};
  for (const table of ["events", "recordings", "appointments"]) {
    const [row] = await db(table).count({ count: "*" });
    result[table] = Number(row!["count"]);
  }
  return result;
};

/** The ids of the calls' recordings, by call id. */
export const recordingsOfCalls = async (
  db: Db,
  callIds: string[],
): Promise<Map<string, string>> => {
  const rows: { id: string; call_id: string }[] = await db("recordings")
    .select("id", "call_id")
    .where(among(db, "call_id", callIds));
  return new Map(rows.map(({ id, call_id: callId }) => [callId, id]));
};

/** What waits or is under way. */
export const unended = async (db: Db): Promise<number> => {
  const [row] = await db("deliveries").where("status", "pending").count({ count: "*" });
  return Number(row!["count"]);
};
