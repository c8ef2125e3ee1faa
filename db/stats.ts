import { among } from "./among.js";
import type { Db } from "./connect.js";
import { jsonTable, selected } from "./json.js";
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

/** Which recordings: of all of these conditions. */
export interface FactSearch {
  /** Positions, both included. */
  from: number;
  to: number;
  templateId?: string;
  userIds?: readonly string[];
  /** The recording has at least one tag of each list. */
  tagged: readonly (readonly string[])[];
  /** It has none of these. */
  untagged: readonly string[];
}

/** What each of the recordings adds to the statistics. */
export const factsBetween = async (
  db: Db,
  organizationId: string,
  search: FactSearch,
): Promise<UserTally[]> => {
  const [driver, ...others] = search.tagged.map((tags) => tags.map(keyOf));
  const query = db.select(db.raw(`f.user_id AS "userId", f.tally`));
  if (driver) {
    const positions = db("recording_tags as t")
      .where("t.organization_id", organizationId)
      .whereBetween("t.position", [search.from, search.to]);
    // With a list of one, SQLite would look at the tag's recordings of all times.
    if (driver.length === 1) positions.where("t.tag_key", driver[0]!).select("t.position");
    else positions.where(among(db, "t.tag_key", driver)).distinct("t.position");
    // SQLite takes a cross join in the order in which it is written: first the tag, which few have.
    query
      .from(positions.as("p"))
      .joinRaw("CROSS JOIN stat_facts AS f")
      .whereRaw("f.position = p.position");
  } else query.from("stat_facts as f");
  query
    .where("f.organization_id", organizationId)
    .whereBetween("f.position", [search.from, search.to]);
  if (search.templateId !== undefined) query.where("f.template_id", search.templateId);
  if (search.userIds) query.where(among(db, "f.user_id", search.userIds));
  const having = (keys: readonly string[]) =>
    db("recording_tags as x")
      .where("x.organization_id", organizationId)
      .where(among(db, "x.tag_key", keys))
      .whereRaw("x.position = f.position")
      .select(db.raw("1"));
  for (const keys of others) query.whereExists(having(keys));
  if (search.untagged.length > 0) query.whereNotExists(having(search.untagged.map(keyOf)));
  return query;
};

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
