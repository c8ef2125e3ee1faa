import type { Knex } from "knex";
import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import type { MatchRow } from "./matches.js";
import type { Placeholder } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";

/** A recording whose window match a rematch may change, with its current match. */
export interface RematchableRecording {
  id: string;
  userId: string;
  startedAt: number;
  position: number;
  appointmentId: string | null;
}

/** An appointment whose window match a rematch may change. */
export interface RematchableAppointment {
  id: string;
  userId: string;
  eventId: string;
  startTime: number;
  windowAfterStartMs: number;
  /** The recording of its current match. */
  recordingId: string | null;
}

// Without a match, or with a window match of an unprocessed recording. A processed recording keeps its match: its
// webhook has already sent the event_id.
const MATCH_CAN_CHANGE = "(m.method IS NULL OR (m.method = 'window' AND r.status <> 'processed'))";

// A recording without an event id in the call. A call with an event id waits for that appointment, unless a user
// unlinked the two.
export const CAN_MATCH_BY_WINDOW = `(r.requested_event_id IS NULL OR EXISTS (
  SELECT 1 FROM appointments AS requested
  JOIN match_exclusions AS x
    ON x.organization_id = requested.organization_id AND x.appointment_id = requested.id
  WHERE requested.organization_id = r.organization_id AND requested.event_key = r.requested_event_key
    AND x.recording_id = r.id))`;

const staleWindowMatches = prepareQuery<IdBatch, MatchRow>((db, { organizationId, ids }) =>
  db("matches as m")
    .join("recordings as r", (on) =>
      on.on("r.organization_id", "m.organization_id").andOn("r.id", "m.recording_id"),
    )
    .select({ recordingId: "r.id", appointmentId: "m.appointment_id", method: "m.method" })
    .where("r.organization_id", organizationId)
    .where(inList(db, "r.id", ids))
    .where("m.method", "window")
    .whereNot("r.status", "processed")
    .whereRaw(`NOT ${CAN_MATCH_BY_WINDOW}`),
);

/** Loads window matches of recordings that now wait for another appointment, by its event id. */
export const loadStaleWindowMatches = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<MatchRow[]> =>
  recordingIds.length === 0 ? [] : staleWindowMatches(db, { organizationId, ids: recordingIds });

const queryRematchableRecordings = (
  db: Db,
  organizationId: string | Placeholder,
): Knex.QueryBuilder =>
  db("recordings as r")
    .leftJoin("matches as m", (on) =>
      on.on("m.organization_id", "r.organization_id").andOn("m.recording_id", "r.id"),
    )
    .select({
      id: "r.id",
      userId: "r.user_id",
      startedAt: "r.started_at",
      position: "r.position",
      appointmentId: "m.appointment_id",
    })
    .where("r.organization_id", organizationId)
    .whereRaw(MATCH_CAN_CHANGE)
    .whereRaw(CAN_MATCH_BY_WINDOW);

const queryRematchableAppointments = (
  db: Db,
  organizationId: string | Placeholder,
): Knex.QueryBuilder =>
  db("appointments as a")
    .leftJoin("matches as m", (on) =>
      on.on("m.organization_id", "a.organization_id").andOn("m.appointment_id", "a.id"),
    )
    .leftJoin("recordings as r", (on) =>
      on.on("r.organization_id", "m.organization_id").andOn("r.id", "m.recording_id"),
    )
    .select({
      id: "a.id",
      userId: "a.user_id",
      eventId: "a.event_id",
      startTime: "a.start_time",
      windowAfterStartMs: "a.reach",
      recordingId: "m.recording_id",
    })
    .where("a.organization_id", organizationId)
    .whereRaw(MATCH_CAN_CHANGE);

const recordingsByIds = prepareQuery<IdBatch, RematchableRecording>((db, { organizationId, ids }) =>
  queryRematchableRecordings(db, organizationId).where(inList(db, "r.id", ids)),
);

/** Loads the rematchable recordings among these ids. */
export const loadRematchableRecordingsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<RematchableRecording[]> =>
  ids.length === 0 ? [] : recordingsByIds(db, { organizationId, ids });

const appointmentsByIds = prepareQuery<IdBatch, RematchableAppointment>(
  (db, { organizationId, ids }) =>
    queryRematchableAppointments(db, organizationId).where(inList(db, "a.id", ids)),
);

/** Loads the rematchable appointments among these ids. */
export const loadRematchableAppointmentsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<RematchableAppointment[]> =>
  ids.length === 0 ? [] : appointmentsByIds(db, { organizationId, ids });

const longestWindowQuery = prepareQuery<
  { organizationId: string; userId: string },
  { windowAfterStartMs: number }
>((db, { organizationId, userId }) =>
  db("appointments")
    .where({ organization_id: organizationId, user_id: userId })
    .orderBy("reach", "desc")
    .first({ windowAfterStartMs: "reach" }),
);

/** Returns the user's longest `windowAfterStartMs`; undefined without appointments. */
export const findLongestWindowAfterStart = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<number | undefined> =>
  (await longestWindowQuery(db, { organizationId, userId }))[0]?.windowAfterStartMs;
