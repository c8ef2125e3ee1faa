import { inList } from "../engine/in-list.js";
import { createColumnList } from "../engine/column-list.js";
import type { Db } from "../engine/connect.js";
import { findFirstFactPosition } from "./facts.js";

/** The values of a processed recording from which its fact is computed. */
export interface FactSourceRow {
  recordingId: string;
  position: number;
  userId: string;
  templateId: string | null;
  duration: number;
  closed: number;
  talkMs: number | null;
  spokenMs: number | null;
  repWords: number | null;
  conversationSwitches: number | null;
  questionsAsked: number | null;
  waitedMs: number | null;
  waitedCount: number | null;
  processFollowed: number | null;
  processTotal: number | null;
  processPoints: number | null;
  processMax: number | null;
  actionItemCount: number | null;
  /** 1 if coaching has more than white space. */
  coached: number;
  reviews: number;
  reviewMs: number;
}

/** A tag of a recording, or a template question that counts in its score. */
export interface FactSourceName {
  recordingId: string;
  /** The tag's key or the question's id. */
  key: string;
  /** Null if the key has no number yet. */
  number: number | null;
  /** 1 for a question, 0 for a tag. */
  question: number;
  yes: number;
}

/** The characters that JavaScript's trim() removes. */
const WHITESPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

const buildReviewAggregate = (aggregate: string): string =>
  `(SELECT ${aggregate} FROM reviews v WHERE v.organization_id = r.organization_id AND v.recording_id = r.id)`;

const selectColumns = createColumnList({
  recordingId: "r.id",
  position: "r.position",
  userId: "r.user_id",
  templateId: "r.template_id",
  duration: "r.duration",
  closed: "r.closed",
  talkMs: "r.talk_ms",
  spokenMs: "r.spoken_ms",
  repWords: "r.rep_words",
  conversationSwitches: "r.conversation_switches",
  questionsAsked: "r.questions_asked",
  waitedMs: "r.waited_ms",
  waitedCount: "r.waited_count",
  processFollowed: "r.process_followed",
  processTotal: "r.process_total",
  processPoints: "r.process_points",
  processMax: "r.process_max",
  actionItemCount: "r.action_item_count",
  reviews: buildReviewAggregate("count(*)"),
  reviewMs: buildReviewAggregate("CAST(coalesce(sum(v.duration_ms), 0) AS BIGINT)"),
});

/** Loads the sources of facts for those of the recordings that are processed. */
export const loadFactSources = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<FactSourceRow[]> => {
  const rows: (FactSourceRow & { status: string })[] = await db("recordings as r")
    .select(selectColumns(db), { status: "r.status" })
    .select(
      db.raw(`CASE WHEN trim(coalesce(r.coaching, ''), ?) = '' THEN 0 ELSE 1 END AS coached`, [
        WHITESPACE,
      ]),
    )
    .where("r.organization_id", organizationId)
    .where(inList(db, "r.id", recordingIds));
  // Filtered here, not in the statement: SQLite would read all processed recordings of the organization for a few ids.
  return rows.filter(({ status }) => status === "processed");
};

/** Loads the tags of recordings and the questions that count in their scores, with their numbers. */
export const loadFactSourceNames = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<FactSourceName[]> => {
  const selectNames = (table: string, key: string, question: string, yes: string) =>
    db(`${table} as t`)
      .leftJoin("stat_names as n", (on) =>
        on.on("n.organization_id", "t.organization_id").andOn("n.name_key", `t.${key}`),
      )
      .where("t.organization_id", organizationId)
      .where(inList(db, "t.recording_id", recordingIds))
      .select(
        db.raw(
          `t.recording_id AS "recordingId", t.${key} AS key, n.number, ${question} AS question, ${yes} AS yes`,
        ),
      );
  return selectNames("recording_tags", "tag_key", "0", "0").unionAll([
    selectNames("process_answers", "question_id", "1", "t.yes").where("t.is_counted", 1),
  ]);
};

/**
 * Returns the first day from `from` on that has processed recordings, facts or buckets; else Infinity. Days are counted
 * from 1970. `tagNumbers`: the number of every tag with facts.
 */
export const findNextStatsDay = async (
  db: Db,
  organizationId: string,
  tagNumbers: readonly number[],
  from: number,
  positionsOfDay: number,
): Promise<number> => {
  const findFirst = async (table: string, column: string, min: number, where: object) =>
    db(table)
      .where({ organization_id: organizationId, ...where })
      .where(column, ">=", min)
      .orderBy(column)
      .limit(1)
      .pluck(column) as Promise<number[]>;
  const start = from * positionsOfDay;
  const positions = [
    ...(await findFirst("recordings", "position", start, { status: "processed" })),
    (await findFirstFactPosition(db, organizationId, tagNumbers, start)) ?? Infinity,
  ];
  const days = positions.map((position) => Math.floor(position / positionsOfDay));
  for (const span of [1, 8, 64])
    days.push(...(await findFirst("stat_cells", "day", from, { span })));
  return Math.min(...days);
};

/** Lists the first processed recordings between two positions, both included. */
export const listProcessedRecordings = async (
  db: Db,
  organizationId: string,
  from: number,
  to: number,
  limit: number,
): Promise<{ id: string; position: number }[]> =>
  db("recordings")
    .select("id", "position")
    .where({ organization_id: organizationId, status: "processed" })
    .whereBetween("position", [from, to])
    .orderBy("position")
    .limit(limit);
