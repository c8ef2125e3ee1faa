import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import {
  appointmentByEventId,
  type AppointmentRow,
  deleteAppointment,
  pageOfAppointments,
  putAppointment,
  type StoredAppointment,
} from "../db/appointments.js";
import type { Db } from "../db/connect.js";
import type { RecordingRow } from "../db/recordings.js";
import { userByEmail } from "../db/users.js";
import { forIntegration } from "./access.js";
import { Client } from "./clients.js";
import type { Context } from "./context.js";
import { checkCustomer, clientOfCustomer, Customer, CustomerInput } from "./customers.js";
import { invalidField, missingField, notFound } from "./errors.js";
import { settleClient, settleEvent } from "./matching.js";
import { mutate } from "./mutate.js";
import { connectionType, Page, pageSize, readCursor, writeCursor } from "./page.js";
import { Recording } from "./recordings.js";
import { DateFrom, DateTime, DateTo, JsonScalar } from "./scalars.js";
import { activeUser } from "./users.js";

/** How long after the start it is checked whether the call was recorded. */
const CHECK_AFTER_MS = 15 * 60_000;

const MatchStatuses = { pending: "pending", matched: "matched", missed: "missed" } as const;
type MatchStatus = keyof typeof MatchStatuses;
registerEnumType(MatchStatuses, { name: "MatchStatus" });

@ObjectType({ simpleResolvers: true })
export class Appointment {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  eventId!: string;

  @Field(() => String)
  userEmail!: string;

  @Field(() => DateTime)
  startTime!: number;

  @Field(() => DateTime, { nullable: true })
  endTime!: number | null;

  @Field(() => String, { nullable: true })
  title!: string | null;

  @Field(() => String, { nullable: true })
  customerName!: string | null;

  @Field(() => String, { nullable: true })
  customerEmail!: string | null;

  @Field(() => ID, { nullable: true, description: "The matched recording's." })
  recordingId!: string | null;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;
}

export const AppointmentConnection = connectionType("Appointment", () => Appointment);

@InputType()
class AppointmentFilter {
  @Field(() => DateFrom, { nullable: true })
  from?: number | null;

  @Field(() => DateTo, { nullable: true })
  to?: number | null;

  @Field(() => String, { nullable: true })
  userEmail?: string | null;

  @Field(() => MatchStatuses, { nullable: true })
  matchStatus?: MatchStatus | null;
}

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

/** The tighter of the bounds that are there. */
const within = (
  tighter: (...bounds: number[]) => number,
  ...bounds: (number | null | undefined)[]
): number | undefined => {
  const given = bounds.filter((bound) => typeof bound === "number");
  return given.length > 0 ? tighter(...given) : undefined;
};

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
  before: StoredAppointment,
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
  await settleEvent(trx, organizationId, after.eventId);
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

@Resolver(() => Appointment)
export class AppointmentResolver {
  @forIntegration()
  @Query(() => AppointmentConnection, { description: "By startTime ascending, then id." })
  async appointments(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => AppointmentFilter, { nullable: true })
    filter: AppointmentFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<AppointmentRow>> {
    const { db, organizationId } = context;
    const cursorOf = (row: AppointmentRow): string =>
      writeCursor("appointments", organizationId, { time: row.startTime, id: row.id });
    const limit = pageSize(first);
    const at =
      typeof after === "string" ? readCursor("appointments", organizationId, after) : undefined;
    const { from, to, userEmail, matchStatus } = filter ?? {};
    const user =
      typeof userEmail === "string" ? await userByEmail(db, organizationId, userEmail) : undefined;
    if (typeof userEmail === "string" && !user) return new Page([], limit, cursorOf);
    // Pending turns into missed as time passes, so these two are bounds on the start.
    const due = context.now() - CHECK_AFTER_MS;
    const fromTime = within(Math.max, from, matchStatus === "pending" ? due : null);
    const toTime = within(Math.min, to, matchStatus === "missed" ? due - 1 : null);
    const rows = await pageOfAppointments(db, organizationId, {
      limit: limit + 1,
      ...(at && { after: { startTime: at.time, id: at.id } }),
      ...(fromTime !== undefined && { from: fromTime }),
      ...(toTime !== undefined && { to: toTime }),
      ...(user && { userId: user.id }),
      ...(matchStatus && { matched: matchStatus === "matched" }),
    });
    return new Page(rows, limit, cursorOf);
  }

  @forIntegration()
  @Query(() => Appointment, { nullable: true })
  async appointment(
    @Arg("eventId", () => String) eventId: string,
    @Ctx() context: Context,
  ): Promise<AppointmentRow | undefined> {
    return appointmentByEventId(context.db, context.organizationId, eventId);
  }

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
      await deleteAppointment(trx, organizationId, appointment.id);
      if (appointment.recordingId !== null)
        await settleClient(trx, organizationId, appointment.recordingId);
      return true;
    });
  }

  @FieldResolver(() => Customer, { nullable: true })
  customer(@Root() appointment: AppointmentRow): Customer | null {
    if (!appointment.hasCustomer) return null;
    return {
      id: appointment.customerId,
      name: appointment.customerName,
      email: appointment.customerEmail,
      location: appointment.customerLocation,
    };
  }

  @FieldResolver(() => DateTime, {
    description: "When it is checked whether the call was recorded: 15 minutes after the start.",
  })
  scheduledAt(@Root() appointment: AppointmentRow): number {
    return appointment.startTime + CHECK_AFTER_MS;
  }

  @FieldResolver(() => String)
  status(): string {
    return "scheduled";
  }

  @FieldResolver(() => MatchStatuses)
  matchStatus(@Root() appointment: AppointmentRow, @Ctx() context: Context): MatchStatus {
    if (appointment.recordingId !== null) return "matched";
    return context.now() > appointment.startTime + CHECK_AFTER_MS ? "missed" : "pending";
  }

  @FieldResolver(() => JsonScalar)
  metadata(@Root() appointment: AppointmentRow): unknown {
    return JSON.parse(appointment.metadata);
  }

  @FieldResolver(() => Recording, { nullable: true })
  recording(
    @Root() appointment: AppointmentRow,
    @Ctx() context: Context,
  ): Promise<RecordingRow | undefined> | null {
    return appointment.recordingId === null
      ? null
      : context.loaders.recording.load(appointment.recordingId);
  }

  @FieldResolver(() => Client, { nullable: true })
  client(@Root() appointment: AppointmentRow, @Ctx() context: Context) {
    return appointment.clientId === null ? null : context.loaders.client.load(appointment.clientId);
  }
}
