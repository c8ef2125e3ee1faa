import { insertAppointment, updateAppointment } from "../db/appointment-changes.js";
import {
  appointmentByEventId,
  type AppointmentRow,
  type StoredAppointment,
} from "../db/appointments.js";
import type { Db } from "../db/connect.js";
import { CHECK_AFTER_MS } from "./appointments.js";
import type { Context } from "./context.js";
import { clientOfCustomer, type CustomerInput } from "./customers.js";
import { invalidField } from "./errors.js";
import { Changed, settle } from "./matching.js";
import { reachOf } from "./windows.js";
import type { AppointmentInput, AppointmentPatch } from "./scheduling.js";
import { LAST_MS } from "./time.js";
import { activeUser } from "./users.js";

const noCustomer = {
  hasCustomer: 0,
  customerId: null,
  customerName: null,
  customerEmail: null,
  customerLocation: null,
};

/** The customer after the change: field by field over the one before, null clears. */
const mergedCustomer = (before: StoredAppointment, customer: CustomerInput | null) =>
  customer === null
    ? noCustomer
    : {
        hasCustomer: 1,
        customerId: customer.id === undefined ? before.customerId : customer.id,
        customerName: customer.name === undefined ? before.customerName : customer.name,
        customerEmail: customer.email === undefined ? before.customerEmail : customer.email,
        customerLocation:
          customer.location === undefined ? before.customerLocation : customer.location,
      };

/** The appointment as it is after the change. */
const applied = async (
  trx: Db,
  context: Context,
  before: AppointmentRow,
  input: AppointmentPatch,
): Promise<AppointmentRow> => {
  const { organizationId } = context;
  const after = {
    ...before,
    startTime: input.startTime ?? before.startTime,
    ...(input.endTime !== undefined && { endTime: input.endTime }),
    ...(input.title !== undefined && { title: input.title }),
    ...(input.metadata !== undefined && { metadata: JSON.stringify(input.metadata ?? {}) }),
  };
  after.reach = reachOf(after.startTime, after.endTime);
  if (after.startTime + CHECK_AFTER_MS > LAST_MS)
    throw invalidField("startTime", "must be in a year of four digits, 15 minutes later too");
  if (after.endTime !== null && after.endTime < after.startTime)
    throw input.endTime === undefined
      ? invalidField("startTime", "must not be after the end time")
      : invalidField("endTime", "must not be before the start time");
  if (typeof input.userEmail === "string") {
    const user = await activeUser(trx, organizationId, input.userEmail, "userEmail");
    Object.assign(after, { userId: user.id, userEmail: user.email });
  }
  if (input.customer !== undefined) {
    Object.assign(after, mergedCustomer(before, input.customer));
    after.clientId = await clientOfCustomer(trx, context, organizationId, {
      id: after.customerId,
      name: after.customerName,
      email: after.customerEmail,
      location: after.customerLocation,
    });
  }
  return after;
};

/** The appointment with the match that it has once all that is named has been matched anew. */
const settled = async (
  trx: Db,
  { organizationId, now }: Context,
  appointment: AppointmentRow,
  changed: Changed,
): Promise<AppointmentRow> => {
  await settle(trx, organizationId, changed, now());
  // Where no recording was touched no match was.
  if (changed.recordings.size === 0) return appointment;
  return (await appointmentByEventId(trx, organizationId, appointment.eventId))!;
};

/** There is none with this event id yet. */
export const createAppointment = async (
  trx: Db,
  context: Context,
  input: AppointmentInput,
): Promise<AppointmentRow> => {
  const now = context.now();
  const nothing = {
    id: context.newId(),
    eventId: input.eventId,
    userId: "",
    userEmail: "",
    startTime: input.startTime,
    endTime: null,
    reach: 0,
    title: null,
    ...noCustomer,
    clientId: null,
    metadata: "{}",
    createdAt: now,
    updatedAt: now,
    recordingId: null,
    matchMethod: null,
  };
  const appointment = await applied(trx, context, nothing, input);
  await insertAppointment(trx, context.organizationId, appointment);
  return settled(trx, context, appointment, new Changed().appointment(appointment));
};

/** Whether it may be matched otherwise now, or its recording have another client. */
const concernsMatch = (before: AppointmentRow, after: AppointmentRow): boolean =>
  after.startTime !== before.startTime ||
  after.reach !== before.reach ||
  after.userId !== before.userId ||
  (before.recordingId !== null && after.clientId !== before.clientId);

export const changeAppointment = async (
  trx: Db,
  context: Context,
  before: AppointmentRow,
  input: AppointmentPatch,
): Promise<AppointmentRow> => {
  const now = context.now();
  const after = { ...(await applied(trx, context, before, input)), updatedAt: now };
  await updateAppointment(trx, context.organizationId, before, after);
  if (!concernsMatch(before, after)) return after;
  // Whichever calls named its event id have been matched to it, wherever it is.
  const changed = new Changed().appointmentId(after.id).match(before.recordingId);
  return settled(trx, context, after, changed);
};
