import { among, type OfMany } from "./among.js";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { keyOf, keyOrNull } from "./key.js";
import { freePosition, nextPosition } from "./positions.js";
import { prepared } from "./prepared.js";

export type RecordingStatus = "received" | "processing" | "processed" | "failed";
export type RecordingSource = "mobile" | "dialer" | "meeting" | "upload";

export interface StoredRecording {
  id: string;
  /** createdAt in microseconds, unique in the organization: the order of every list of recordings. */
  position: number;
  /** updatedAt in microseconds: its place among the organization's changes. */
  updatedPosition: number;
  status: RecordingStatus;
  source: RecordingSource;
  callId: string | null;
  name: string;
  userId: string;
  startedAt: number;
  /** As the dialer sent it; `duration` is this or the transcript's end. */
  sentDuration: number | null;
  duration: number;
  mediaUrl: string | null;
  /** The event_id that came with the call, whether or not there is such an appointment. */
  requestedEventId: string | null;
  clientId: string | null;
  createdClientId: string | null;
  /** JSON: what the rep entered when creating the client. */
  createdClientEntity: string | null;
  customerClientId: string | null;
  /** JSON. */
  customFields: string;
  failureReason: string | null;
  /** processedAt in microseconds: its place among the changes when it first was. */
  processedPosition: number | null;
  summary: string | null;
  notes: string | null;
  coaching: string | null;
  closed: number;
  templateId: string | null;
  processSummary: string | null;
  processFollowed: number | null;
  processTotal: number | null;
  actionItemCount: number | null;
  talkMs: number | null;
  spokenMs: number | null;
  repWords: number | null;
  conversationSwitches: number | null;
  questionsAsked: number | null;
  waitedMs: number | null;
  waitedCount: number | null;
}

/** What is read: times are the milliseconds of their positions. */
export interface RecordingRow extends StoredRecording {
  organizationId: string;
  createdAt: number;
  updatedAt: number;
  processedAt: number | null;
  // What follows is there where `wholeRecording` read it.
  userEmail?: string;
  /** The matched appointment's. */
  eventId?: string | null;
  /** JSON: lists in their order. */
  tags?: string;
  actionItems?: string;
  /** Where a search found it, its place in the order. */
  rank?: number;
}

const columns: Record<keyof StoredRecording, string> = {
  id: "id",
  position: "position",
  updatedPosition: "updated_position",
  status: "status",
  source: "source",
  callId: "call_id",
  name: "name",
  userId: "user_id",
  startedAt: "started_at",
  sentDuration: "sent_duration",
  duration: "duration",
  mediaUrl: "media_url",
  requestedEventId: "requested_event_id",
  clientId: "client_id",
  createdClientId: "created_client_id",
  createdClientEntity: "created_client_entity",
  customerClientId: "customer_client_id",
  customFields: "custom_fields",
  failureReason: "failure_reason",
  processedPosition: "processed_position",
  summary: "summary",
  notes: "notes",
  coaching: "coaching",
  closed: "closed",
  templateId: "template_id",
  processSummary: "process_summary",
  processFollowed: "process_followed",
  processTotal: "process_total",
  actionItemCount: "action_item_count",
  talkMs: "talk_ms",
  spokenMs: "spoken_ms",
  repWords: "rep_words",
  conversationSwitches: "conversation_switches",
  questionsAsked: "questions_asked",
  waitedMs: "waited_ms",
  waitedCount: "waited_count",
};

/** All fields of a row, and their columns in a query that calls the table r. */
export const recordingColumns = {
  ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, `r.${column}`])),
  organizationId: "r.organization_id",
  createdAt: "r.position / 1000",
  updatedAt: "r.updated_position / 1000",
  processedAt: "r.processed_position / 1000",
};

export const selected = columnList(recordingColumns);

/** Columns with the values of the fields, and the keys of those that are looked up. */
const toColumns = (fields: Partial<StoredRecording>): Record<string, unknown> => {
  const row: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      columns[field as keyof StoredRecording],
      value,
    ]),
  );
  const { callId, requestedEventId } = fields;
  if (callId !== undefined) row["call_key"] = keyOrNull(callId);
  if (requestedEventId !== undefined) row["requested_event_key"] = keyOrNull(requestedEventId);
  return row;
};

const by = (column: string) =>
  prepared<{ organizationId: string; value: string }, RecordingRow>(
    (db, { organizationId, value }) =>
      db("recordings as r")
        .where({ "r.organization_id": organizationId, [column]: value })
        .first(selected(db)),
  );

const byId = by("r.id");
const byCallKey = by("r.call_key");

export const recordingById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<RecordingRow | undefined> => (await byId(db, { organizationId, value: id }))[0];

export const recordingByCallId = async (
  db: Db,
  organizationId: string,
  callId: string,
): Promise<RecordingRow | undefined> =>
  (await byCallKey(db, { organizationId, value: keyOf(callId) }))[0];

const byIds = prepared<OfMany, RecordingRow>((db, { organizationId, ids }) =>
  db("recordings as r")
    .select(selected(db))
    .where("r.organization_id", organizationId)
    .where(among(db, "r.id", ids)),
);

export const recordingsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<RecordingRow[]> => byIds(db, { organizationId, ids });

/** Inside `write`, so that the position is still free when it is taken. `createdAt`: milliseconds. */
export const insertRecording = async (
  trx: Db,
  organizationId: string,
  createdAt: number,
  fields: Partial<StoredRecording> & { id: string },
): Promise<void> => {
  const position = await freePosition(trx, organizationId, createdAt * 1000);
  await trx("recordings").insert({
    organization_id: organizationId,
    closed: 0,
    updated_position: await nextPosition(trx, organizationId, createdAt),
    ...toColumns({ ...fields, position }),
  });
};

/** Changes the fields given, and updatedAt, be it for a change of what other tables have of it. */
export const updateRecording = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<Omit<StoredRecording, "updatedPosition" | "processedPosition">>,
  now: number,
): Promise<void> => {
  const place = await nextPosition(trx, organizationId, now);
  await trx("recordings")
    .where({ organization_id: organizationId, id })
    .update({
      ...toColumns({ ...changes, updatedPosition: place }),
      ...(changes.status === "processed" && {
        processed_position: trx.raw("coalesce(processed_position, ?)", [place]),
      }),
    });
};
