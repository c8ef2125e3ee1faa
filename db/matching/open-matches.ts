import type { Knex } from "knex";
import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import type { MatchRow } from "./matches.js";
import { type Placeholder, prepareQuery } from "../engine/prepared.js";

/** A recording that is open for a window match, with its current match. */
export interface OpenRecording {
  id: string;
  userId: string;
  startedAt: number;
  position: number;
  appointmentId: string | null;
}

/** An appointment that is open for a window match. `reach`: milliseconds from its start to its window's end. */
export interface OpenAppointment {
  id: string;
  userId: string;
  eventId: string;
  startTime: number;
  reach: number;
}

// A processed recording keeps its window match: its webhook has sent the event_id.
const STILL_OPEN = "(m.method IS NULL OR (m.method = 'window' AND r.status <> 'processed'))";

// A call with an event_id waits for that appointment, unless a user unlinked the two.
const AWAITS_NO_APPOINTMENT = `(r.requested_event_id IS NULL OR EXISTS (
  SELECT 1 FROM appointments AS named
  JOIN match_exclusions AS x
    ON x.organization_id = named.organization_id AND x.appointment_id = named.id
  WHERE named.organization_id = r.organization_id AND named.event_key = r.requested_event_key
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
    .whereRaw(`NOT ${AWAITS_NO_APPOINTMENT}`),
);

/** Loads window matches of recordings that now wait for another appointment, by its event id. */
export const loadStaleWindowMatches = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<MatchRow[]> =>
  recordingIds.length === 0 ? [] : staleWindowMatches(db, { organizationId, ids: recordingIds });

const queryOpenRecordings = (db: Db, organizationId: string | Placeholder): Knex.QueryBuilder =>
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
    .whereRaw(STILL_OPEN)
    .whereRaw(AWAITS_NO_APPOINTMENT);

const queryOpenAppointments = (db: Db, organizationId: string | Placeholder): Knex.QueryBuilder =>
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
      reach: "a.reach",
    })
    .where("a.organization_id", organizationId)
    .whereRaw(STILL_OPEN);

const recordingsByIds = prepareQuery<IdBatch, OpenRecording>((db, { organizationId, ids }) =>
  queryOpenRecordings(db, organizationId).where(inList(db, "r.id", ids)),
);

/** Loads the open recordings among these ids. */
export const loadOpenRecordingsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<OpenRecording[]> =>
  ids.length === 0 ? [] : recordingsByIds(db, { organizationId, ids });

const appointmentsByIds = prepareQuery<IdBatch, OpenAppointment>((db, { organizationId, ids }) =>
  queryOpenAppointments(db, organizationId).where(inList(db, "a.id", ids)),
);

/** Loads the open appointments among these ids. */
export const loadOpenAppointmentsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<OpenAppointment[]> =>
  ids.length === 0 ? [] : appointmentsByIds(db, { organizationId, ids });

interface UserTimeRange {
  organizationId: string;
  userId: string;
  from: number;
  to: number;
}

const recordingsBetween = prepareQuery<UserTimeRange, OpenRecording>(
  (db, { organizationId, userId, from, to }) =>
    queryOpenRecordings(db, organizationId)
      .where("r.user_id", userId)
      .whereBetween("r.started_at", [from, to]),
);

/** Loads the user's open recordings that started in a time range, both ends included. */
export const loadOpenRecordingsBetween = async (
  db: Db,
  organizationId: string,
  userId: string,
  time: { from: number; to: number },
): Promise<OpenRecording[]> => recordingsBetween(db, { organizationId, userId, ...time });

const longestReachQuery = prepareQuery<
  { organizationId: string; userId: string },
  { reach: number }
>((db, { organizationId, userId }) =>
  db("appointments")
    .where({ organization_id: organizationId, user_id: userId })
    .orderBy("reach", "desc")
    .first("reach"),
);

/** Returns the longest reach of the user's appointments in milliseconds; undefined without appointments. */
export const findLongestReach = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<number | undefined> =>
  (await longestReachQuery(db, { organizationId, userId }))[0]?.reach;

const appointmentsReaching = prepareQuery<UserTimeRange & { earliest: number }, OpenAppointment>(
  (db, { organizationId, userId, earliest, from, to }) =>
    queryOpenAppointments(db, organizationId)
      .where("a.user_id", userId)
      .whereBetween("a.start_time", [earliest, to])
      .whereRaw("a.start_time + a.reach >= ?", [from]),
);

/**
 * Loads the user's open appointments that start from `earliest` to `to` and whose windows end at `from` or
 * later. `from − earliest` must be at least the user's longest reach: the index bounds only the start.
 */
export const loadOpenAppointmentsReaching = async (
  db: Db,
  organizationId: string,
  userId: string,
  time: { earliest: number; from: number; to: number },
): Promise<OpenAppointment[]> => appointmentsReaching(db, { organizationId, userId, ...time });
