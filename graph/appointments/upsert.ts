import { insertAppointment, updateAppointment } from "../../db/appointments/upsert.js";
import {
  findAppointmentByEventId,
  type AppointmentRow,
  type StoredAppointment,
} from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import { withScope } from "../../db/engine/viewer-scope.js";
import { MISSED_AFTER_MS } from "./appointment.js";
import type { Context } from "../context/context.js";
import { upsertCustomerClient, type CustomerInput } from "../clients/customers.js";
import { invalidField } from "../core/errors.js";
import { RematchScope, rematch } from "../matching/rematch.js";
import { computeWindowAfterStart, isWindowOver } from "../matching/windows.js";
import type { AppointmentInput, AppointmentPatch } from "./inputs.js";
import { MAX_TIME_MS } from "../arguments/time.js";
import { requireActiveUser } from "../people/require-user.js";
import { requireUnclaimedEvent } from "./visible-event.js";

const EMPTY_CUSTOMER = {
  hasCustomer: 0,
  customerId: null,
  customerName: null,
  customerEmail: null,
  customerLocation: null,
};

/** Merges the sent customer into the stored one, field by field. Null clears. */
const mergeCustomer = (before: StoredAppointment, customer: CustomerInput | null) =>
  customer === null
    ? EMPTY_CUSTOMER
    : {
        hasCustomer: 1,
        customerId: customer.id === undefined ? before.customerId : customer.id,
        customerName: customer.name === undefined ? before.customerName : customer.name,
        customerEmail: customer.email === undefined ? before.customerEmail : customer.email,
        customerLocation:
          customer.location === undefined ? before.customerLocation : customer.location,
      };

/** Returns the appointment after the change. @throws INVALID_FIELD, USER_NOT_FOUND */
const applyPatch = async (
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
  after.windowAfterStartMs = computeWindowAfterStart(after.startTime, after.endTime);
  if (after.startTime + MISSED_AFTER_MS > MAX_TIME_MS)
    throw invalidField("startTime", "must be in a four-digit year, even 15 minutes later");
  if (after.endTime !== null && after.endTime < after.startTime)
    throw input.endTime === undefined
      ? invalidField("startTime", "must not be after the end time")
      : invalidField("endTime", "must not be before the start time");
  if (typeof input.userEmail === "string") {
    const user = await requireActiveUser(
      withScope(trx, context.scope),
      organizationId,
      input.userEmail,
      "userEmail",
    );
    Object.assign(after, { userId: user.id, userEmail: user.email });
  }
  if (input.customer !== undefined) {
    Object.assign(after, mergeCustomer(before, input.customer));
    const customer = {
      id: after.customerId,
      name: after.customerName,
      email: after.customerEmail,
      location: after.customerLocation,
    };
    after.clientId = await upsertCustomerClient(trx, context, customer, after.userId);
  }
  return after;
};

/** Rematches everything in the scope, and returns the appointment with its new match. */
const rematchAppointment = async (
  trx: Db,
  { organizationId, now }: Context,
  appointment: AppointmentRow,
  scope: RematchScope,
): Promise<AppointmentRow> => {
  await rematch(trx, organizationId, scope, now());
  // Without a recording in the scope, no match has changed.
  if (scope.recordingIds.size === 0) return appointment;
  return (await findAppointmentByEventId(trx, organizationId, appointment.eventId))!;
};

/** Creates an appointment. No appointment may have its event id yet. */
export const createAppointment = async (
  trx: Db,
  context: Context,
  input: AppointmentInput,
): Promise<AppointmentRow> => {
  const now = context.now();
  const empty = {
    id: context.newId(),
    eventId: input.eventId,
    userId: "",
    userEmail: "",
    startTime: input.startTime,
    endTime: null,
    windowAfterStartMs: 0,
    title: null,
    ...EMPTY_CUSTOMER,
    clientId: null,
    metadata: "{}",
    createdAt: now,
    updatedAt: now,
    matchWindowClosedAt: null,
    recordingId: null,
    matchMethod: null,
  };
  const appointment = await applyPatch(trx, context, empty, input);
  await requireUnclaimedEvent(trx, context, appointment);
  // An import of past appointments is history: the job must not emit events for them.
  if (isWindowOver(appointment, now)) appointment.matchWindowClosedAt = now;
  await insertAppointment(trx, context.organizationId, appointment);
  return rematchAppointment(
    trx,
    context,
    appointment,
    new RematchScope().addAppointment(appointment),
  );
};

/** Returns whether the change can affect a match, or the client of the matched recording. */
const affectsMatch = (before: AppointmentRow, after: AppointmentRow): boolean =>
  after.startTime !== before.startTime ||
  after.windowAfterStartMs !== before.windowAfterStartMs ||
  after.userId !== before.userId ||
  (before.recordingId !== null && after.clientId !== before.clientId);

export const patchAppointment = async (
  trx: Db,
  context: Context,
  before: AppointmentRow,
  input: AppointmentPatch,
): Promise<AppointmentRow> => {
  const now = context.now();
  const after = { ...(await applyPatch(trx, context, before, input)), updatedAt: now };
  if (!isWindowOver(after, now)) after.matchWindowClosedAt = null;
  await updateAppointment(trx, context.organizationId, before, after);
  if (!affectsMatch(before, after)) return after;
  const scope = new RematchScope().addAppointmentId(after.id).addChangedMatch(before.recordingId);
  // Calls that sent the event id keep their match, unless their sender may not see the new user.
  if (after.userId !== before.userId) scope.addAppointment(after);
  return rematchAppointment(trx, context, after, scope);
};
