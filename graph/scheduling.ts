import { Arg, Ctx, Field, InputType, Mutation, Resolver } from "type-graphql";
import {
  appointmentByEventId,
  type AppointmentRow,
  deleteAppointment,
  putAppointment,
  type StoredAppointment,
} from "../db/appointments.js";
import type { Db } from "../db/connect.js";
import { recordingsOf } from "../db/matches.js";
import { recordingById } from "../db/recordings.js";
import { forIntegration } from "./access.js";
import { Appointment, CHECK_AFTER_MS } from "./appointments.js";
import type { Context } from "./context.js";
import { checkCustomer, clientOfCustomer, CustomerInput } from "./customers.js";
import { invalidField, missingField, notFound } from "./errors.js";
import { Changed, settle } from "./matching.js";
import { mutate } from "./mutate.js";
import { reachOf } from "./pairing.js";
import { DateTime, JsonScalar } from "./scalars.js";
import { LAST_MS } from "./time.js";
import { activeUser } from "./users.js";

@InputType({ description: "What is absent stays as it was; null clears an optional field." })
class AppointmentPatch {
  @Field(() => String, { nullable: true })
  userEmail?: string | null;

  @Field(() => DateTime, { nullable: true })
  startTime?: number | null;

  @Field(() => DateTime, { nullable: true })
  endTime?: number | null;

  @Field(() => String, { nullable: true })
  title?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "Merged field by field." })
  customer?: CustomerInput | null;

  @Field(() => JsonScalar, { nullable: true })
  metadata?: Record<string, unknown> | null;
}

@InputType()
class AppointmentInput {
  @Field(() => String)
  eventId!: string;

  @Field(() => String)
  userEmail!: string;

  @Field(() => DateTime)
  startTime!: number;

  @Field(() => DateTime, { nullable: true })
  endTime?: number | null;

  @Field(() => String, { nullable: true })
  title?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "Merged field by field." })
  customer?: CustomerInput | null;

  @Field(() => JsonScalar, { nullable: true })
  metadata?: Record<string, unknown> | null;
}

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

const check = (input: AppointmentPatch & { eventId?: string }): void => {
  if (input.userEmail === null) throw missingField("userEmail");
  if (input.startTime === null) throw missingField("startTime");
  if (input.eventId === "") throw invalidField("eventId", "must not be empty");
  if (input.userEmail === "") throw invalidField("userEmail", "must not be empty");
  checkCustomer(input.customer);
};

/** Writes the appointment as it is after the change, with all that follows from it. */
const store = async (
  trx: Db,
  context: Context,
  before: StoredAppointment & { recordingId?: string | null },
  input: AppointmentPatch,
  now: number,
): Promise<AppointmentRow> => {
  const { organizationId } = context;
  const after = {
    ...before,
    startTime: input.startTime ?? before.startTime,
    ...(input.endTime !== undefined && { endTime: input.endTime }),
    ...(input.title !== undefined && { title: input.title }),
    ...(input.metadata !== undefined && { metadata: JSON.stringify(input.metadata ?? {}) }),
    updatedAt: now,
  };
  after.reach = reachOf(after.startTime, after.endTime);
  if (after.startTime + CHECK_AFTER_MS > LAST_MS)
    throw invalidField("startTime", "must be in a year of four digits, 15 minutes later too");
  if (after.endTime !== null && after.endTime < after.startTime)
    throw input.endTime === undefined
      ? invalidField("startTime", "must not be after the end time")
      : invalidField("endTime", "must not be before the start time");
  if (typeof input.userEmail === "string")
    after.userId = (await activeUser(trx, organizationId, input.userEmail, "userEmail")).id;
  if (input.customer !== undefined) {
    Object.assign(after, mergedCustomer(before, input.customer));
    after.clientId = await clientOfCustomer(trx, context, organizationId, {
      id: after.customerId,
      name: after.customerName,
      email: after.customerEmail,
      location: after.customerLocation,
    });
  }
  await putAppointment(trx, organizationId, after);
  await settle(
    trx,
    organizationId,
    new Changed().appointment(after).recordingId(before.recordingId),
  );
  return (await appointmentByEventId(trx, organizationId, after.eventId))!;
};

/** @throws NOT_FOUND */
const existing = async (
  trx: Db,
  organizationId: string,
  eventId: string,
): Promise<AppointmentRow> => {
  const appointment = await appointmentByEventId(trx, organizationId, eventId);
  if (!appointment) throw notFound("Appointment");
  return appointment;
};

@Resolver()
export class SchedulingResolver {
  @forIntegration()
  @Mutation(() => Appointment, {
    description:
      "Creates the appointment, or changes the fields sent of the one with this event id.",
  })
  async upsertAppointment(
    @Arg("input", () => AppointmentInput) input: AppointmentInput,
    @Ctx() context: Context,
  ): Promise<AppointmentRow> {
    check(input);
    return mutate(context, async (trx) => {
      const now = context.now();
      const before = (await appointmentByEventId(trx, context.organizationId, input.eventId)) ?? {
        id: context.newId(),
        eventId: input.eventId,
        userId: "",
        startTime: input.startTime,
        endTime: null,
        reach: 0,
        title: null,
        ...noCustomer,
        clientId: null,
        metadata: "{}",
        createdAt: now,
        updatedAt: now,
      };
      return store(trx, context, before, input, now);
    });
  }

  @forIntegration()
  @Mutation(() => Appointment)
  async updateAppointment(
    @Arg("eventId", () => String) eventId: string,
    @Arg("input", () => AppointmentPatch) input: AppointmentPatch,
    @Ctx() context: Context,
  ): Promise<AppointmentRow> {
    check(input);
    return mutate(context, async (trx) => {
      const before = await existing(trx, context.organizationId, eventId);
      return store(trx, context, before, input, context.now());
    });
  }

  @forIntegration()
  @Mutation(() => Boolean, { description: "The matched recording stays." })
  async deleteAppointment(
    @Arg("eventId", () => String) eventId: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const appointment = await existing(trx, organizationId, eventId);
      const changed = new Changed();
      // What was taken apart from it waits for its event id again, its own recording for what it named.
      for (const id of await recordingsOf(trx, organizationId, appointment.id))
        changed.recording(await recordingById(trx, organizationId, id));
      await deleteAppointment(trx, organizationId, appointment.id);
      await settle(trx, organizationId, changed);
      return true;
    });
  }
}
