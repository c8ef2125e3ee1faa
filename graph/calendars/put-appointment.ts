import {
  type AppointmentRow,
  findAppointmentByEventId,
} from "../../db/appointments/appointment.js";
import {
  findCalendarOfAppointment,
  hasPushedTwin,
  upsertCalendarAppointment,
} from "../../db/calendars/calendar-appointments.js";
import type { Db } from "../../db/engine/connect.js";
import { removeAppointment } from "../appointments/remove.js";
import { createAppointment, patchAppointment } from "../appointments/upsert.js";
import type { Context } from "../context/context.js";
import type { CalendarAppointment } from "./calendar-appointments.js";
import { buildRepEventId } from "./event-ids.js";

/** The appointment of an event for a rep: its id, and the one that exists. */
interface Slot {
  eventId: string;
  before: AppointmentRow | undefined;
}

/** Finds the rep's appointment of an event; undefined if another calendar has it. */
const findSlot = async (
  trx: Db,
  organizationId: string,
  calendarId: string,
  { eventId, userId }: CalendarAppointment,
): Promise<Slot | undefined> => {
  const repEventId = buildRepEventId(eventId, userId);
  const base = await findAppointmentByEventId(trx, organizationId, eventId);
  const owner = base && (await findCalendarOfAppointment(trx, organizationId, base.id));
  if (owner === calendarId) return { eventId, before: base };
  const own = await findAppointmentByEventId(trx, organizationId, repEventId);
  if (!own) {
    // An appointment that a deleted calendar left stays its rep's.
    if (!base || (owner === undefined && base.userId === userId)) return { eventId, before: base };
    return base.userId === userId ? undefined : { eventId: repEventId, before: undefined };
  }
  const repOwner = await findCalendarOfAppointment(trx, organizationId, own.id);
  if (repOwner !== undefined && repOwner !== calendarId) return undefined;
  return { eventId: repEventId, before: own };
};

/**
 * Creates or updates an appointment, unless another system or calendar has it for the same rep. Each rep of a joint
 * visit has an appointment. Returns whether it did.
 */
export const putAppointment = async (
  trx: Db,
  context: Context,
  calendarId: string,
  wanted: CalendarAppointment,
): Promise<boolean> => {
  const { organizationId } = context;
  const { userId, userEmail, startTime, endTime, title, customer, digest } = wanted;
  const slot = await findSlot(trx, organizationId, calendarId, wanted);
  if (!slot) return false;
  const { eventId, before } = slot;
  if (await hasPushedTwin(trx, organizationId, { userId, startTime })) {
    if (before && before.recordingId === null) await removeAppointment(trx, context, before);
    return false;
  }
  const input = {
    eventId,
    userEmail,
    startTime,
    endTime,
    title,
    customer: customer && { name: customer.name, email: customer.email },
  };
  const { id } = before
    ? await patchAppointment(trx, context, before, input)
    : await createAppointment(trx, context, input);
  await upsertCalendarAppointment(trx, organizationId, { appointmentId: id, calendarId, digest });
  return true;
};
