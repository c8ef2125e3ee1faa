import { clientOfCustomer } from "./clients.js";
import { found, invalid, Refusal, sent } from "./inputs.js";
import { dropAppointment, matchOf, settle } from "./matching.js";
import { activeUser } from "./people.js";
import { type Appointment, type Customer, newId, type Organization, type World } from "./world.js";

/** How long after the start it is checked whether the call was recorded. */
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

const EMPTY: Customer = { id: null, name: null, email: null, location: null };

/** The fields sent change, null clears, a customer is merged field by field. */
const change = (
  world: World,
  org: Organization,
  before: Appointment,
  input: AppointmentPatch,
): Appointment => {
  const { userEmail, customer, metadata, startTime, ...rest } = input;
  const after = { ...before, ...sent(rest), ...(startTime && { startTime }), updatedAt: world.now };
  if (after.endTime !== null && after.endTime < after.startTime)
    throw invalid(input.endTime === undefined ? "startTime" : "endTime");
  if (userEmail) after.user = activeUser(org, userEmail);
  if (metadata !== undefined) after.metadata = metadata ?? {};
  if (customer !== undefined) {
    after.customer = customer && { ...(before.customer ?? EMPTY), ...sent(customer) };
    after.client = clientOfCustomer(world, org, after.customer);
  }
  return Object.assign(before, after);
};

const check = ({ userEmail, startTime, customer }: AppointmentPatch): void => {
  if (userEmail === null) throw new Refusal("MISSING_REQUIRED_FIELD", "userEmail");
  if (startTime === null) throw new Refusal("MISSING_REQUIRED_FIELD", "startTime");
  if (userEmail === "") throw invalid("userEmail");
  if (customer?.id === "") throw invalid("customer.id");
};

export const appointmentOf = (org: Organization, eventId: string): Appointment | undefined =>
  org.appointments.find((appointment) => appointment.eventId === eventId);

export const upsertAppointment = (
  world: World,
  org: Organization,
  { eventId, ...input }: AppointmentInput,
): Appointment => {
  if (eventId === "") throw invalid("eventId");
  check(input);
  const before = appointmentOf(org, eventId);
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
  change(world, org, appointment, input);
  if (!before) org.appointments.push(appointment);
  settle(org);
  return appointment;
};

const existing = (org: Organization, eventId: string): Appointment =>
  found(appointmentOf(org, eventId), "Appointment");

export const updateAppointment = (
  world: World,
  org: Organization,
  eventId: string,
  input: AppointmentPatch,
): Appointment => {
  check(input);
  const appointment = change(world, org, existing(org, eventId), input);
  settle(org);
  return appointment;
};

export const deleteAppointment = (org: Organization, eventId: string): true => {
  dropAppointment(org, existing(org, eventId));
  return true;
};

/** matched; else pending until scheduledAt, missed after it. */
export const matchStatus = (world: World, org: Organization, appointment: Appointment): string => {
  if (matchOf(org, { appointment })) return "matched";
  return world.now > appointment.startTime + CHECK_AFTER_MS ? "missed" : "pending";
};

/** By startTime, then id. */
export const appointmentsInOrder = (org: Organization): Appointment[] =>
  org.appointments.toSorted((a, b) => a.startTime - b.startTime || (a.id < b.id ? -1 : 1));
