import { among } from "./among.js";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { firstFact } from "./rollups.js";

/** The rows of a processed recording that its part of the statistics is computed from. */
export interface SourceRow {
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
  actionItemCount: number | null;
  /** Whether coaching has anything but space. */
  coached: number;
  reviews: number;
  reviewMs: number;
}

/** A tag of a recording or a question that it answers. */
export interface SourceName {
  recordingId: string;
  /** The tag's key or the question's id. */
  key: string;
  /** Null where the key has none yet. */
  number: number | null;
  question: number;
  yes: number;
}

/** All that JavaScript's trim() takes for space. */
const SPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

const ofReviews = (what: string): string =>
  `(SELECT ${what} FROM reviews v WHERE v.organization_id = r.organization_id AND v.recording_id = r.id)`;

const columns = columnList({
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
  actionItemCount: "r.action_item_count",
  reviews: ofReviews("count(*)"),
  reviewMs: ofReviews("CAST(coalesce(sum(v.duration_ms), 0) AS BIGINT)"),
});

/** Those of the recordings that are processed. */
export const sourcesOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<SourceRow[]> =>
  db("recordings as r")
    .select(columns(db))
    .select(
      db.raw(`CASE WHEN trim(coalesce(r.coaching, ''), ?) = '' THEN 0 ELSE 1 END AS coached`, [
        SPACE,
      ]),
    )
    .where({ "r.organization_id": organizationId, "r.status": "processed" })
    .where(among(db, "r.id", recordingIds));

export const sourceNamesOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<SourceName[]> => {
  const named = (table: string, key: string, question: string, yes: string) =>
    db(`${table} as t`)
      .leftJoin("stat_names as n", (on) =>
        on.on("n.organization_id", "t.organization_id").andOn("n.name_key", `t.${key}`),
      )
      .where("t.organization_id", organizationId)
      .where(among(db, "t.recording_id", recordingIds))
      .select(
        db.raw(
          `t.recording_id AS "recordingId", t.${key} AS key, n.number, ${question} AS question, ${yes} AS yes`,
        ),
      );
  return named("recording_tags", "tag_key", "0", "0").unionAll([
    named("process_answers", "question_id", "1", "t.yes"),
  ]);
};

/**
 * The first day (since 1970) from this one on in which there is anything of statistics, or for them.
 * `tags`: all that there are facts under.
 */
export const nextDay = async (
  db: Db,
  organizationId: string,
  tags: readonly number[],
  from: number,
  positionsOfDay: number,
): Promise<number> => {
  const first = async (table: string, column: string, least: number, where: object) =>
    db(table)
      .where({ organization_id: organizationId, ...where })
      .where(column, ">=", least)
      .orderBy(column)
      .limit(1)
      .pluck(column) as Promise<number[]>;
  const start = from * positionsOfDay;
  const positions = [
    ...(await first("recordings", "position", start, { status: "processed" })),
    (await firstFact(db, organizationId, tags, start)) ?? Infinity,
  ];
  const days = positions.map((position) => Math.floor(position / positionsOfDay));
  for (const span of [1, 8, 64]) days.push(...(await first("stat_cells", "day", from, { span })));
  return Math.min(...days);
};

/** Of the processed recordings from one position to another, both included, the first so many. */
export const processedBetween = async (
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
