import type { Db } from "../engine/connect.js";

/** Words of a transcript that people wrote differently. */
export interface WordCorrection {
  /** In lower case, as they were. */
  heard: string;
  /** As they are written now. */
  term: string;
}

/** Counts corrections of words in a recording's transcript. `correctedAt`: milliseconds since 1970. */
export const addWordCorrections = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  corrections: readonly WordCorrection[],
  correctedAt: number,
): Promise<void> => {
  for (const { heard, term } of corrections)
    await trx("word_corrections")
      .insert({
        organization_id: organizationId,
        recording_id: recordingId,
        heard,
        term,
        times: 1,
        corrected_at: correctedAt,
      })
      .onConflict(["organization_id", "recording_id", "heard", "term"])
      .merge({ times: trx.raw("word_corrections.times + 1"), corrected_at: correctedAt });
};

/** How often words were corrected in the same way. */
export interface FrequentCorrection extends WordCorrection {
  times: number;
}

/** Lists the corrections since a time that were made at least `times` times, the most frequent first. */
export const listFrequentCorrections = async (
  db: Db,
  organizationId: string,
  { since, times, limit }: { since: number; times: number; limit: number },
): Promise<FrequentCorrection[]> =>
  db("word_corrections")
    .select({ heard: "heard", term: "term" })
    .select(db.raw("CAST(sum(times) AS INTEGER) AS times"))
    .where("organization_id", organizationId)
    .where("corrected_at", ">=", since)
    .groupBy("heard", "term")
    .havingRaw("sum(times) >= ?", [times])
    .orderByRaw("3 DESC, term, heard")
    .limit(limit);
