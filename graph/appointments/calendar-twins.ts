import {
  type AppointmentRow,
  findAppointmentByEventId,
} from "../../db/appointments/appointment.js";
import {
  findCalendarOfAppointment,
  listCalendarTwins,
} from "../../db/calendars/calendar-appointments.js";
import type { Db } from "../../db/engine/connect.js";
import type { Context } from "../context/context.js";
import { removeAppointment } from "./remove.js";

/**
 * Deletes the calendar appointments for a meeting that another system has pushed: same rep, same start. A manual match
 * keeps its appointment. Returns the pushed appointment with its match.
 */
export const removeCalendarTwins = async (
  trx: Db,
  context: Context,
  pushed: AppointmentRow,
): Promise<AppointmentRow> => {
  const { organizationId } = context;
  const twins = await listCalendarTwins(trx, organizationId, pushed);
  const isFromCalendar =
    twins.length > 0 &&
    (await findCalendarOfAppointment(trx, organizationId, pushed.id)) !== undefined;
  if (twins.length === 0 || isFromCalendar) return pushed;
  for (const eventId of twins) {
    const twin = await findAppointmentByEventId(trx, organizationId, eventId);
    if (twin && twin.matchMethod !== "manual") await removeAppointment(trx, context, twin);
  }
  return (await findAppointmentByEventId(trx, organizationId, pushed.eventId))!;
};
