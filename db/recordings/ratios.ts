/** A number of a recording: one of its columns divided by another, as SQL. Null or a whole of 0: it has none. */
interface Ratio {
  part: string;
  whole: string;
}

/** The points of a scorecard. `alias`: the name of the recordings in the query. */
export const scoreOf = (alias: string): Ratio => ({
  part: `coalesce(${alias}.process_points, ${alias}.process_followed)`,
  whole: `coalesce(${alias}.process_max, ${alias}.process_total)`,
});

/** The rep's share of the talk. `alias`: the name of the recordings in the query. */
export const talkRatioOf = (alias: string): Ratio => ({
  part: `CASE WHEN ${alias}.rep_words IS NULL THEN NULL ELSE ${alias}.talk_ms END`,
  whole: `${alias}.spoken_ms`,
});
