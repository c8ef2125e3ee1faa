import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, Field, ID, Info, InputType, Int, Query, Resolver } from "type-graphql";
import { pageOfRecordings, type RecordingSearch } from "../db/recording-lists.js";
import type { RecordingRow, RecordingStatus } from "../db/recordings.js";
import type { Ranked } from "../db/search.js";
import { userByEmail } from "../db/users.js";
import { forIntegration } from "./access.js";
import type { Context } from "./context.js";
import { Failure, invalidField } from "./errors.js";
import { Says } from "./keywords.js";
import {
  connectionType,
  type Feed,
  fitting,
  invalidCursor,
  openCursor,
  Page,
  pageSize,
  sealCursor,
} from "./page.js";
import { changedRecordings, isSince, RecordingSince } from "./recording-changes.js";
import { listForm } from "./recording-forms.js";
import { Recording, Statuses } from "./recordings.js";
import { DateFrom, DateTo } from "./scalars.js";
import { RecordingOrders } from "./search.js";
import { MOST_CHARACTERS, searchTermsOf } from "./search-terms.js";
import { selectedBeneath } from "./selection.js";
import { formatMicroseconds, parseMicroseconds } from "./time.js";

export const RecordingConnection = connectionType("Recording", () => Recording);

@InputType()
class RecordingFilter {
  @Field(() => Statuses, { nullable: true })
  status?: RecordingStatus | null;

  @Field(() => DateFrom, { nullable: true, description: "Created at this time or later." })
  from?: number | null;

  @Field(() => DateTo, { nullable: true, description: "Created at this time or before." })
  to?: number | null;

  @Field(() => DateFrom, { nullable: true, description: "Changed at this time or later." })
  updatedSince?: number | null;

  @Field(() => String, { nullable: true, description: "The rep's, whatever its case." })
  userEmail?: string | null;

  @Field(() => ID, { nullable: true })
  clientId?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words in name, summary, notes and transcript; processed recordings only. All words must occur; "some in this order", -not this, begin*.',
  })
  @Says({ maxLength: MOST_CHARACTERS })
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

/** A recording's place in what a search finds, in the order of relevance. */
const rankedCursors = (organizationId: string, search: string) => {
  const list = `recordings ${search}`;
  return {
    write: ({ rank = 0, position }: RecordingRow): string =>
      sealCursor(list, organizationId, `${rank} ${position}`),
    read: (cursor: string | null | undefined): Ranked | undefined => {
      if (typeof cursor !== "string") return undefined;
      const [, rank, position] =
        /^(-?\d[\d.e-]*) (\d{1,16})$/.exec(openCursor(list, organizationId, cursor)) ?? [];
      if (!Number.isFinite(Number(rank))) throw invalidCursor();
      return { rank: Number(rank), position: Number(position) };
    },
  };
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
    ...(typeof filter.updatedSince === "number" && { updatedSince: filter.updatedSince * 1000 }),
    ...(typeof filter.clientId === "string" && { clientId: filter.clientId }),
    ...(typeof filter.tag === "string" && { tag: filter.tag }),
  };
};

@Resolver()
export class RecordingListResolver {
  @forIntegration()
  @Query(() => RecordingConnection, {
    description:
      "Newest first, what a search finds by relevance, or with `since` in the order of that time. Status defaults to processed; other statuses need the internal role. A page with transcripts ends early where they have more than 4 MiB.",
  })
  async recordings(
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "How many to answer with, from 1 to 100.",
    })
    first: number | null,
    @Arg("after", () => String, {
      nullable: true,
      description: "The nextCursor of the page before, or a time: only what is older.",
    })
    after: string | null | undefined,
    @Arg("filter", () => RecordingFilter, { nullable: true })
    filter: RecordingFilter | null | undefined,
    @Arg("since", () => RecordingSince, { nullable: true })
    since: RecordingSince | null | undefined,
    @Arg("order", () => RecordingOrders, {
      nullable: true,
      description: "relevance is for a search, and what it has if nothing is given.",
    })
    order: keyof typeof RecordingOrders | null | undefined,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<RecordingRow> | Feed<RecordingRow>> {
    const status = filter?.status ?? "processed";
    if (status !== "processed" && context.role !== "internal")
      throw new Failure("FORBIDDEN", "is for internal tokens, but for processed", "status");
    const limit = pageSize(first);
    if (isSince(since)) {
      if (typeof filter?.search === "string" || order)
        throw invalidField(order ? "order" : "search", "goes with no time of a change");
      const found = await searchOf(filter ?? {}, context);
      const search = found && { ...found, status, limit, form: listForm(info, "changes") };
      return changedRecordings(context, since, after, limit, search);
    }
    const selected = selectedBeneath(info);
    const bounds = { limit: limit + 1, form: listForm(info, "short") };
    if (typeof filter?.search === "string") {
      if (status !== "processed")
        throw invalidField("search", "finds only recordings that are processed");
      const terms = searchTermsOf(filter.search);
      const isRanked = order !== "newest";
      const cursors = rankedCursors(context.organizationId, filter.search);
      const position = isRanked ? undefined : recordingPosition(after);
      const place = position === undefined ? undefined : { rank: 0, position };
      const last = isRanked ? cursors.read(after) : place;
      const within = await searchOf(filter, context);
      const found = within
        ? await context.readSearch({
            organizationId: context.organizationId,
            matches: selected.includes("matches"),
            search: {
              ...within,
              ...bounds,
              terms,
              order: isRanked ? "relevance" : "newest",
              ...(last && { after: last }),
            },
          })
        : [];
      return new Page<RecordingRow>(found, limit, isRanked ? cursors.write : recordingCursor);
    }
    if (order === "relevance") throw invalidField("order", "can be relevance only of a search");
    const before = recordingPosition(after);
    const within = await searchOf(filter ?? {}, context);
    const rows = within
      ? await pageOfRecordings(context.db, context.organizationId, {
          ...within,
          ...bounds,
          status,
          ...(before !== undefined && { before }),
        })
      : [];
    const fits = fitting(rows.map(({ transcriptBytes }) => transcriptBytes));
    return new Page(rows, Math.min(limit, fits), recordingCursor);
  }
}
