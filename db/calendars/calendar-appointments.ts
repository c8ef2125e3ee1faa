import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";

/** An appointment created from a calendar. */
export interface CalendarAppointmentRow {
  appointmentId: string;
  eventId: string;
  startTime: number;
  digest: string;
  /** The matched recording; null without a match. */
  recordingId: string | null;
}

const queryLinks = (db: Db, organizationId: string): Knex.QueryBuilder =>
  db("calendar_appointments as l")
    .join("appointments as a", (on) =>
      on.on("a.organization_id", "l.organization_id").andOn("a.id", "l.appointment_id"),
    )
    .leftJoin("matches as m", (on) =>
      on.on("m.organization_id", "a.organization_id").andOn("m.appointment_id", "a.id"),
    )
    .where("l.organization_id", organizationId);

const selected = {
  appointmentId: "l.appointment_id",
  eventId: "a.event_id",
  startTime: "a.start_time",
  digest: "l.digest",
  recordingId: "m.recording_id",
} as const;

/** Lists the appointments of a calendar that start at `from` or later, by id. */
export const listCalendarAppointments = async (
  db: Db,
  organizationId: string,
  calendarId: string,
  { from, limit, afterId = "" }: { from: number; limit: number; afterId?: string },
): Promise<CalendarAppointmentRow[]> =>
  queryLinks(db, organizationId)
    .select(selected)
    .where("l.calendar_id", calendarId)
    .where("l.appointment_id", ">", afterId)
    .where("a.start_time", ">=", from)
    .orderBy("l.appointment_id")
    .limit(limit);

/** Returns the calendar that created the appointment; undefined for any other appointment. */
export const findCalendarOfAppointment = async (
  db: Db,
  organizationId: string,
  appointmentId: string,
): Promise<string | undefined> => {
  const row = (await db("calendar_appointments")
    .where({ organization_id: organizationId, appointment_id: appointmentId })
    .first("calendar_id")) as { calendar_id: string } | undefined;
  return row?.calendar_id;
};

export const upsertCalendarAppointment = async (
  trx: Db,
  organizationId: string,
  row: { appointmentId: string; calendarId: string; digest: string },
): Promise<void> => {
  await trx("calendar_appointments")
    .insert({
      organization_id: organizationId,
      appointment_id: row.appointmentId,
      calendar_id: row.calendarId,
      digest: row.digest,
    })
    .onConflict(["organization_id", "appointment_id"])
    .merge();
};

/** The rep and the start, which identify appointments for the same meeting. */
export interface Meeting {
  userId: string;
  startTime: number;
}

/** Returns whether another system has pushed an appointment for the meeting. */
export const hasPushedTwin = async (
  db: Db,
  organizationId: string,
  { userId, startTime }: Meeting,
): Promise<boolean> => {
  const twin: unknown = await db("appointments as a")
    .leftJoin("calendar_appointments as l", (on) =>
      on.on("l.organization_id", "a.organization_id").andOn("l.appointment_id", "a.id"),
    )
    .where({ "a.organization_id": organizationId, "a.user_id": userId, "a.start_time": startTime })
    .whereNull("l.calendar_id")
    // Appointments left by a deleted calendar don't count as pushed.
    .whereRaw("substr(a.event_id, 1, 4) <> 'ics:'")
    .first("a.id");
  return twin !== undefined;
};

/** Lists the event ids of a meeting's appointments that came from calendars. */
export const listCalendarTwins = async (
  db: Db,
  organizationId: string,
  { userId, startTime }: Meeting,
): Promise<string[]> => {
  const rows = (await db("appointments as a")
    .join("calendar_appointments as l", (on) =>
      on.on("l.organization_id", "a.organization_id").andOn("l.appointment_id", "a.id"),
    )
    .where({ "a.organization_id": organizationId, "a.user_id": userId, "a.start_time": startTime })
    .select({ eventId: "a.event_id" })) as { eventId: string }[];
  return rows.map(({ eventId }) => eventId);
};
