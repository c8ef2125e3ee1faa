import type { Knex } from "knex";
import { type Db, dialectOf } from "../engine/connect.js";
import { selectRows } from "../engine/json-table.js";
import { inList } from "../engine/in-list.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import { continueRead } from "../engine/read-limit.js";
import { listAnswerConditions } from "../recordings/answer-filters.js";
import { listNumberConditions } from "../recordings/number-filters.js";
import {
  type RecordingProjection,
  recordingProjections,
  type RecordingSearch,
} from "../recordings/list.js";
import type { RecordingRow } from "../recordings/fields.js";
import { listScopeConditions } from "../engine/viewer-scope.js";
import { MAX_OVERFLOW_ROWS, ROWS_PER_POSITION, buildWordScope } from "./search-index.js";

/** Consecutive words; with `prefix`, the last one may continue. */
export interface Phrase {
  words: string[];
  prefix: boolean;
}

/** A recording must have all phrases of `all` and none of `none`. */
export interface SearchTerms {
  all: Phrase[];
  none: Phrase[];
}

export interface WordSearch extends Omit<RecordingSearch, "status" | "before" | "sort"> {
  terms: SearchTerms;
  order: "relevance" | "newest";
  /**
   * The positions of the last recordings on the previous pages, latest page first. The page starts after the first of
   * these recordings that the search still finds. The order `newest` uses only the first.
   */
  after?: readonly number[];
  projection: RecordingProjection;
}

/** Ranks only the newest matches, so that a common word does not slow down other requests. */
const MAX_RANKED = 100_000;

const buildMatchExpression = {
  sqlite: (scope: string, { all, none }: SearchTerms): string => {
    const joined = (phrases: Phrase[], by: string): string =>
      phrases
        .map(({ words, prefix }) => {
          const text = words.map((word) => scope + word).join(" ");
          return `"${text}"${prefix ? "*" : ""}`;
        })
        .join(by);
    const required = `(${joined(all, " AND ")})`;
    return none.length > 0 ? `${required} NOT (${joined(none, " OR ")})` : required;
  },
  postgres: (scope: string, { all, none }: SearchTerms): string => {
    const one = ({ words, prefix }: Phrase): string => {
      const text = words.map((word) => `'${scope}${word}'`).join(" <-> ");
      return `(${text}${prefix ? ":*" : ""})`;
    };
    return [...all.map(one), ...none.map((phrase) => `!${one(phrase)}`)].join(" & ");
  },
};

/** The SQL of each database. */
const parts = {
  sqlite: {
    from: "search_index AS f CROSS JOIN search_rows AS d ON d.number = f.rowid",
    matches: "search_index MATCH ?",
    rank: "f.rank",
    // FTS5 scans in the order of row ids; bounds on them make it start and stop early.
    order: "f.rowid",
    begin: [`f.rowid >= CAST(? AS INTEGER) * ${ROWS_PER_POSITION}`],
    end: [`f.rowid < (CAST(? AS INTEGER) + 1) * ${ROWS_PER_POSITION} + ${MAX_OVERFLOW_ROWS}`],
  },
  postgres: {
    from: "search_rows AS d",
    matches: "d.words @@ ?::tsquery",
    rank: "-ts_rank('{0.1, 0.2, 0.4, 0.8}', d.words, ?::tsquery, 1)::float8",
    order: "d.position",
    begin: [],
    end: [],
  },
};

type Condition = [sql: string, ...bindings: (string | number | Knex.Raw)[]];

/** Selects the same recording's row in another table. */
const buildOwnRow = (table: string): string =>
  `SELECT 1 FROM ${table} AS o WHERE o.organization_id = d.organization_id AND o.position = d.position`;

const buildScope = (db: Db): Condition[] =>
  listScopeConditions(db, "o.user_id").map((condition) => [
    `EXISTS (${buildOwnRow("recordings")} AND ?)`,
    condition,
  ]);

const buildConditions = (db: Db, organizationId: string, search: WordSearch): Condition[] => {
  const dialect = dialectOf(db);
  const { matches, begin, end } = parts[dialect];
  const { terms, from, to, after, order, updatedSince, userId, clientId, tag, trackerId } = search;
  const { teamId, withoutTrackerId, noticed, unnoticed, reviewed, unreviewed } = search;
  const conditions: Condition[] = [
    [matches, buildMatchExpression[dialect](buildWordScope(organizationId), terms)],
    ["d.organization_id = ?", organizationId],
  ];
  const addBound = (comparison: string, position: number, ends: string[]): void => {
    conditions.push([`d.position ${comparison} ?`, position]);
    for (const sql of ends) conditions.push([sql, position]);
  };
  if (from !== undefined) addBound(">=", from, begin);
  if (to !== undefined) addBound("<=", to, end);
  if (after && order === "newest") addBound("<", after[0]!, end);
  const recordingConditions: Condition[] = [];
  if (updatedSince !== undefined)
    recordingConditions.push(["o.updated_position >= ?", updatedSince]);
  if (userId !== undefined) recordingConditions.push(["o.user_id = ?", userId]);
  if (clientId !== undefined) recordingConditions.push(["o.client_id = ?", clientId]);
  if (teamId !== undefined)
    recordingConditions.push([
      `EXISTS (SELECT 1 FROM team_members AS m WHERE m.organization_id = o.organization_id
        AND m.team_id = ? AND m.user_id = o.user_id)`,
      teamId,
    ]);
  if (withoutTrackerId !== undefined) recordingConditions.push(["o.spoken_ms IS NOT NULL"]);
  recordingConditions.push(...listNumberConditions(search, "o"));
  if (recordingConditions.length > 0)
    conditions.push([
      `EXISTS (${[buildOwnRow("recordings"), ...recordingConditions.map(([sql]) => sql)].join(" AND ")})`,
      ...recordingConditions.flatMap(([, ...bindings]) => bindings),
    ]);
  if (tag !== undefined)
    conditions.push([
      `EXISTS (${buildOwnRow("recording_tags")} AND o.tag_key = ?)`,
      buildLookupKey(tag),
    ]);
  const wasFound = `EXISTS (${buildOwnRow("tracker_hits")} AND o.tracker_id = ? AND o.ordinal = 0)`;
  if (trackerId !== undefined) conditions.push([wasFound, trackerId]);
  if (withoutTrackerId !== undefined) conditions.push([`NOT ${wasFound}`, withoutTrackerId]);
  const hasNotices = `EXISTS (${buildOwnRow("notices")})`;
  if (noticed) conditions.push([hasNotices]);
  if (unnoticed) conditions.push([`NOT ${hasNotices}`]);
  const hasReviews = `EXISTS (${buildOwnRow("recordings")} AND EXISTS (SELECT 1 FROM reviews AS v
    WHERE v.organization_id = o.organization_id AND v.recording_id = o.id))`;
  if (reviewed) conditions.push([hasReviews]);
  if (unreviewed) conditions.push([`NOT ${hasReviews}`]);
  for (const [condition, questionId] of listAnswerConditions(search))
    conditions.push([
      `EXISTS (${buildOwnRow("recordings")} AND EXISTS (SELECT 1 FROM process_answers AS a
        WHERE a.organization_id = o.organization_id AND a.recording_id = o.id
          AND a.question_id = ? AND ${condition}))`,
      questionId,
    ]);
  return [...conditions, ...buildScope(db)];
};

/**
 * Finds processed recordings with these words. Ranks are never returned: on SQLite they depend on how many recordings
 * exist and contain the words, including those that the caller may not see.
 */
export const searchRecordings = async (
  db: Db,
  organizationId: string,
  search: WordSearch,
): Promise<RecordingRow[]> => {
  const { rank, from, order } = parts[dialectOf(db)];
  const { after, limit } = search;
  const isRanked = search.order === "relevance";
  const conditions = buildConditions(db, organizationId, search);
  const ranked = isRanked ? rank : "0";
  const isBound = ranked.includes("?");
  // Ranks change as recordings are added: the page starts after the current rank of the last recording.
  const startAfter = isRanked && after;
  return selectRows(
    db,
    `WITH n AS MATERIALIZED (
       SELECT d.position, ${ranked} AS rank FROM ${from}
       WHERE ${conditions.map(([sql]) => sql).join(" AND ")} ${continueRead(db)}
       ORDER BY ${order} DESC LIMIT ?
     ) SELECT ? FROM (
       SELECT n.position, n.rank FROM n ${
         startAfter
           ? `LEFT JOIN (SELECT rank, position FROM n WHERE ? ORDER BY rank DESC, position LIMIT 1) AS e ON TRUE
              WHERE e.rank IS NULL OR n.rank > e.rank OR (n.rank = e.rank AND n.position < e.position)`
           : ""
       }
       ORDER BY n.rank, n.position DESC LIMIT ?
     ) AS h CROSS JOIN recordings AS r WHERE r.organization_id = ? AND r.position = h.position
     ORDER BY h.rank, h.position DESC`,
    [
      ...(isBound ? [conditions[0]![1]!] : []),
      ...conditions.flatMap(([, ...bindings]) => bindings),
      isRanked ? MAX_RANKED : limit,
      recordingProjections[search.projection](db),
      ...(startAfter ? [inList(db, "position", after)] : []),
      limit,
      organizationId,
    ],
  );
};
