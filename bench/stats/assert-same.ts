import assert from "node:assert/strict";
import type { StatsResult } from "../../graph/stats/report.js";
import type { DirectRow } from "./direct-queries.js";

const PRECISION = 1e-9;

const assertNear = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= PRECISION * Math.abs(expected), what);

const sumCounts = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Throws unless the answer by user equals the direct aggregate. */
export const assertSame = (
  { stats }: StatsResult,
  sums: ReadonlyMap<string, DirectRow>,
  names: readonly DirectRow[],
  userIds: ReadonlyMap<string, string>,
): void => {
  const byUser = Map.groupBy(names, ({ userId }) => userId);
  for (const entry of stats) {
    const userId = userIds.get(entry.email!)!;
    const fields: Record<string, unknown> = { ...entry, ...entry.total };
    for (const [field, expected] of Object.entries(sums.get(userId) ?? {}))
      if (field !== "userId") assertNear(Number(fields[field]), Number(expected), field);
    const rows = byUser.get(userId) ?? [];
    assert.equal(
      sumCounts(entry.recordingsByTag as Record<string, number>),
      rows.reduce((sum, { count = 0 }) => sum + Number(count), 0),
    );
    for (const field of ["yesCount", "totalCount"] as const)
      assert.equal(
        entry.processQuestionBreakdown.reduce((sum, question) => sum + question[field], 0),
        rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0),
      );
  }
};
