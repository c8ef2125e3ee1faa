import type { Db } from "../../db/engine/connect.js";
import {
  type FactSourceName,
  loadFactSourceNames,
  type FactSourceRow,
  loadFactSources,
} from "../../db/stats/fact-sources.js";
import { ALL_TAGS, type FactRow } from "../../db/stats/facts.js";
import { computeProcessScore, computeTalkMetrics } from "./measures.js";
import { type SumName, sumNames, sums } from "./sums.js";
import { type Tally, buildTally, formatTally } from "./tally.js";

/**
 * Returns the keys under which a tally counts a name: the key for its recordings, and the key for those answered yes.
 */
export const toTallyKeys = (number: number): { count: number; yes: number } => ({
  count: 2 * number,
  yes: 2 * number + 1,
});

/** Returns the number of the name that a key of a tally belongs to. */
export const toNameNumber = (key: number): number => Math.floor(key / 2);

const buildRecordingTally = (row: FactSourceRow, names: readonly FactSourceName[]): Tally => {
  const recording = { row, metrics: computeTalkMetrics(row), score: computeProcessScore(row) };
  const parts = Object.fromEntries(sumNames.map((name) => [name, sums[name].measure(recording)]));
  return buildTally(
    parts as Record<SumName, number>,
    names.flatMap(({ number, yes }): [number, number][] => {
      const keys = toTallyKeys(number!);
      return [[keys.count, 1], ...(yes ? ([[keys.yes, 1]] as [number, number][]) : [])];
    }),
  );
};

/**
 * Computes the facts of recordings from their rows: one under ALL_TAGS and one per tag. Recordings that aren't
 * processed have none. `assignNumbers` numbers the names that have no number yet.
 */
export const computeFacts = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  assignNumbers: (keys: string[]) => Promise<Map<string, number>>,
): Promise<FactRow[]> => {
  const rows = await loadFactSources(db, organizationId, recordingIds);
  if (rows.length === 0) return [];
  const names = await loadFactSourceNames(db, organizationId, recordingIds);
  const unnumbered = new Set(names.filter((name) => name.number === null).map(({ key }) => key));
  if (unnumbered.size > 0) {
    const numbers = await assignNumbers([...unnumbered]);
    for (const name of names) name.number ??= numbers.get(name.key)!;
  }
  const byRecording = Map.groupBy(names, ({ recordingId }) => recordingId);
  return rows.flatMap((row) => {
    const ownNames = byRecording.get(row.recordingId) ?? [];
    const { position, userId, templateId } = row;
    const fact = {
      position,
      userId,
      templateId,
      tally: formatTally(buildRecordingTally(row, ownNames)),
    };
    const tagNumbers = ownNames
      .filter(({ question }) => question === 0)
      .map(({ number }) => number!);
    return [ALL_TAGS, ...tagNumbers].map((tagNumber) => ({ tagNumber, ...fact }));
  });
};
