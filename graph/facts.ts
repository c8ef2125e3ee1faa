import type { Db } from "../db/connect.js";
import { type SourceName, sourceNamesOf, type SourceRow, sourcesOf } from "../db/facts.js";
import { ALL, type FactRow } from "../db/rollups.js";
import { metricsOf } from "./measures.js";
import { type Tally, tallyOf, tallyText } from "./tally.js";

/** Where a tally counts what has this number: how often it was there, and how often it was a yes. */
export const keysOf = (number: number): { count: number; yes: number } => ({
  count: 2 * number,
  yes: 2 * number + 1,
});

/** The number that a key of a tally is of. */
export const numberOf = (key: number): number => Math.floor(key / 2);

const tallyOfRecording = (row: SourceRow, names: readonly SourceName[]): Tally => {
  const metrics = metricsOf(row);
  return tallyOf(
    {
      ...metrics,
      recordings: 1,
      closed: row.closed,
      withProcess: row.processTotal === null ? 0 : 1,
      withCoaching: row.coached,
      withActions: row.actionItemCount ? 1 : 0,
      actionItems: row.actionItemCount ?? 0,
      reviewed: row.reviews > 0 ? 1 : 0,
      reviews: row.reviews,
      reviewMs: row.reviewMs,
      duration: row.duration,
      processScore: metrics.processScore ?? 0,
    },
    names.flatMap(({ number, yes }): [number, number][] => {
      const keys = keysOf(number!);
      return [[keys.count, 1], ...(yes ? ([[keys.yes, 1]] as [number, number][]) : [])];
    }),
  );
};

/**
 * What each of the recordings adds to the statistics, under ALL and under each of its tags, from its rows;
 * nothing where it is not processed.
 * `number` gives the keys that have no number yet one each.
 */
export const factsOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  number: (keys: string[]) => Promise<Map<string, number>>,
): Promise<FactRow[]> => {
  const rows = await sourcesOf(db, organizationId, recordingIds);
  if (rows.length === 0) return [];
  const names = await sourceNamesOf(db, organizationId, recordingIds);
  const unknown = new Set(names.filter((name) => name.number === null).map(({ key }) => key));
  if (unknown.size > 0) {
    const numbers = await number([...unknown]);
    for (const name of names) name.number ??= numbers.get(name.key)!;
  }
  const byRecording = Map.groupBy(names, ({ recordingId }) => recordingId);
  return rows.flatMap((row) => {
    const named = byRecording.get(row.recordingId) ?? [];
    const { position, userId, templateId } = row;
    const fact = { position, userId, templateId, tally: tallyText(tallyOfRecording(row, named)) };
    const tags = named.filter(({ question }) => question === 0).map(({ number }) => number!);
    return [ALL, ...tags].map((tag) => ({ tag, ...fact }));
  });
};
