import type { Db } from "../engine/connect.js";

/** Words of a transcript that people wrote differently. */
export interface WordCorrection {
  /** In lower case, as they were. */
  heard: string;
  /** As they are written now. */
  term: string;
}

/** Forgets how words of the recording's transcript were corrected. */
export const deleteWordCorrections = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("word_corrections")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .delete();
};

/** Deletes the correction that another one undoes. Returns whether there was one. */
const undoCorrection = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  { heard, term }: WordCorrection,
): Promise<boolean> => {
  const corrections = trx("word_corrections").where({
    organization_id: organizationId,
    recording_id: recordingId,
    heard: term.toLowerCase(),
  });
  const written: WordCorrection[] = await corrections.clone().select("heard", "term");
  const undone = written.filter((row) => row.term.toLowerCase() === heard);
  for (const row of undone) await corrections.clone().where("term", row.term).delete();
  return undone.length > 0;
};

/**
 * Counts corrections of words in a recording's transcript; one that takes another back ends it. `correctedAt`:
 * milliseconds since 1970.
 */
export const addWordCorrections = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  corrections: readonly WordCorrection[],
  correctedAt: number,
): Promise<void> => {
  for (const correction of corrections) {
    if (await undoCorrection(trx, organizationId, recordingId, correction)) continue;
    const { heard, term } = correction;
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
  }
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
