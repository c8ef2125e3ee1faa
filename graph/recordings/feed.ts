import { Field, ID, ObjectType } from "type-graphql";
import { listErasedRecordings } from "../../db/recordings/erased.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import {
  listRecordings,
  type RecordingProjection,
  type RecordingSearch,
} from "../../db/recordings/list.js";
import { loadLastPosition } from "../../db/recordings/positions.js";
import type { Context } from "../context/context.js";
import {
  countFitting,
  createFeedCursorEncoder,
  FeedPage,
  resolveFeedStart,
} from "../arguments/pagination.js";
import { DateTime } from "../arguments/scalars.js";
import { loadPage } from "../context/scans.js";
import type { RecordingSince } from "./since.js";

@ObjectType({ simpleResolvers: true, description: "An erased recording." })
export class DeletedRecording {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  deletedAt!: number;
}

/** Recordings ordered by change. */
export class RecordingFeed extends FeedPage<RecordingRow> {
  /** The recordings erased between the page's bounds; null if ordered by processing. */
  deleted: DeletedRecording[] | null = null;
}

export const UPDATED_RECORDINGS_LIST = "recordings by update";
const PROCESSED_RECORDINGS_LIST = "recordings by processing";

/** Undefined if no recording can match. */
type FeedSearch =
  | (Omit<RecordingSearch, "before"> & { projection: RecordingProjection })
  | undefined;

/** Loads as many recordings as fit on a page. */
const loadFeedPage = async (
  context: Context,
  search: FeedSearch,
  bounds: Pick<RecordingSearch, "updatedAfter" | "updatedTo" | "processedAfter">,
): Promise<{ nodes: RecordingRow[]; hasMore: boolean }> => {
  if (!search) return { nodes: [], hasMore: false };
  const { limit } = search;
  const rows = await loadPage(context, "recordings", listRecordings, {
    ...search,
    ...bounds,
    limit: limit + 1,
  });
  const fitting = countFitting(rows.map(({ transcriptBytes }) => transcriptBytes));
  const nodes = rows.slice(0, Math.min(limit, fitting));
  return { nodes, hasMore: rows.length > nodes.length };
};

const processedPositionOf = (row: RecordingRow): number => row.processedPosition!;
const updatedPositionOf = (row: RecordingRow): number => row.updatedPosition;

const loadByProcessing = async (
  context: Context,
  start: number,
  search: FeedSearch,
): Promise<RecordingFeed> => {
  const { nodes, hasMore } = await loadFeedPage(context, search, { processedAfter: start });
  const end = nodes.length === 0 ? start : processedPositionOf(nodes.at(-1)!);
  const encodePosition = createFeedCursorEncoder(PROCESSED_RECORDINGS_LIST, context.organizationId);
  return new RecordingFeed(nodes, hasMore, end, processedPositionOf, encodePosition);
};

const loadByUpdate = async (
  context: Context,
  start: number,
  limit: number,
  search: FeedSearch,
): Promise<RecordingFeed> => {
  const { db, organizationId, scope } = context;
  // Changes that commit between the statements below belong to the next page.
  const last = await loadLastPosition(db, organizationId);
  const updated = await loadFeedPage(context, search, { updatedAfter: start, updatedTo: last });
  const bounds = { after: start, to: last, limit: limit + 1 };
  // The owner of an erased recording is no longer known.
  const erased = scope ? [] : await listErasedRecordings(db, organizationId, bounds);
  // The newest position would reveal to a scoped viewer when other users' recordings change.
  const newest = scope ? (updated.nodes.at(-1)?.updatedPosition ?? start) : last;
  const ends = [Math.max(start, newest)];
  if (updated.hasMore) ends.push(updatedPositionOf(updated.nodes.at(-1)!));
  if (erased.length > limit) ends.push(erased[limit - 1]!.position);
  // Both lists are complete up to here.
  const end = Math.min(...ends);
  const nodes = updated.nodes.filter((row) => updatedPositionOf(row) <= end);
  const encodePosition = createFeedCursorEncoder(UPDATED_RECORDINGS_LIST, organizationId);
  const feed = new RecordingFeed(nodes, ends.length > 1, end, updatedPositionOf, encodePosition);
  feed.deleted = erased
    .filter(({ position }) => position <= end)
    .map(({ id, position }) => ({ id, deletedAt: Math.floor(position / 1000) }));
  return feed;
};

/** Loads a page ordered by last change or by processing. @throws INVALID_CURSOR */
export const loadRecordingFeed = async (
  context: Context,
  { updated, processed }: RecordingSince,
  after: string | null | undefined,
  limit: number,
  search: FeedSearch,
): Promise<RecordingFeed> => {
  const { organizationId } = context;
  if (typeof updated === "number") {
    const start = resolveFeedStart(UPDATED_RECORDINGS_LIST, organizationId, after, updated);
    return loadByUpdate(context, start, limit, search);
  }
  const start = resolveFeedStart(PROCESSED_RECORDINGS_LIST, organizationId, after, processed);
  return loadByProcessing(context, start, search);
};
