import type { Knex } from "knex";
import { createColumnList } from "../engine/column-list.js";
import { type Db, dialectOf } from "../engine/connect.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import type { Placeholders } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";
import { limitScan } from "../engine/read-limit.js";
import { listColumns, rowColumns } from "./columns.js";
import { recordingFields, type RecordingRow, type RecordingStatus } from "./fields.js";
import { selectRow } from "./recording.js";
import { findOnlyUser, scopeOf, withinScope } from "../engine/viewer-scope.js";
import { queryMerged, type VisiblePage } from "./merged-page.js";
import { type AnswerFilters, listAnswerConditions } from "./answer-filters.js";
import { listNumberConditions, type NumberFilters } from "./number-filters.js";
import { recordingSorts, type RecordingSortName } from "./sorts.js";
import { findWalkBound } from "./walk-bounds.js";

const transcriptBytes = `(SELECT octet_length(s.utterances) FROM transcripts s
  WHERE s.organization_id = r.organization_id AND s.recording_id = r.id)`;

/** Select lists for the recordings of a list. */
export const recordingProjections = {
  /** The fields of a /v1 list. Reading the whole row costs three times as much. */
  short: createColumnList(listColumns),
  /** The fields of `short` plus the positions for lists ordered by change. */
  changes: createColumnList({
    ...listColumns,
    updatedPosition: recordingFields.updatedPosition.sql,
    processedPosition: recordingFields.processedPosition.sql,
  }),
  whole: selectRow,
  /** The whole row plus the size of its transcript. */
  sized: createColumnList({ ...rowColumns, transcriptBytes }),
};

export type RecordingProjection = keyof typeof recordingProjections;

/**
 * Bounds are positions. `before`, `updatedAfter` and `processedAfter` are exclusive; the others are inclusive. The
 * order is newest first; with `updatedAfter` or `processedAfter`, ascending by that position; or by `sort`.
 */
export interface RecordingSearch extends AnswerFilters, NumberFilters {
  status: RecordingStatus;
  limit: number;
  before?: number;
  /** With `sort`: the number of the recording at `before`. */
  sortedAfter?: number;
  sort?: RecordingSortName;
  updatedAfter?: number;
  updatedTo?: number;
  processedAfter?: number;
  from?: number;
  to?: number;
  updatedSince?: number;
  userId?: string;
  /** Only recordings of this team's members. */
  teamId?: string;
  clientId?: string;
  tag?: string;
  /** Only recordings in which this tracker was found. */
  trackerId?: string;
  /** Only recordings with a transcript in which this tracker wasn't found. */
  withoutTrackerId?: string;
  /** Only hidden recordings. */
  hidden?: true;
  /** Without hidden recordings. Processed recordings are never hidden. */
  shown?: true;
  /** Only recordings with notices. */
  noticed?: true;
  /** Only recordings without notices. */
  unnoticed?: true;
  /** Only recordings that someone has reviewed. */
  reviewed?: true;
  /** Only recordings that no one has reviewed. */
  unreviewed?: true;
}

type SearchValues = Omit<RecordingSearch, "tag" | "sort"> & {
  organizationId: string;
  tagKey?: string;
  /** The bounds leave few recordings, however many users they belong to. */
  isBounded?: true;
};

const TAG_EXISTS = `EXISTS (SELECT 1 FROM recording_tags t WHERE t.organization_id = r.organization_id
  AND t.recording_id = r.id AND t.tag_key = ?)`;

const TRACKER_EXISTS = `EXISTS (SELECT 1 FROM tracker_hits h WHERE h.organization_id = r.organization_id
  AND h.recording_id = r.id AND h.tracker_id = ? AND h.ordinal = 0)`;

const MEMBER_EXISTS = `EXISTS (SELECT 1 FROM team_members m WHERE m.organization_id = r.organization_id
  AND m.team_id = ? AND m.user_id = r.user_id)`;

const REVIEWS_EXIST = `EXISTS (SELECT 1 FROM reviews v WHERE v.organization_id = r.organization_id
  AND v.recording_id = r.id)`;

const NOTICES_EXIST = `EXISTS (SELECT 1 FROM notices n WHERE n.organization_id = r.organization_id
  AND n.recording_id = r.id)`;

/**
 * Returns whether the filter can't use an index. An index covers one condition; ordered by change, none. The index of
 * notices has no status.
 */
const isScan = (values: SearchValues | Placeholders<SearchValues>): boolean => {
  const { updatedSince, updatedAfter, processedAfter, userId, clientId, tagKey, trackerId } =
    values;
  if ((updatedSince ?? values.noticed ?? values.unnoticed) !== undefined) return true;
  if ((values.reviewed ?? values.unreviewed ?? values.teamId) !== undefined) return true;
  if (values.withoutTrackerId !== undefined) return true;
  if (listAnswerConditions<unknown>(values).length > 0) return true;
  if (listNumberConditions<unknown>(values, "r").length > 0) return true;
  const conditions = [userId, clientId, tagKey, trackerId].filter(
    (value) => value !== undefined,
  ).length;
  return conditions > (updatedAfter === undefined && processedAfter === undefined ? 1 : 0);
};

/** The index that has the order of a list. */
type Order = "recordings" | "tag" | "tracker" | "notices";

const chooseOrder = (values: SearchValues | Placeholders<SearchValues>): Order => {
  const { tagKey, trackerId, noticed, updatedAfter, processedAfter } = values;
  if (updatedAfter !== undefined || processedAfter !== undefined) return "recordings";
  if (tagKey !== undefined) return "tag";
  if (trackerId !== undefined) return "tracker";
  return noticed === undefined ? "recordings" : "notices";
};

const POSITIONS: Readonly<Record<Order, string>> = {
  recordings: "r.position",
  tag: "t.position",
  tracker: "t.position",
  notices: "n.position",
};

const queryOrdered = (
  db: Db,
  order: Order,
  { organizationId, tagKey, trackerId }: SearchValues | Placeholders<SearchValues>,
): Knex.QueryBuilder => {
  if (order === "recordings") return db("recordings as r");
  if (order === "tag")
    return db("recording_tags as t")
      .where({ "t.organization_id": organizationId, "t.tag_key": tagKey })
      .join("recordings as r", (on) =>
        on.on("r.organization_id", "t.organization_id").andOn("r.id", "t.recording_id"),
      );
  if (order === "tracker")
    return db("tracker_hits as t")
      .where({ "t.organization_id": organizationId, "t.tracker_id": trackerId })
      .whereRaw("t.ordinal = 0")
      .join("recordings as r", (on) =>
        on.on("r.organization_id", "t.organization_id").andOn("r.id", "t.recording_id"),
      );
  // SQLite reads the tables of a CROSS JOIN in this order. It would otherwise sort all recordings of a status.
  return db
    .queryBuilder()
    .from(db.raw("notices AS n CROSS JOIN recordings AS r"))
    .where("n.organization_id", organizationId)
    .whereRaw("r.id = n.recording_id");
};

/** Orders a page by a number, which each row then has as `sortKey`. */
const sortPage = (
  db: Db,
  query: Knex.QueryBuilder,
  sort: RecordingSortName,
  position: string,
  { before, sortedAfter }: SearchValues | Placeholders<SearchValues>,
): Knex.QueryBuilder => {
  const { key, direction } = recordingSorts[sort];
  if (before !== undefined && sortedAfter !== undefined)
    query.whereRaw(
      `(${key} ${direction === "desc" ? "<" : ">"} ? OR (${key} = ? AND ${position} < ?))`,
      [sortedAfter, sortedAfter, before],
    );
  return query
    .select(db.raw(`${key} AS "sortKey"`))
    .orderByRaw(`${key} ${direction}`)
    .orderBy(position, "desc");
};

const queryPage = (
  db: Db,
  values: SearchValues | Placeholders<SearchValues>,
  select = selectRow,
  sort?: RecordingSortName,
): Knex.QueryBuilder => {
  const { organizationId, tagKey, trackerId, updatedAfter, updatedTo, processedAfter } = values;
  const isByChange = updatedAfter !== undefined || processedAfter !== undefined;
  const order = chooseOrder(values);
  const query = queryOrdered(db, order, values);
  query
    .select(select(db))
    .where({ "r.organization_id": organizationId, "r.status": values.status })
    .modify(withinScope(db, "r.user_id"));
  const isNarrowed = scopeOf(db) && values.userId === undefined && !values.isBounded;
  if (isScan(values) || isNarrowed || sort) query.whereRaw(limitScan(db));
  const position = POSITIONS[order];
  if (values.before !== undefined && !sort) query.where(position, "<", values.before);
  if (values.from !== undefined) query.where(position, ">=", values.from);
  if (values.to !== undefined) query.where(position, "<=", values.to);
  const { updatedSince, userId, teamId, clientId, withoutTrackerId, hidden } = values;
  if (hidden !== undefined) query.whereRaw("r.refusal = 'hidden'");
  if (values.shown !== undefined) query.whereRaw("r.refusal IS DISTINCT FROM 'hidden'");
  if (values.noticed !== undefined && order !== "notices") query.whereRaw(NOTICES_EXIST);
  if (values.unnoticed !== undefined) query.whereRaw(`NOT ${NOTICES_EXIST}`);
  if (values.reviewed !== undefined) query.whereRaw(REVIEWS_EXIST);
  if (values.unreviewed !== undefined) query.whereRaw(`NOT ${REVIEWS_EXIST}`);
  for (const [condition, questionId] of listAnswerConditions<number | string>(values))
    query.whereRaw(
      `EXISTS (SELECT 1 FROM process_answers a WHERE a.organization_id = r.organization_id
        AND a.recording_id = r.id AND a.question_id = ? AND ${condition})`,
      [questionId],
    );
  for (const [condition, value] of listNumberConditions<number | string>(values, "r"))
    query.whereRaw(condition, [value]);
  // SQLite would otherwise read and sort all changes since then instead of the recordings of the user or the client.
  if (
    updatedSince !== undefined &&
    (userId ?? clientId) !== undefined &&
    dialectOf(db) === "sqlite"
  )
    query.whereRaw("+r.updated_position >= ?", [updatedSince]);
  else if (updatedSince !== undefined) query.where("r.updated_position", ">=", updatedSince);
  if (userId !== undefined) query.where("r.user_id", userId);
  if (teamId !== undefined) query.whereRaw(MEMBER_EXISTS, [teamId]);
  if (clientId !== undefined) query.where("r.client_id", clientId);
  if (trackerId !== undefined && order !== "tracker") query.whereRaw(TRACKER_EXISTS, [trackerId]);
  if (withoutTrackerId !== undefined)
    query.whereRaw(`r.spoken_ms IS NOT NULL AND NOT ${TRACKER_EXISTS}`, [withoutTrackerId]);
  query.limit(values.limit);
  if (sort) return sortPage(db, query, sort, position, values);
  if (!isByChange) return query.orderBy(position, "desc");
  if (tagKey !== undefined) query.whereRaw(TAG_EXISTS, [tagKey]);
  if (updatedTo !== undefined) query.where("r.updated_position", "<=", updatedTo);
  return updatedAfter === undefined
    ? query.where("r.processed_position", ">", processedAfter!).orderBy("r.processed_position")
    : query.where("r.updated_position", ">", updatedAfter).orderBy("r.updated_position");
};

const preparePages = (projection: RecordingProjection) => {
  const select = recordingProjections[projection];
  return {
    page: prepareQuery<SearchValues, SizedRecording>((db, values) => queryPage(db, values, select)),
    merged: prepareQuery<VisiblePage, SizedRecording>((db, values) =>
      queryMerged(db, values, select),
    ),
  };
};

const pageQueries = {
  short: preparePages("short"),
  changes: preparePages("changes"),
  whole: preparePages("whole"),
  sized: preparePages("sized"),
};

type PageQuery = ReturnType<typeof preparePages>["page"];

const sortedQueries = new Map<string, PageQuery>();

const prepareSorted = (projection: RecordingProjection, sort: RecordingSortName): PageQuery => {
  const key = `${projection} ${sort}`;
  let query = sortedQueries.get(key);
  if (!query) {
    const select = recordingProjections[projection];
    query = prepareQuery((db, values) => queryPage(db, values, select, sort));
    sortedQueries.set(key, query);
  }
  return query;
};

const PLAIN_VALUES = new Set(["organizationId", "status", "limit", "before", "from", "to"]);

/** Returns whether the viewer's users are the list's only restriction, so that it can't use an index. */
const isNarrowedOnly = (values: SearchValues): boolean =>
  Object.entries(values).every(([name, value]) => value === undefined || PLAIN_VALUES.has(name));

const loadVisiblePage = async (
  db: Db,
  projection: RecordingProjection,
  page: VisiblePage,
): Promise<SizedRecording[]> => {
  const { organizationId, before, from = Number.NEGATIVE_INFINITY } = page;
  const bound = await findWalkBound(db, organizationId, before);
  const newest = { ...page, from: Math.max(from, bound), isBounded: true } as const;
  const rows = await pageQueries[projection].page(db, newest);
  return rows.length < page.limit && from < bound ? pageQueries[projection].merged(db, page) : rows;
};

export type SizedRecording = RecordingRow & { transcriptBytes?: number | null };

/** Lists recordings. Rows have only the columns of the projection. */
export const listRecordings = async (
  db: Db,
  organizationId: string,
  { tag, projection, sort, ...search }: RecordingSearch & { projection: RecordingProjection },
): Promise<SizedRecording[]> => {
  const values: SearchValues = {
    organizationId,
    ...search,
    ...(tag !== undefined && { tagKey: buildLookupKey(tag) }),
  };
  const onlyUser = findOnlyUser(db);
  if (onlyUser !== undefined) values.userId ??= onlyUser;
  if (sort) return prepareSorted(projection, sort)(db, values);
  return scopeOf(db) && isNarrowedOnly(values)
    ? loadVisiblePage(db, projection, values)
    : pageQueries[projection].page(db, values);
};

/** Lists the same page for each of several clients, in one statement. */
export const listRecordingsByClients = async (
  db: Db,
  organizationId: string,
  clientIds: readonly string[],
  search: Omit<RecordingSearch, "clientId" | "tag">,
): Promise<RecordingRow[]> => {
  const [first, ...rest] = clientIds.map((clientId) =>
    db.select("*").from(queryPage(db, { organizationId, ...search, clientId }).as("page")),
  );
  return first ? first.unionAll(rest) : [];
};

/** Lists ids in ascending order, starting after the id `after`. */
export const listRecordingIds = async (
  db: Db,
  organizationId: string,
  after: string,
  limit: number,
): Promise<string[]> =>
  db("recordings")
    .where("organization_id", organizationId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .pluck("id");
