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
  Resolver,
  Root,
} from "type-graphql";
import {
  findAppointmentByEventId,
  type AppointmentRow,
  listAppointments,
} from "../../db/appointments/appointment.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { findUserByEmail } from "../../db/people/users.js";
import { forViewers } from "../access/access.js";
import { Client } from "../clients/client.js";
import type { Context } from "../context/context.js";
import { Receipt } from "../access/receipts.js";
import { Customer } from "../clients/customers.js";
import { Constraint } from "../arguments/constraints.js";
import {
  createConnectionType,
  Page,
  resolvePageSize,
  decodeKeyset,
  encodeKeyset,
} from "../arguments/pagination.js";
import { type MatchStatus, MatchStatuses } from "../matching/match.js";
import { isHiddenFrom } from "../consent/hidden.js";
import { Recording } from "../recordings/recording.js";
import { DateFrom, DateTime, DateTo, JsonScalar } from "../arguments/scalars.js";
import { createStoredJsonParser } from "../core/exact-json.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { recordingLoader } from "../recordings/loaders.js";
import { clientLoader } from "../clients/loaders.js";

const parseMetadata = createStoredJsonParser();

/** The time from an appointment's start until it counts as missed. */
export const MISSED_AFTER_MS = 15 * 60_000;

@ObjectType({ simpleResolvers: true })
export class Appointment {
  @Receipt()
  @Field(() => ID)
  id!: string;

  @Receipt()
  @Field(() => String, { description: "The appointment's id in the organization's own system." })
  eventId!: string;

  @Receipt()
  @Field(() => String, { description: "The rep's e-mail address." })
  userEmail!: string;

  @Receipt()
  @Field(() => DateTime)
  startTime!: number;

  @Receipt()
  @Field(() => DateTime, { nullable: true })
  endTime!: number | null;

  @Field(() => String, { nullable: true, description: "The subject of the appointment." })
  title!: string | null;

  @Field(() => String, { nullable: true, description: "Same as customer.name." })
  customerName!: string | null;

  @Field(() => String, { nullable: true, description: "Same as customer.email." })
  customerEmail!: string | null;

  @Receipt()
  @Field(() => ID, { nullable: true, description: "The id of the matched recording." })
  recordingId!: string | null;

  @Receipt()
  @Field(() => DateTime)
  createdAt!: number;

  @Receipt()
  @Field(() => DateTime)
  updatedAt!: number;
}

const AppointmentConnection = createConnectionType("Appointment", () => Appointment);

@InputType()
class AppointmentFilter {
  @Field(() => DateFrom, { nullable: true, description: "Starts at this time or later." })
  from?: number | null;

  @Field(() => DateTo, { nullable: true, description: "Starts at this time or before." })
  to?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "The rep's e-mail address, case-insensitive.",
  })
  userEmail?: string | null;

  @Field(() => ID, { nullable: true, description: "Appointments that name this client." })
  clientId?: string | null;

  @Receipt()
  @Field(() => MatchStatuses, { nullable: true })
  matchStatus?: MatchStatus | null;
}

/** Returns the tighter of the bounds that are set. */
const combineBounds = (
  pickTightest: (...bounds: number[]) => number,
  ...bounds: (number | null | undefined)[]
): number | undefined => {
  const numbers = bounds.filter((bound) => typeof bound === "number");
  return numbers.length > 0 ? pickTightest(...numbers) : undefined;
};

@Resolver(() => Appointment)
export class AppointmentResolver {
  @forViewers()
  @Scans(({ filter }) =>
    countSet(filter, ["matchStatus"]) > 0 || countSet(filter, ["userEmail", "clientId"]) > 1
      ? SCAN_ROWS
      : 0,
  )
  @Query(() => AppointmentConnection, { description: "By startTime ascending, then id." })
  async appointments(
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "The page size, from 1 to 100.",
    })
    first: number | null,
    @Arg("after", () => String, {
      nullable: true,
      description: "The nextCursor of the previous page.",
    })
    after: string | null | undefined,
    @Arg("filter", () => AppointmentFilter, { nullable: true })
    filter: AppointmentFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<AppointmentRow>> {
    const { db, organizationId } = context;
    const cursorOf = (row: AppointmentRow): string =>
      encodeKeyset("appointments", organizationId, { time: row.startTime, id: row.id });
    const limit = resolvePageSize(first);
    const keyset =
      typeof after === "string" ? decodeKeyset("appointments", organizationId, after) : undefined;
    const { from, to, userEmail, clientId, matchStatus } = filter ?? {};
    const user =
      typeof userEmail === "string"
        ? await findUserByEmail(db, organizationId, userEmail)
        : undefined;
    if (typeof userEmail === "string" && !user) return new Page([], limit, cursorOf);
    // Pending turns into missed as time passes, so both are bounds on the start.
    const latestPendingStart = context.readAt - MISSED_AFTER_MS;
    const startFrom = combineBounds(
      Math.max,
      from,
      matchStatus === "pending" ? latestPendingStart : null,
    );
    const startTo = combineBounds(
      Math.min,
      to,
      matchStatus === "missed" ? latestPendingStart - 1 : null,
    );
    const rows = await loadPage(context, "appointments", listAppointments, {
      limit: limit + 1,
      ...(keyset && { after: { startTime: keyset.time, id: keyset.id } }),
      ...(startFrom !== undefined && { from: startFrom }),
      ...(startTo !== undefined && { to: startTo }),
      ...(user && { userId: user.id }),
      ...(typeof clientId === "string" && { clientId }),
      ...(matchStatus && { matched: matchStatus === "matched" }),
    });
    return new Page(rows, limit, cursorOf);
  }

  @forViewers()
  @Query(() => Appointment, { nullable: true })
  async appointment(
    @Arg("eventId", () => String, {
      description: "The appointment's id in the organization's own system.",
    })
    eventId: string,
    @Ctx() context: Context,
  ): Promise<AppointmentRow | undefined> {
    return findAppointmentByEventId(context.db, context.organizationId, eventId);
  }

  @FieldResolver(() => Customer, {
    nullable: true,
    description: "The customer as sent; null if none was sent.",
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

  @Receipt()
  @FieldResolver(() => DateTime, {
    description:
      "When an appointment without a recording counts as missed: 15 minutes after its start.",
  })
  scheduledAt(@Root() appointment: AppointmentRow): number {
    return appointment.startTime + MISSED_AFTER_MS;
  }

  @Receipt()
  @FieldResolver(() => String, { description: "Always scheduled." })
  status(): string {
    return "scheduled";
  }

  @FieldResolver(() => MatchStatuses, {
    description:
      "matched: a recording is matched. Otherwise pending until scheduledAt, and missed after it. A later recording can still match.",
  })
  matchStatus(@Root() appointment: AppointmentRow, @Ctx() context: Context): MatchStatus {
    if (appointment.recordingId !== null) return "matched";
    return context.readAt > appointment.startTime + MISSED_AFTER_MS ? "missed" : "pending";
  }

  @Constraint({ type: "object" })
  @FieldResolver(() => JsonScalar, { description: "The metadata as sent." })
  metadata(@Root() appointment: AppointmentRow): unknown {
    return parseMetadata(appointment.metadata);
  }

  @FieldResolver(() => Recording, { nullable: true })
  async recording(
    @Root() appointment: AppointmentRow,
    @Ctx() context: Context,
  ): Promise<RecordingRow | null> {
    if (appointment.recordingId === null) return null;
    const row = await context.loaders.get(recordingLoader).load(appointment.recordingId);
    return row && !isHiddenFrom(context, row) ? row : null;
  }

  @FieldResolver(() => Client, { nullable: true })
  client(@Root() appointment: AppointmentRow, @Ctx() context: Context) {
    return appointment.clientId === null
      ? null
      : context.loaders.get(clientLoader).load(appointment.clientId);
  }
}
