import { upsertCustomerClient } from "./clients.js";
import { requireFound, buildInvalidField, Refusal, omitUndefined } from "./refusal.js";
import { removeAppointment, findMatch, rematch } from "./matching.js";
import { resolveActiveUser } from "./people.js";
import { type Appointment, type Customer, newId, type Organization, type World } from "./world.js";

/** How long after the start the match window closes. */
export const CHECK_AFTER_MS = 15 * 60_000;

export interface AppointmentPatch {
  userEmail?: string | null;
  startTime?: number | null;
  endTime?: number | null;
  title?: string | null;
  customer?: Partial<Customer> | null;
  metadata?: object | null;
}

export interface AppointmentInput extends AppointmentPatch {
  eventId: string;
  userEmail: string;
  startTime: number;
}

const EMPTY_CUSTOMER: Customer = { id: null, name: null, email: null, location: null };

/** Applies the sent fields; null clears a field, and a customer is merged field by field. */
const applyPatch = (
  world: World,
  org: Organization,
  before: Appointment,
  input: AppointmentPatch,
): Appointment => {
  const { userEmail, customer, metadata, startTime, ...rest } = input;
  const after = {
    ...before,
    ...omitUndefined(rest),
    ...(startTime && { startTime }),
    updatedAt: world.now,
  };
  if (after.endTime !== null && after.endTime < after.startTime)
    throw buildInvalidField(input.endTime === undefined ? "startTime" : "endTime");
  if (userEmail) after.user = resolveActiveUser(org, userEmail);
  if (metadata !== undefined) after.metadata = metadata ?? {};
  if (customer !== undefined) {
    after.customer = customer && {
      ...(before.customer ?? EMPTY_CUSTOMER),
      ...omitUndefined(customer),
    };
    after.client = upsertCustomerClient(world, org, after.customer);
  }
  return Object.assign(before, after);
};

const validatePatch = ({ userEmail, startTime, customer }: AppointmentPatch): void => {
  if (userEmail === null) throw new Refusal("MISSING_REQUIRED_FIELD", "userEmail");
  if (startTime === null) throw new Refusal("MISSING_REQUIRED_FIELD", "startTime");
  if (userEmail === "") throw buildInvalidField("userEmail");
  if (customer?.id === "") throw buildInvalidField("customer.id");
};

export const findAppointment = (org: Organization, eventId: string): Appointment | undefined =>
  org.appointments.find((appointment) => appointment.eventId === eventId);

export const upsertAppointment = (
  world: World,
  org: Organization,
  { eventId, ...input }: AppointmentInput,
): Appointment => {
  if (eventId === "") throw buildInvalidField("eventId");
  validatePatch(input);
  const before = findAppointment(org, eventId);
  const appointment =
    before ??
    ({
      id: newId(world),
      eventId,
      startTime: input.startTime,
      endTime: null,
      title: null,
      customer: null,
      client: null,
      metadata: {},
      createdAt: world.now,
    } as unknown as Appointment);
  applyPatch(world, org, appointment, input);
  if (!before) org.appointments.push(appointment);
  rematch(org);
  return appointment;
};

const resolveAppointment = (org: Organization, eventId: string): Appointment =>
  requireFound(findAppointment(org, eventId), "Appointment");

export const updateAppointment = (
  world: World,
  org: Organization,
  eventId: string,
  input: AppointmentPatch,
): Appointment => {
  validatePatch(input);
  const appointment = applyPatch(world, org, resolveAppointment(org, eventId), input);
  rematch(org);
  return appointment;
};

export const deleteAppointment = (org: Organization, eventId: string): true => {
  removeAppointment(org, resolveAppointment(org, eventId));
  return true;
};

/** Returns matched; otherwise pending until scheduledAt and missed after it. */
export const computeMatchStatus = (
  world: World,
  org: Organization,
  appointment: Appointment,
): string => {
  if (findMatch(org, { appointment })) return "matched";
  return world.now > appointment.startTime + CHECK_AFTER_MS ? "missed" : "pending";
};

/** Sorts by startTime, then ID. */
export const listAppointments = (org: Organization): Appointment[] =>
  org.appointments.toSorted((a, b) => a.startTime - b.startTime || (a.id < b.id ? -1 : 1));
