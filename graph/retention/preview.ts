import type { Db } from "../../db/engine/connect.js";
import type { RetentionDays, RetentionRow } from "../../db/retention/days.js";
import { computeLastNightlyTime, computeNextNightlyTime } from "./nightly.js";
import {
  computeCutoff,
  isKept,
  type RetentionKindName,
  retentionKindNames,
  retentionKinds,
  scanRetainedRows,
} from "./kinds.js";

/** Returns whether a run is due: the days were set before the last nightly time, and no run finished since. */
export const isRetentionDue = ({ changedAt, ranAt, ...days }: RetentionRow, now: number): boolean =>
  Math.max(changedAt, ranAt ?? 0) < computeLastNightlyTime(now) && hasRetention(days);

/** Returns whether any kind of content has a number of days. */
const hasRetention = (days: RetentionDays): boolean =>
  retentionKindNames.some((kind) => days[retentionKinds[kind].daysField] !== null);

/** Computes the next run in milliseconds since 1970; null if everything is kept forever. */
export const computeNextRun = (
  row: RetentionRow | undefined,
  days: RetentionDays,
  now: number,
): number | null => {
  if (!hasRetention(days)) return null;
  return row && isRetentionDue(row, now) ? now : computeNextNightlyTime(now);
};

/** The content of one kind that a run would remove. */
export interface KindPreview {
  days: number | null;
  /** Content created before this is too old; milliseconds since 1970, null if kept forever. */
  cutoff: number | null;
  count: number;
  bytes: number;
  /** The number of items that are too old but kept: see `isKept`. */
  deferred: number;
  /** When the oldest remaining content was created; null if none remains. */
  oldestKept: number | null;
}

/** Computes what a run at that time would remove, by the scan that the run uses. */
export const previewKind = async (
  db: Db,
  organizationId: string,
  kind: RetentionKindName,
  days: number | null,
  runAt: number,
): Promise<KindPreview> => {
  const cutoff = days === null ? null : computeCutoff(days, runAt);
  const preview = { days, cutoff, count: 0, bytes: 0, deferred: 0 };
  let oldest: number | undefined;
  if (cutoff !== null)
    for await (const rows of scanRetainedRows(db, organizationId, kind, { to: cutoff }))
      for (const row of rows)
        if (isKept(row, runAt)) {
          preview.deferred += 1;
          oldest ??= row.position;
        } else {
          preview.count += 1;
          preview.bytes += row.bytes;
        }
  if (oldest === undefined)
    for await (const [first] of scanRetainedRows(
      db,
      organizationId,
      kind,
      cutoff === null ? {} : { from: cutoff },
    )) {
      oldest = first?.position;
      if (first) break;
    }
  return {
    ...preview,
    oldestKept: oldest === undefined ? null : Math.floor(oldest / 1000),
  };
};
