import { among } from "./among.js";
import type { Db } from "./connect.js";
import { jsonTable, rowsOf, selected } from "./json.js";
import { keyOf } from "./key.js";

/** A tally as text, and whose recordings it is of. */
export interface UserTally {
  userId: string;
  tally: string;
}

/** The first days of the first and the last cell of a span; undefined where there is none. */
export const cellBounds = async (
  db: Db,
  organizationId: string,
  span: number,
): Promise<{ first: number; last: number } | undefined> => {
  const at = async (order: "asc" | "desc"): Promise<{ day: number } | undefined> =>
    db("stat_cells")
      .where({ organization_id: organizationId, span })
      .orderBy("day", order)
      .first("day");
  const first = await at("asc");
  const last = await at("desc");
  return first && last && { first: first.day, last: last.day };
};

/** The cells of these periods, each a span and its first day. `userIds` undefined: everybody's. */
export const cellsOf = async (
  db: Db,
  organizationId: string,
  templateId: string,
  periods: readonly (readonly [span: number, day: number])[],
  userIds?: readonly string[],
): Promise<UserTally[]> =>
  selected(
    db,
    `SELECT c.user_id AS "userId", c.tally FROM ${jsonTable(db)} CROSS JOIN stat_cells AS c
     WHERE c.organization_id = ? AND c.template_id = ?
       AND c.span = CAST(value ->> 0 AS BIGINT) AND c.day = CAST(value ->> 1 AS BIGINT)
       ${userIds ? "AND ?" : ""}`,
    [
      JSON.stringify(periods),
      organizationId,
      templateId,
      ...(userIds ? [among(db, "c.user_id", userIds)] : []),
    ],
  );

/** The numbers of those of the tags that have one. */
export const tagNumbers = async (
  db: Db,
  organizationId: string,
  tags: readonly string[],
): Promise<Map<string, number>> => {
  const byKey = new Map(tags.map((tag) => [keyOf(tag), tag]));
  const rows = await selected<{ key: string; number: number }>(
    db,
    `SELECT n.name_key AS key, n.number FROM ${jsonTable(db)} CROSS JOIN stat_names AS n
     WHERE n.organization_id = ? AND n.name_key = value ->> 0`,
    [rowsOf([...byKey.keys()]), organizationId],
  );
  return new Map(rows.map(({ key, number }) => [byKey.get(key)!, number]));
};

export interface FactSearch {
  /** Positions, both included. */
  from: number;
  to: number;
  /** Numbers of tags, or ALL. */
  tags: readonly number[];
  templateId?: string | undefined;
  userIds?: readonly string[] | undefined;
}

/** What each of the recordings adds to the statistics, once for each of the tags that it has. */
export const factsBetween = async (
  db: Db,
  organizationId: string,
  { from, to, tags, templateId, userIds }: FactSearch,
): Promise<(UserTally & { tag: number })[]> =>
  // SQLite takes a cross join in the order in which it is written: from the start of each tag's range to its end.
  selected(
    db,
    `SELECT f.tag, f.user_id AS "userId", f.tally FROM ${jsonTable(db)} CROSS JOIN stat_facts AS f
     WHERE f.organization_id = ? AND f.tag = CAST(value ->> 0 AS BIGINT)
       AND f.position BETWEEN ? AND ? ${templateId === undefined ? "" : "AND f.template_id = ?"}
       ${userIds ? "AND ?" : ""}`,
    [
      rowsOf(tags),
      organizationId,
      from,
      to,
      ...(templateId === undefined ? [] : [templateId]),
      ...(userIds ? [among(db, "f.user_id", userIds)] : []),
    ],
  );

/** What a number in tallies stands for: a tag, or a question with its present text. */
export interface StatName {
  number: number;
  tag: string | null;
  questionId: string | null;
  question: string | null;
}

/** Tags by themselves; questions by template, then as they are asked, then those asked no more. */
export const statNames = async (
  db: Db,
  organizationId: string,
  numbers: readonly number[],
): Promise<StatName[]> =>
  db("stat_names as n")
    .leftJoin("template_questions as q", (on) =>
      on.on("q.organization_id", "n.organization_id").andOn("q.id", "n.name_key"),
    )
    .leftJoin("templates as p", (on) =>
      on.on("p.organization_id", "q.organization_id").andOn("p.id", "q.template_id"),
    )
    .where("n.organization_id", organizationId)
    .where(among(db, "n.number", numbers))
    .select({ number: "n.number", questionId: "q.id", question: "q.question" })
    .select({
      tag: db("recording_tags as t")
        .whereRaw("t.organization_id = n.organization_id AND t.tag_key = n.name_key")
        .select("t.tag")
        // Any would do; with an order SQLite takes the index that has it.
        .orderBy("t.position")
        .limit(1),
    })
    .orderByRaw("p.name, p.id, q.position IS NULL, q.position, q.id, tag");
