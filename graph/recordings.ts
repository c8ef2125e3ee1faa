import type { GraphQLResolveInfo } from "graphql";
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
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
  pageOfRecordings,
  recordingById,
  type RecordingRow,
  type RecordingSearch,
  type RecordingSource,
  type RecordingStatus,
} from "../db/recordings.js";
import { userByEmail } from "../db/users.js";
import { forIntegration, forInternal } from "./access.js";
import type { Context } from "./context.js";
import { Failure, notFound, notYet } from "./errors.js";
import { recordingUrl } from "./links.js";
import { eraseAndSettle } from "./matching.js";
import { mutate } from "./mutate.js";
import { connectionType, invalidCursor, Page, pageSize } from "./page.js";
import { selectedBeneath } from "./selection.js";
import { DateFrom, DateTime, DateTo, JsonScalar } from "./scalars.js";
import { formatMicroseconds, parseMicroseconds } from "./time.js";

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

/** What a list can show of recordings from their short form. */
const SHORT = new Set([
  "nodes",
  "edges",
  "node",
  "cursor",
  "nextCursor",
  "hasMore",
  "pageInfo",
  "hasNextPage",
  "endCursor",
  "__typename",
  "id",
  "name",
  "status",
  "createdAt",
  "duration",
  "summary",
  "url",
]);

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
    @Info() info: GraphQLResolveInfo,
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
          short: selectedBeneath(info).every((name) => SHORT.has(name)),
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
    return recordingUrl(context, recording.id);
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
