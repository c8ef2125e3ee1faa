import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, Info, Int, Query, Resolver } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { listRecordings } from "../../db/recordings/list.js";
import { recordingSorts, type RecordingSortName } from "../../db/recordings/sorts.js";
import { forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Failure, invalidField } from "../core/errors.js";
import { countFitting, type FeedPage, Page, resolvePageSize } from "../arguments/pagination.js";
import { listSelectedFields } from "./selection.js";
import { type RecordingOrder, RecordingOrders } from "../search/search.js";
import { parseSearchTerms } from "../search/terms.js";
import { RecordingConnection } from "./connection.js";
import {
  createRankedCursors,
  createSortedCursors,
  formatRecordingCursor,
  parseRecordingCursor,
  withNamedResults,
} from "./cursors.js";
import { loadRecordingFeed } from "./feed.js";
import { numberFilterNames, RecordingFilter, resolveRecordingFilter } from "./filter.js";
import { resolveListProjection } from "./projection.js";
import { hasSince, RecordingSince } from "./since.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { searchRead } from "../search/page.js";

/** The arguments of a list; `limit` is the page size. */
interface ListRequest {
  filter: RecordingFilter;
  after: string | null | undefined;
  limit: number;
  info: GraphQLResolveInfo;
}

const searchWords = async (
  context: Context,
  search: string,
  order: "relevance" | "newest",
  { filter, after, limit, info }: ListRequest,
): Promise<Page<RecordingRow>> => {
  const { organizationId, scope } = context;
  const terms = parseSearchTerms(search);
  const cursors = createRankedCursors(organizationId, search);
  const isRanked = order === "relevance";
  const position = isRanked ? undefined : parseRecordingCursor(after);
  const start = isRanked ? cursors.parse(after) : position !== undefined && [position];
  const bounds = await resolveRecordingFilter(context, filter);
  const rows = bounds
    ? await context.readLong(
        searchRead,
        {
          organizationId,
          scope,
          includeMatches: listSelectedFields(info).includes("searchMatches"),
          search: {
            ...bounds,
            limit: limit + 1,
            projection: resolveListProjection(info, "short"),
            terms,
            order,
            ...(start && { after: start }),
          },
        },
        context.caller.signal,
      )
    : [];
  return isRanked
    ? new Page<RecordingRow>(withNamedResults(rows, start || []), limit, cursors.format)
    : new Page<RecordingRow>(rows, limit, formatRecordingCursor);
};

/** Lists recordings newest first, or ordered by `sort`. */
const listPage = async (
  context: Context,
  status: NonNullable<RecordingFilter["status"]>,
  sort: RecordingSortName | undefined,
  { filter, after, limit, info }: ListRequest,
): Promise<Page<RecordingRow>> => {
  const cursors = sort && createSortedCursors(context.organizationId, sort);
  const before = cursors ? undefined : parseRecordingCursor(after);
  const start = cursors ? cursors.parse(after) : before !== undefined && { before };
  const bounds = await resolveRecordingFilter(context, filter);
  const rows = bounds
    ? await loadPage(context, "recordings", listRecordings, {
        ...bounds,
        limit: limit + 1,
        projection: resolveListProjection(info, "short"),
        status,
        ...(sort && { sort }),
        ...start,
      })
    : [];
  const fitting = countFitting(rows.map(({ transcriptBytes }) => transcriptBytes));
  return new Page(rows, Math.min(limit, fitting), cursors?.format ?? formatRecordingCursor);
};

/** The conditions of a filter. An index covers one of them besides the status; ordered by change, none. */
const CONDITIONS = ["updatedSince", "userEmail", "clientId", "tag", "trackerId"];

const ALWAYS_SCANNED = [
  "search",
  "teamId",
  "withoutTrackerId",
  "hasNotices",
  "reviewed",
  "questionId",
  "closed",
  ...numberFilterNames,
];

const isSort = (order: RecordingOrder | null | undefined): order is RecordingSortName =>
  typeof order === "string" && Object.hasOwn(recordingSorts, order);

const priceScan = ({ filter, since, order }: Record<string, unknown>): number => {
  if (isSort(order as RecordingOrder | undefined)) return SCAN_ROWS;
  const conditions = countSet(filter, CONDITIONS);
  const isAnswered =
    countSet(since, ["updated", "processed"]) > 0 || countSet(filter, ["updatedSince"]) > 0
      ? conditions === 0
      : conditions <= 1;
  return isAnswered && countSet(filter, ALWAYS_SCANNED) === 0 ? 0 : SCAN_ROWS;
};

@Resolver()
export class RecordingListResolver {
  @forViewers()
  @Scans(priceScan)
  @Query(() => RecordingConnection, {
    description:
      "Newest first, or by `order`; a search by relevance; with `since` in the order of that time. The default status is processed; any other status requires an internal token. A page with transcripts ends early once they have more than 4 MiB.",
  })
  async recordings(
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "Page size, from 1 to 100.",
    })
    first: number | null,
    @Arg("after", () => String, {
      nullable: true,
      description:
        "The nextCursor of the previous page or, in the order of time, a time: older recordings only.",
    })
    after: string | null | undefined,
    @Arg("filter", () => RecordingFilter, { nullable: true })
    filter: RecordingFilter | null | undefined,
    @Arg("since", () => RecordingSince, { nullable: true })
    since: RecordingSince | null | undefined,
    @Arg("order", () => RecordingOrders, {
      nullable: true,
      description:
        "By default newest, and relevance in a search, which has no other order than these.",
    })
    order: RecordingOrder | null | undefined,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<RecordingRow> | FeedPage<RecordingRow>> {
    const status = filter?.status ?? (filter?.hidden === true ? "received" : "processed");
    if (filter?.hidden === true && context.role !== "internal")
      throw new Failure("FORBIDDEN", "requires an internal token or an admin", "hidden");
    const search = filter?.search;
    if (status !== "processed" && context.role === "integration")
      throw new Failure("FORBIDDEN", "requires an internal token, except for processed", "status");
    const limit = resolvePageSize(first);
    if (hasSince(since)) {
      if (typeof search === "string" || order)
        throw invalidField(order ? "order" : "search", "can't be combined with a change time");
      const bounds = await resolveRecordingFilter(context, filter ?? {});
      const projection = resolveListProjection(info, "changes");
      return loadRecordingFeed(
        context,
        since,
        after,
        limit,
        bounds && { ...bounds, status, limit, projection },
      );
    }
    const request: ListRequest = { filter: filter ?? {}, after, limit, info };
    if (typeof search === "string") {
      if (status !== "processed") throw invalidField("search", "finds processed recordings only");
      if (isSort(order)) throw invalidField("order", "of a search can be relevance or newest");
      return searchWords(context, search, order ?? "relevance", request);
    }
    if (order === "relevance") throw invalidField("order", "can be relevance only of a search");
    return listPage(context, status, isSort(order) ? order : undefined, request);
  }
}
