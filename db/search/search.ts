import { type Db, dialectOf } from "./connect.js";
import { selected } from "./json.js";
import { keyOf } from "./key.js";
import { type RecordingForm, forms, type RecordingSearch } from "./recording-lists.js";
import { type RecordingRow } from "./recordings.js";
import { CROWD, ROOM, scopeOf } from "./search-index.js";

/** Words that follow each other; with `prefix` the last of them may go on. */
export interface Phrase {
  words: string[];
  prefix: boolean;
}

/** All of the first must occur in a recording, and none of the others. */
export interface SearchTerms {
  all: Phrase[];
  none: Phrase[];
}

/** Where in the order of relevance a recording is: the lower the rank, the better. */
export interface Ranked {
  rank: number;
  position: number;
}

export interface WordSearch extends Omit<RecordingSearch, "status" | "before"> {
  terms: SearchTerms;
  order: "relevance" | "newest";
  /** After which recording of the order; of the newest only the position counts. */
  after?: Ranked;
  form: RecordingForm;
}

/** Of all that match, so many of the newest are ranked: a common word must not keep everybody waiting. */
const MOST_RANKED = 100_000;

const expression = {
  sqlite: (scope: string, { all, none }: SearchTerms): string => {
    const joined = (phrases: Phrase[], by: string): string =>
      phrases
        .map(({ words, prefix }) => {
          const text = words.map((word) => scope + word).join(" ");
          return `"${text}"${prefix ? "*" : ""}`;
        })
        .join(by);
    const wanted = `(${joined(all, " AND ")})`;
    return none.length > 0 ? `${wanted} NOT (${joined(none, " OR ")})` : wanted;
  },
  postgres: (scope: string, { all, none }: SearchTerms): string => {
    const one = ({ words, prefix }: Phrase): string => {
      const text = words.map((word) => `'${scope}${word}'`).join(" <-> ");
      return `(${text}${prefix ? ":*" : ""})`;
    };
    return [...all.map(one), ...none.map((phrase) => `!${one(phrase)}`)].join(" & ");
  },
};

/** What a statement is written with on each database. */
const parts = {
  sqlite: {
    from: "search_index AS f CROSS JOIN search_rows AS d ON d.number = f.rowid",
    matches: "search_index MATCH ?",
    // The bindings of a rank are those of its text.
    rank: "f.rank",
    // FTS5 goes by the rows' numbers from end to end, and begins or stops at a number.
    order: "f.rowid",
    begin: [`f.rowid >= CAST(? AS INTEGER) * ${ROOM}`],
    end: [`f.rowid < (CAST(? AS INTEGER) + 1) * ${ROOM} + ${CROWD}`],
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

type Condition = [sql: string, ...bindings: (string | number)[]];

/** The row of the same recording in another table. */
const own = (table: string): string =>
  `SELECT 1 FROM ${table} AS o WHERE o.organization_id = d.organization_id AND o.position = d.position`;

const conditionsOf = (db: Db, organizationId: string, search: WordSearch): Condition[] => {
  const dialect = dialectOf(db);
  const { matches, begin, end } = parts[dialect];
  const { terms, from, to, after, order, updatedSince, userId, clientId, tag } = search;
  const found: Condition[] = [
    [matches, expression[dialect](scopeOf(organizationId), terms)],
    ["d.organization_id = ?", organizationId],
  ];
  const bound = (comparison: string, position: number, ends: string[]): void => {
    found.push([`d.position ${comparison} ?`, position]);
    for (const sql of ends) found.push([sql, position]);
  };
  if (from !== undefined) bound(">=", from, begin);
  if (to !== undefined) bound("<=", to, end);
  if (after && order === "newest") bound("<", after.position, end);
  const ofRecording: Condition[] = [];
  if (updatedSince !== undefined) ofRecording.push(["o.updated_position >= ?", updatedSince]);
  if (userId !== undefined) ofRecording.push(["o.user_id = ?", userId]);
  if (clientId !== undefined) ofRecording.push(["o.client_id = ?", clientId]);
  if (ofRecording.length > 0)
    found.push([
      `EXISTS (${[own("recordings"), ...ofRecording.map(([sql]) => sql)].join(" AND ")})`,
      ...ofRecording.flatMap(([, ...bindings]) => bindings),
    ]);
  if (tag !== undefined)
    found.push([`EXISTS (${own("recording_tags")} AND o.tag_key = ?)`, keyOf(tag)]);
  return found;
};

/** Processed recordings with these words, and the rank of each, 0 where they are in the order of time. */
export const pageOfFound = async (
  db: Db,
  organizationId: string,
  search: WordSearch,
): Promise<(RecordingRow & { rank: number })[]> => {
  const { rank, from, order } = parts[dialectOf(db)];
  const { after, limit } = search;
  const isRanked = search.order === "relevance";
  const conditions = conditionsOf(db, organizationId, search);
  const ranked = isRanked ? rank : "0";
  const isBound = ranked.includes("?");
  // A rank is by what all recordings have at the time: where a page ended is looked for in the order of now.
  const behind = isRanked && after;
  return selected(
    db,
    `WITH n AS MATERIALIZED (
       SELECT d.position, ${ranked} AS rank FROM ${from}
       WHERE ${conditions.map(([sql]) => sql).join(" AND ")}
       ORDER BY ${order} DESC LIMIT ?
     ) SELECT ?, h.rank FROM (
       SELECT n.position, n.rank FROM n ${
         behind
           ? `CROSS JOIN (SELECT coalesce((SELECT rank FROM n WHERE position = ?), ?) AS rank) AS e
              WHERE n.rank > e.rank OR (n.rank = e.rank AND n.position < ?)`
           : ""
       }
       ORDER BY n.rank, n.position DESC LIMIT ?
     ) AS h CROSS JOIN recordings AS r WHERE r.organization_id = ? AND r.position = h.position
     ORDER BY h.rank, h.position DESC`,
    [
      ...(isBound ? [conditions[0]![1]!] : []),
      ...conditions.flatMap(([, ...bindings]) => bindings),
      isRanked ? MOST_RANKED : limit,
      forms[search.form](db),
      ...(behind ? [after.position, after.rank, after.position] : []),
      limit,
      organizationId,
    ],
  );
};
