import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
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
import type { AppointmentRow, MatchMethod } from "../db/appointments.js";
import {
  pageOfRecordings,
  recordingById,
  type RecordingRow,
  type RecordingSearch,
  type RecordingSource,
  type RecordingStatus,
} from "../db/recordings.js";
import type { UserRow } from "../db/users.js";
import { userByEmail } from "../db/users.js";
import { forIntegration, forInternal } from "./access.js";
import { Appointment } from "./appointments.js";
import { Client } from "./clients.js";
import type { Context } from "./context.js";
import { DeliveryConnection } from "./deliveries.js";
import { Failure, notFound, notYet } from "./errors.js";
import { eraseAndSettle } from "./matching.js";
import { mutate } from "./mutate.js";
import { connectionType, invalidCursor, Page, pageSize } from "./page.js";
import { DateFrom, DateTime, DateTo, JsonScalar } from "./scalars.js";
import { Template } from "./templates.js";
import { formatMicroseconds, parseMicroseconds } from "./time.js";
import { User } from "./users.js";

const Statuses = {
  received: "received",
  processing: "processing",
  processed: "processed",
  failed: "failed",
} as const;
registerEnumType(Statuses, { name: "RecordingStatus" });

export const Sources = {
  mobile: "mobile",
  dialer: "dialer",
  meeting: "meeting",
  upload: "upload",
} as const;
registerEnumType(Sources, { name: "RecordingSource" });

const MatchMethods = { explicit: "explicit", window: "window", manual: "manual" } as const;
registerEnumType(MatchMethods, { name: "MatchMethod" });

@ObjectType({ simpleResolvers: true })
export class AppointmentMatch {
  @Field(() => String)
  eventId!: string;

  @Field(() => MatchMethods)
  method!: MatchMethod;

  @Field(() => Float, {
    description:
      "Signed milliseconds from the appointment's startTime to the recording's startedAt.",
  })
  offset!: number;
}

@ObjectType({ simpleResolvers: true })
export class Recording {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Statuses)
  status!: RecordingStatus;

  @Field(() => Sources)
  source!: RecordingSource;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;

  @Field(() => DateTime, { nullable: true })
  processedAt!: number | null;

  @Field(() => DateTime, { description: "When the call began." })
  startedAt!: number;

  @Field(() => Int, { description: "Milliseconds." })
  duration!: number;

  @Field(() => String, { nullable: true })
  summary!: string | null;

  @Field(() => String, { nullable: true })
  notes!: string | null;

  @Field(() => String, { nullable: true, description: "Markdown." })
  coaching!: string | null;

  @Field(() => Boolean, { description: "Whether the deal was closed in this call." })
  closed!: number;

  @Field(() => ID, { nullable: true })
  clientId!: string | null;

  @Field(() => String, { nullable: true })
  failureReason!: string | null;
}

export const RecordingConnection = connectionType("Recording", () => Recording);

@InputType()
class RecordingFilter {
  @Field(() => Statuses, { nullable: true })
  status?: RecordingStatus | null;

  @Field(() => DateFrom, { nullable: true })
  from?: number | null;

  @Field(() => DateTo, { nullable: true })
  to?: number | null;

  @Field(() => DateFrom, { nullable: true })
  updatedSince?: number | null;

  @Field(() => String, { nullable: true })
  userEmail?: string | null;

  @Field(() => ID, { nullable: true })
  clientId?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => String, { nullable: true })
  search?: string | null;
}

/** A recording's place in every list, as /v1 shows it. */
export const recordingCursor = (row: RecordingRow): string => formatMicroseconds(row.position);

/** @throws INVALID_CURSOR for what is neither such a cursor nor a time */
export const recordingPosition = (cursor: string | null | undefined): number | undefined => {
  if (typeof cursor !== "string") return undefined;
  const position = parseMicroseconds(cursor);
  if (position === undefined) throw invalidCursor();
  return position;
};

/** The bounds of the filter as positions; undefined where the filter can match nothing. */
const searchOf = async (
  filter: RecordingFilter,
  { db, organizationId }: Context,
): Promise<Omit<RecordingSearch, "status" | "limit"> | undefined> => {
  const user =
    typeof filter.userEmail === "string"
      ? await userByEmail(db, organizationId, filter.userEmail)
      : undefined;
  if (typeof filter.userEmail === "string" && !user) return undefined;
  return {
    ...(user && { userId: user.id }),
    ...(typeof filter.from === "number" && { from: filter.from * 1000 }),
    ...(typeof filter.to === "number" && { to: filter.to * 1000 + 999 }),
    ...(typeof filter.updatedSince === "number" && { updatedSince: filter.updatedSince }),
    ...(typeof filter.clientId === "string" && { clientId: filter.clientId }),
    ...(typeof filter.tag === "string" && { tag: filter.tag }),
  };
};

/** @throws NOT_FOUND */
export const existingRecording = async (
  db: Context["db"],
  organizationId: string,
  id: string,
): Promise<RecordingRow> => {
  const recording = await recordingById(db, organizationId, id);
  if (!recording) throw notFound("Recording");
  return recording;
};

@Resolver(() => Recording)
export class RecordingResolver {
  @forIntegration()
  @Query(() => RecordingConnection, {
    description:
      "Newest first. Status defaults to processed; other statuses need the internal role.",
  })
  async recordings(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => RecordingFilter, { nullable: true })
    filter: RecordingFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<RecordingRow>> {
    const status = filter?.status ?? "processed";
    if (status !== "processed" && context.role !== "internal")
      throw new Failure("FORBIDDEN", "is for internal tokens, but for processed", "status");
    if (filter?.search) throw notYet("search");
    const limit = pageSize(first);
    const before = recordingPosition(after);
    const search = await searchOf(filter ?? {}, context);
    const rows = search
      ? await pageOfRecordings(context.db, context.organizationId, {
          ...search,
          status,
          limit: limit + 1,
          ...(before !== undefined && { before }),
        })
      : [];
    return new Page(rows, limit, recordingCursor);
  }

  @forIntegration()
  @Query(() => Recording, {
    nullable: true,
    description:
      "Any status, unless one is asked for. /v1 asks for processed, but for the transcript.",
  })
  async recording(
    @Arg("id", () => ID) id: string,
    @Arg("status", () => Statuses, { nullable: true }) status: RecordingStatus | null | undefined,
    @Ctx() context: Context,
  ): Promise<RecordingRow | undefined> {
    const row = await recordingById(context.db, context.organizationId, id);
    return status && row?.status !== status ? undefined : row;
  }

  @FieldResolver(() => JsonScalar)
  customFields(@Root() recording: RecordingRow): unknown {
    return JSON.parse(recording.customFields);
  }

  @FieldResolver(() => String, { description: "The link to the recording in the console." })
  url(@Root() recording: RecordingRow, @Ctx() context: Context): string {
    return `${context.publicUrl}/recordings/${recording.id}`;
  }

  @FieldResolver(() => User)
  async user(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<UserRow> {
    // The foreign key has it that every recording has its user.
    return (await context.loaders.user.load(recording.userId))!;
  }

  @FieldResolver(() => String)
  async userEmail(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<string> {
    return (await this.user(recording, context)).email;
  }

  @FieldResolver(() => Client, { nullable: true })
  client(@Root() recording: RecordingRow, @Ctx() context: Context) {
    return recording.clientId === null ? null : context.loaders.client.load(recording.clientId);
  }

  @FieldResolver(() => Template, { nullable: true })
  template(@Root() recording: RecordingRow, @Ctx() context: Context) {
    return recording.templateId === null
      ? null
      : context.loaders.template.load(recording.templateId);
  }

  @FieldResolver(() => Appointment, { nullable: true })
  async appointment(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentRow | undefined> {
    return context.loaders.appointmentOfRecording.load(recording.id);
  }

  @FieldResolver(() => String, { nullable: true, description: "The matched appointment's." })
  async eventId(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<string | undefined> {
    return (await context.loaders.appointmentOfRecording.load(recording.id))?.eventId;
  }

  @FieldResolver(() => AppointmentMatch, { nullable: true })
  async match(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentMatch | undefined> {
    const appointment = await context.loaders.appointmentOfRecording.load(recording.id);
    return (
      appointment && {
        eventId: appointment.eventId,
        method: appointment.matchMethod,
        offset: recording.startedAt - appointment.startTime,
      }
    );
  }

  @forInternal()
  @FieldResolver(() => DeliveryConnection, { description: "(internal)" })
  deliveries(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) _first: number | null,
    @Arg("after", () => String, { nullable: true }) _after: string | null | undefined,
  ): Page<never> {
    throw notYet("deliveries");
  }

  @forInternal()
  @Mutation(() => Boolean, { description: "Erases all that was said and written in it." })
  async deleteRecording(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    return mutate(context, async (trx) => {
      if (!(await eraseAndSettle(trx, context.organizationId, id))) throw notFound("Recording");
      return true;
    });
  }
}
