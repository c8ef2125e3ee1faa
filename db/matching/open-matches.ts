import type { Knex } from "knex";
import { among, type OfMany } from "./among.js";
import type { Db } from "./connect.js";
import type { Match } from "./matches.js";
import { type Placeholder, prepared } from "./prepared.js";

/** A recording that a window match may still be made for, and the one it has now. */
export interface OpenRecording {
  id: string;
  userId: string;
  startedAt: number;
  position: number;
  appointmentId: string | null;
}

/** An appointment that a window match may still be made for; `reach`: from its start to its window's end. */
export interface OpenAppointment {
  id: string;
  userId: string;
  eventId: string;
  startTime: number;
  reach: number;
}

// A processed recording keeps its window match, since its event_id has been told.
const STILL_OPEN = "(m.method IS NULL OR (m.method = 'window' AND r.status <> 'processed'))";

// A call that named an appointment waits for that one, unless a person took the two apart.
const CLAIMS_NONE = `(r.requested_event_id IS NULL OR EXISTS (
  SELECT 1 FROM appointments AS named
  JOIN match_exclusions AS x
    ON x.organization_id = named.organization_id AND x.appointment_id = named.id
  WHERE named.organization_id = r.organization_id AND named.event_key = r.requested_event_key
    AND x.recording_id = r.id))`;

const waiting = prepared<OfMany, Match>((db, { organizationId, ids }) =>
  db("matches as m")
    .join("recordings as r", (on) =>
      on.on("r.organization_id", "m.organization_id").andOn("r.id", "m.recording_id"),
    )
    .select({ recordingId: "r.id", appointmentId: "m.appointment_id", method: "m.method" })
    .where("r.organization_id", organizationId)
    .where(among(db, "r.id", ids))
    .where("m.method", "window")
    .whereNot("r.status", "processed")
    .whereRaw(`NOT ${CLAIMS_NONE}`),
);

/** Window matches of those of the recordings that wait for an appointment they named since. */
export const waitingMatches = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<Match[]> =>
  recordingIds.length === 0 ? [] : waiting(db, { organizationId, ids: recordingIds });

const openRecordings = (db: Db, organizationId: string | Placeholder): Knex.QueryBuilder =>
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
    .whereRaw(CLAIMS_NONE);

const openAppointments = (db: Db, organizationId: string | Placeholder): Knex.QueryBuilder =>
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

const recordingsByIds = prepared<OfMany, OpenRecording>((db, { organizationId, ids }) =>
  openRecordings(db, organizationId).where(among(db, "r.id", ids)),
);

/** Those of the ids that are open. */
export const openRecordingsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<OpenRecording[]> =>
  ids.length === 0 ? [] : recordingsByIds(db, { organizationId, ids });

const appointmentsByIds = prepared<OfMany, OpenAppointment>((db, { organizationId, ids }) =>
  openAppointments(db, organizationId).where(among(db, "a.id", ids)),
);

export const openAppointmentsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<OpenAppointment[]> =>
  ids.length === 0 ? [] : appointmentsByIds(db, { organizationId, ids });

interface Between {
  organizationId: string;
  userId: string;
  from: number;
  to: number;
}

const recordingsBetween = prepared<Between, OpenRecording>(
  (db, { organizationId, userId, from, to }) =>
    openRecordings(db, organizationId)
      .where("r.user_id", userId)
      .whereBetween("r.started_at", [from, to]),
);

/** The user's open recordings that began in this time, both ends included. */
export const openRecordingsBetween = async (
  db: Db,
  organizationId: string,
  userId: string,
  time: { from: number; to: number },
): Promise<OpenRecording[]> => recordingsBetween(db, { organizationId, userId, ...time });

const longest = prepared<{ organizationId: string; userId: string }, { reach: number }>(
  (db, { organizationId, userId }) =>
    db("appointments")
      .where({ organization_id: organizationId, user_id: userId })
      .orderBy("reach", "desc")
      .first("reach"),
);

/** The longest reach of the user's appointments, in milliseconds; undefined where there are none. */
export const longestReach = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<number | undefined> => (await longest(db, { organizationId, userId }))[0]?.reach;

const appointmentsReaching = prepared<Between & { earliest: number }, OpenAppointment>(
  (db, { organizationId, userId, earliest, from, to }) =>
    openAppointments(db, organizationId)
      .where("a.user_id", userId)
      .whereBetween("a.start_time", [earliest, to])
      .whereRaw("a.start_time + a.reach >= ?", [from]),
);

/**
 * The user's open appointments that start from `earliest` until `to`, and whose windows end at `from` or
 * later. None may reach further than from `earliest` to `from`, so that the index on the start serves.
 */
export const openAppointmentsReaching = async (
  db: Db,
  organizationId: string,
  userId: string,
  time: { earliest: number; from: number; to: number },
): Promise<OpenAppointment[]> => appointmentsReaching(db, { organizationId, userId, ...time });
