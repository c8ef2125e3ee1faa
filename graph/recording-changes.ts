import { Field, FieldResolver, ID, InputType, ObjectType, Resolver, Root } from "type-graphql";
import { erasedBetween } from "../db/erased-recordings.js";
import { lastPosition } from "../db/positions.js";
import {
  pageOfRecordings,
  type RecordingForm,
  type RecordingSearch,
} from "../db/recording-lists.js";
import type { RecordingRow } from "../db/recordings.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { Feed, feedCursor, feedStart, fitting, type Page } from "./page.js";
import { RecordingConnection } from "./recording-lists.js";
import { DateFrom, DateTime } from "./scalars.js";

@InputType({
  description:
    "One of the two. The list is in the order of that time, ascending, and its cursors miss nothing: whoever pages to the end and goes on from syncCursor at any later time is shown every recording that has changed since, in its newest state.",
})
export class RecordingSince {
  @Field(() => DateFrom, {
    nullable: true,
    description:
      "What has changed since in anything that a recording shows of itself, and what was erased (deleted).",
  })
  updated?: number | null;

  @Field(() => DateFrom, {
    nullable: true,
    description: "What was first processed since; later changes do not show it again.",
  })
  processed?: number | null;
}

@ObjectType({ simpleResolvers: true, description: "A recording that was erased." })
export class DeletedRecording {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  deletedAt!: number;
}

/** Whether the order asked for is another than by creation. @throws INVALID_FIELD for two at once */
export const isSince = (since: RecordingSince | null | undefined): since is RecordingSince => {
  const { updated, processed } = since ?? {};
  if (typeof updated === "number" && typeof processed === "number")
    throw invalidField("since.processed", "must not be given with the time of the last change");
  return typeof updated === "number" || typeof processed === "number";
};

/** Recordings by when they have changed, and those that were erased in between: null where nobody looked. */
class ChangedRecordings extends Feed<RecordingRow> {
  deleted: DeletedRecording[] | null = null;
}

export const UPDATED = "recordings by update";
const PROCESSED = "recordings by processing";

/** Of which recordings, and how many; undefined where there can be none. */
type Search = (Omit<RecordingSearch, "before"> & { form: RecordingForm }) | undefined;

/** As many as there is room for on a page, and whether there are more. */
const pageOf = async (
  { db, organizationId }: Context,
  search: Search,
  after: Pick<RecordingSearch, "updatedAfter" | "updatedTo" | "processedAfter">,
): Promise<{ nodes: RecordingRow[]; hasMore: boolean }> => {
  if (!search) return { nodes: [], hasMore: false };
  const { limit } = search;
  const rows = await pageOfRecordings(db, organizationId, {
    ...search,
    ...after,
    limit: limit + 1,
  });
  const fits = fitting(rows.map(({ transcriptBytes }) => transcriptBytes));
  const nodes = rows.slice(0, Math.min(limit, fits));
  return { nodes, hasMore: rows.length > nodes.length };
};

const processedAt = (row: RecordingRow): number => row.processedPosition!;
const updatedAt = (row: RecordingRow): number => row.updatedPosition;

const byProcessing = async (
  context: Context,
  start: number,
  search: Search,
): Promise<ChangedRecordings> => {
  const { nodes, hasMore } = await pageOf(context, search, { processedAfter: start });
  const end = nodes.length === 0 ? start : processedAt(nodes.at(-1)!);
  const cursorOf = feedCursor(PROCESSED, context.organizationId);
  return new ChangedRecordings(nodes, hasMore, end, processedAt, cursorOf);
};

const byUpdate = async (
  context: Context,
  start: number,
  limit: number,
  search: Search,
): Promise<ChangedRecordings> => {
  const { db, organizationId } = context;
  // There are two statements, and more can be committed between them: that is for the next page.
  const last = await lastPosition(db, organizationId);
  const found = await pageOf(context, search, { updatedAfter: start, updatedTo: last });
  const bounds = { after: start, to: last, limit: limit + 1 };
  const erased = await erasedBetween(db, organizationId, bounds);
  const ends = [Math.max(start, last)];
  if (found.hasMore) ends.push(updatedAt(found.nodes.at(-1)!));
  if (erased.length > limit) ends.push(erased[limit - 1]!.position);
  // Up to here both are known.
  const end = Math.min(...ends);
  const nodes = found.nodes.filter((row) => updatedAt(row) <= end);
  const cursorOf = feedCursor(UPDATED, organizationId);
  const page = new ChangedRecordings(nodes, ends.length > 1, end, updatedAt, cursorOf);
  page.deleted = erased
    .filter(({ position }) => position <= end)
    .map(({ id, position }) => ({ id, deletedAt: Math.floor(position / 1000) }));
  return page;
};

/** A page by the time of the last change, or of processing. @throws INVALID_CURSOR */
export const changedRecordings = async (
  context: Context,
  { updated, processed }: RecordingSince,
  after: string | null | undefined,
  limit: number,
  search: Search,
): Promise<ChangedRecordings> => {
  const { organizationId } = context;
  return typeof updated === "number"
    ? byUpdate(context, feedStart(UPDATED, organizationId, after, updated), limit, search)
    : byProcessing(context, feedStart(PROCESSED, organizationId, after, processed), search);
};

@Resolver(() => RecordingConnection)
export class RecordingSyncResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "With `since`: where to go on from, now or at any later time. Null in any other list.",
  })
  syncCursor(@Root() page: Page<RecordingRow> | ChangedRecordings): string | null {
    return page instanceof Feed ? page.syncCursor : null;
  }

  @FieldResolver(() => [DeletedRecording], {
    nullable: true,
    description:
      "With `since.updated`: what was erased, whatever the filter. Null in any other list.",
  })
  deleted(@Root() page: Page<RecordingRow> | ChangedRecordings): DeletedRecording[] | null {
    return page instanceof ChangedRecordings ? page.deleted : null;
  }
}
