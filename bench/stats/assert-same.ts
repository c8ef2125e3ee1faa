import assert from "node:assert/strict";
import type { StatsAnswer } from "../../graph/stats-report.js";
import type { Row } from "./direct.js";

const PRECISION = 1e-9;

const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= PRECISION * Math.abs(expected), what);

const counted = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Throws unless the answer by user says what the direct aggregate does. */
export const checkSame = (
  { stats }: StatsAnswer,
  sums: ReadonlyMap<string, Row>,
  names: readonly Row[],
  userIds: ReadonlyMap<string, string>,
): void => {
  const byUser = Map.groupBy(names, ({ userId }) => userId);
  for (const entry of stats) {
    const userId = userIds.get(entry.email!)!;
    const fields: Record<string, unknown> = { ...entry, ...entry.total };
    for (const [field, expected] of Object.entries(sums.get(userId) ?? {}))
      if (field !== "userId") near(Number(fields[field]), Number(expected), field);
    const rows = byUser.get(userId) ?? [];
    assert.equal(
      counted(entry.recordingsByTag as Record<string, number>),
      rows.reduce((sum, { count = 0 }) => sum + Number(count), 0),
    );
    for (const field of ["yesCount", "totalCount"] as const)
      assert.equal(
        entry.processQuestionBreakdown.reduce((sum, question) => sum + question[field], 0),
        rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0),
      );
  }
};
