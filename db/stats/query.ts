import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { jsonTable, buildJsonRows, selectRows } from "../engine/json-table.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import { continueRead } from "../engine/read-limit.js";
import { listScopeConditions } from "../engine/viewer-scope.js";

/** A tally in its text form, and the user whose recordings it sums. */
export interface UserTally {
  userId: string;
  tally: string;
}

/** Returns the first days of the first and the last bucket of a span; undefined without buckets. */
export const findStatBucketBounds = async (
  db: Db,
  organizationId: string,
  span: number,
): Promise<{ first: number; last: number } | undefined> => {
  const findDay = async (order: "asc" | "desc"): Promise<{ day: number } | undefined> =>
    db("stat_cells")
      .where({ organization_id: organizationId, span })
      .orderBy("day", order)
      .first("day");
  const first = await findDay("asc");
  const last = await findDay("desc");
  return first && last && { first: first.day, last: last.day };
};

/**
 * Loads the buckets of these periods, each a span, its first day, and a number that its rows repeat. `userIds`
 * undefined: all users.
 */
export const loadUserTallies = async (
  db: Db,
  organizationId: string,
  templateId: string,
  periods: readonly (readonly [span: number, day: number, part: number])[],
  userIds?: readonly string[],
): Promise<(UserTally & { part: number })[]> => {
  const conditions = [
    ...(userIds ? [inList(db, "c.user_id", userIds)] : []),
    ...listScopeConditions(db, "c.user_id"),
  ];
  return selectRows(
    db,
    `SELECT c.user_id AS "userId", c.tally, CAST(value ->> 2 AS BIGINT) AS part
     FROM ${jsonTable(db)} CROSS JOIN stat_cells AS c
     WHERE c.organization_id = ? AND c.template_id = ?
       AND c.span = CAST(value ->> 0 AS BIGINT) AND c.day = CAST(value ->> 1 AS BIGINT)
       ${conditions.map(() => "AND ?").join(" ")} ${continueRead(db)}`,
    [JSON.stringify(periods), organizationId, templateId, ...conditions],
  );
};

/** Loads the tags' numbers. Omits tags without a number. */
export const loadTagNumbers = async (
  db: Db,
  organizationId: string,
  tags: readonly string[],
): Promise<Map<string, number>> => {
  const byKey = new Map(tags.map((tag) => [buildLookupKey(tag), tag]));
  const rows = await selectRows<{ key: string; number: number }>(
    db,
    `SELECT n.name_key AS key, n.number FROM ${jsonTable(db)} CROSS JOIN stat_names AS n
     WHERE n.organization_id = ? AND n.name_key = value ->> 0`,
    [buildJsonRows([...byKey.keys()]), organizationId],
  );
  return new Map(rows.map(({ key, number }) => [byKey.get(key)!, number]));
};

export interface FactSearch {
  /** Positions. Both ends are included. They must not overlap. */
  ranges: readonly { from: number; to: number }[];
  /** ALL_TAGS for all recordings. */
  tagNumbers: readonly number[];
  templateId?: string | undefined;
  userIds?: readonly string[] | undefined;
}

export interface FactTally extends UserTally {
  tagNumber: number;
  position: number;
}

/** Loads the tallies of facts, one per recording and tag. */
export const loadFactTallies = async (
  db: Db,
  organizationId: string,
  { ranges, tagNumbers, templateId, userIds }: FactSearch,
): Promise<FactTally[]> => {
  const conditions = [
    ...(userIds ? [inList(db, "f.user_id", userIds)] : []),
    ...listScopeConditions(db, "f.user_id"),
  ];
  // SQLite runs a cross join in the written order: per tag and range, one range of the key.
  return selectRows(
    db,
    `SELECT f.tag AS "tagNumber", f.position, f.user_id AS "userId", f.tally
     FROM ${jsonTable(db)} CROSS JOIN stat_facts AS f
     WHERE f.organization_id = ? AND f.tag = CAST(value ->> 0 AS BIGINT)
       AND f.position BETWEEN CAST(value ->> 1 AS BIGINT) AND CAST(value ->> 2 AS BIGINT)
       ${templateId === undefined ? "" : "AND f.template_id = ?"}
       ${conditions.map(() => "AND ?").join(" ")} ${continueRead(db)}`,
    [
      JSON.stringify(tagNumbers.flatMap((tag) => ranges.map(({ from, to }) => [tag, from, to]))),
      organizationId,
      ...(templateId === undefined ? [] : [templateId]),
      ...conditions,
    ],
  );
};

/** The tag or the question behind a number in tallies. `stat_names` holds only its key: the tag and the text come from their own tables. */
export interface StatName {
  number: number;
  tag: string | null;
  questionId: string | null;
  question: string | null;
}

/**
 * Loads names by number. The numbers must come from tallies that the viewer may see: tags by themselves; questions by
 * template, then current ones in order, then removed ones.
 */
export const loadStatNames = async (
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
    .where(inList(db, "n.number", numbers))
    .select({ number: "n.number", questionId: "q.id", question: "q.question" })
    .select({
      tag: db("recording_tags as t")
        .whereRaw("t.organization_id = n.organization_id AND t.tag_key = n.name_key")
        .select("t.tag")
        // Any row works, whichever user it belongs to: all rows with this key have the same text. The order makes
        // SQLite use the index on position.
        .orderBy("t.position")
        .limit(1),
    })
    .orderByRaw("p.name, p.id, q.position IS NULL, q.position, q.id, tag");
