import type { Knex } from "knex";
import type { MatchMethod } from "./appointments.js";
import { among } from "./among.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { type Placeholder, prepared } from "./prepared.js";

export interface Match {
  recordingId: string;
  appointmentId: string;
  method: MatchMethod;
}

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

const columns = { recordingId: "recording_id", appointmentId: "appointment_id", method: "method" };

/** The match that either side is in now; at most two, where both sides are taken. */
export const matchesOf = async (
  db: Db,
  organizationId: string,
  sides: { recordingId?: string; appointmentId?: string },
): Promise<Match[]> => {
  const of = (column: string, id: string) =>
    db("matches")
      .select(columns)
      .where({ organization_id: organizationId, [column]: id });
  const { recordingId, appointmentId } = sides;
  if (recordingId === undefined)
    return appointmentId === undefined ? [] : of("appointment_id", appointmentId);
  const match = of("recording_id", recordingId);
  // A union: for an OR SQLite would read all matches of the organization.
  return appointmentId === undefined ? match : match.union(of("appointment_id", appointmentId));
};

export const insertMatch = async (trx: Db, organizationId: string, match: Match): Promise<void> => {
  await trx("matches").insert({
    organization_id: organizationId,
    recording_id: match.recordingId,
    appointment_id: match.appointmentId,
    method: match.method,
  });
};

export const deleteMatch = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("matches")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .delete();
};

/** Keeps the two apart: no rule of the service joins them again. */
export const excludePair = async (
  trx: Db,
  organizationId: string,
  pair: { recordingId: string; appointmentId: string },
): Promise<void> => {
  await trx("match_exclusions")
    .insert({
      organization_id: organizationId,
      recording_id: pair.recordingId,
      appointment_id: pair.appointmentId,
    })
    .onConflict(["organization_id", "recording_id", "appointment_id"])
    .ignore();
};

export const allowPair = async (
  trx: Db,
  organizationId: string,
  pair: { recordingId: string; appointmentId: string },
): Promise<void> => {
  await trx("match_exclusions")
    .where({
      organization_id: organizationId,
      recording_id: pair.recordingId,
      appointment_id: pair.appointmentId,
    })
    .delete();
};

/** The appointments that each of these recordings is kept apart from. */
export const excludedPairs = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<{ recordingId: string; appointmentId: string }[]> =>
  recordingIds.length === 0
    ? []
    : db("match_exclusions")
        .select({ recordingId: "recording_id", appointmentId: "appointment_id" })
        .where("organization_id", organizationId)
        .where(among(db, "recording_id", recordingIds));

/** The recordings that the appointment is matched to, or kept apart from. */
export const recordingsOf = async (
  db: Db,
  organizationId: string,
  appointmentId: string,
): Promise<string[]> => {
  const of = (table: string) =>
    db(table)
      .select("recording_id")
      .where({ organization_id: organizationId, appointment_id: appointmentId });
  const rows: { recording_id: string }[] = await of("matches").union(of("match_exclusions"));
  return rows.map((row) => row.recording_id);
};

// A processed recording keeps its window match, since its event_id has been told.
const STILL_OPEN = "(m.method IS NULL OR (m.method = 'window' AND r.status <> 'processed'))";

// A call that named an appointment waits for that one, unless a person took the two apart.
const CLAIMS_NONE = `(r.requested_event_id IS NULL OR EXISTS (
  SELECT 1 FROM appointments AS named
  JOIN match_exclusions AS x
    ON x.organization_id = named.organization_id AND x.appointment_id = named.id
  WHERE named.organization_id = r.organization_id AND named.event_key = r.requested_event_key
    AND x.recording_id = r.id))`;

/** Window matches of those of the recordings that wait for an appointment they named since. */
export const waitingMatches = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<Match[]> =>
  recordingIds.length === 0
    ? []
    : db("matches as m")
        .join("recordings as r", (on) =>
          on.on("r.organization_id", "m.organization_id").andOn("r.id", "m.recording_id"),
        )
        .select({ recordingId: "r.id", appointmentId: "m.appointment_id", method: "m.method" })
        .where("r.organization_id", organizationId)
        .where(among(db, "r.id", recordingIds))
        .where("m.method", "window")
        .whereNot("r.status", "processed")
        .whereRaw(`NOT ${CLAIMS_NONE}`);

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

/** Those of the ids that are open. */
export const openRecordingsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<OpenRecording[]> =>
  ids.length === 0 ? [] : openRecordings(db, organizationId).where(among(db, "r.id", ids));

const appointmentsByIds = prepared<
  { organizationId: string; ids: readonly string[] },
  OpenAppointment
>((db, { organizationId, ids }) =>
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

/**
 * The recording that an explicit match of this appointment goes to: the oldest of the calls that named
 * it, but for those that a person took apart from it or gave to another appointment.
 */
export const oldestClaimant = async (
  db: Db,
  organizationId: string,
  appointment: { id: string; eventId: string },
): Promise<string | undefined> => {
  const row: { id: string } | undefined = await db("recordings as r")
    .where({
      "r.organization_id": organizationId,
      "r.requested_event_key": keyOf(appointment.eventId),
    })
    .whereNotExists(
      db("match_exclusions as x")
        .select("x.recording_id")
        .whereRaw("x.organization_id = r.organization_id AND x.recording_id = r.id")
        .where("x.appointment_id", appointment.id),
    )
    .whereNotExists(
      db("matches as m")
        .select("m.recording_id")
        .whereRaw("m.organization_id = r.organization_id AND m.recording_id = r.id")
        .where("m.method", "manual")
        .whereNot("m.appointment_id", appointment.id),
    )
    .orderBy("r.position")
    .first("r.id");
  return row?.id;
};
