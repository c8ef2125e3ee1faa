import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import {
  appointmentByEventId,
  type AppointmentRow,
  pageOfAppointments,
} from "../db/appointments.js";
import type { RecordingRow } from "../db/recordings.js";
import { userByEmail } from "../db/users.js";
import { forIntegration } from "./access.js";
import { Client } from "./clients.js";
import type { Context } from "./context.js";
import { Customer } from "./customers.js";
import { Says } from "./keywords.js";
import { connectionType, Page, pageSize, readCursor, writeCursor } from "./page.js";
import { Recording } from "./recordings.js";
import { DateFrom, DateTime, DateTo, JsonScalar } from "./scalars.js";

/** How long after the start it is checked whether the call was recorded. */
export const CHECK_AFTER_MS = 15 * 60_000;

const MatchStatuses = { pending: "pending", matched: "matched", missed: "missed" } as const;
type MatchStatus = keyof typeof MatchStatuses;
registerEnumType(MatchStatuses, { name: "MatchStatus" });

@ObjectType({ simpleResolvers: true })
export class Appointment {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: "The id that the organization's own system has for it." })
  eventId!: string;

  @Field(() => String, { description: "The rep's." })
  userEmail!: string;

  @Field(() => DateTime)
  startTime!: number;

  @Field(() => DateTime, { nullable: true })
  endTime!: number | null;

  @Field(() => String, { nullable: true, description: "What it is about." })
  title!: string | null;

  @Field(() => String, { nullable: true, description: "The customer's name, as in customer." })
  customerName!: string | null;

  @Field(() => String, { nullable: true, description: "The customer's e-mail, as in customer." })
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
  @Field(() => DateFrom, { nullable: true, description: "Starting at this time or later." })
  from?: number | null;

  @Field(() => DateTo, { nullable: true, description: "Starting at this time or before." })
  to?: number | null;

  @Field(() => String, { nullable: true, description: "The rep's, whatever its case." })
  userEmail?: string | null;

  @Field(() => MatchStatuses, { nullable: true })
  matchStatus?: MatchStatus | null;
}

/** The tighter of the bounds that are there. */
const within = (
  tighter: (...bounds: number[]) => number,
  ...bounds: (number | null | undefined)[]
): number | undefined => {
  const given = bounds.filter((bound) => typeof bound === "number");
  return given.length > 0 ? tighter(...given) : undefined;
};

@Resolver(() => Appointment)
export class AppointmentResolver {
  @forIntegration()
  @Query(() => AppointmentConnection, { description: "By startTime ascending, then id." })
  async appointments(
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "How many to answer with, from 1 to 100.",
    })
    first: number | null,
    @Arg("after", () => String, {
      nullable: true,
      description: "The nextCursor of the page before.",
    })
    after: string | null | undefined,
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
    const due = context.readAt - CHECK_AFTER_MS;
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
    @Arg("eventId", () => String, {
      description: "The id that the organization's own system has for it.",
    })
    eventId: string,
    @Ctx() context: Context,
  ): Promise<AppointmentRow | undefined> {
    return appointmentByEventId(context.db, context.organizationId, eventId);
  }

  @FieldResolver(() => Customer, {
    nullable: true,
    description: "As it was sent; null where none was.",
  })
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

  @FieldResolver(() => String, { description: "Always scheduled." })
  status(): string {
    return "scheduled";
  }

  @FieldResolver(() => MatchStatuses, {
    description:
      "Whether a recording is matched to it: pending until scheduledAt, missed after it; a later recording may still be matched.",
  })
  matchStatus(@Root() appointment: AppointmentRow, @Ctx() context: Context): MatchStatus {
    if (appointment.recordingId !== null) return "matched";
    return context.readAt > appointment.startTime + CHECK_AFTER_MS ? "missed" : "pending";
  }

  @Says({ type: "object" })
  @FieldResolver(() => JsonScalar, { description: "What was sent along with it." })
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
