import type { Db } from "../db/connect.js";
import type { RetentionDays, RetentionRow } from "../db/retention-days.js";
import { lastNight, nextNight } from "./nights.js";
import { before, type KindName, kindNames, kinds, rowsOf } from "./retention-kinds.js";

/** Whether the rule has not run since the last night, though the days were set by then. */
export const isDue = ({ changedAt, ranAt, ...days }: RetentionRow, now: number): boolean =>
  Math.max(changedAt, ranAt ?? 0) < lastNight(now) && isSet(days);

/** Whether there is anything that is not kept for ever. */
export const isSet = (days: RetentionDays): boolean =>
  kindNames.some((kind) => days[kinds[kind].days] !== null);

/** When the rule runs next; null where nothing is removed for its age. */
export const nextRun = (
  row: RetentionRow | undefined,
  days: RetentionDays,
  now: number,
): number | null => {
  if (!isSet(days)) return null;
  return row && isDue(row, now) ? now : nextNight(now);
};

/** What a run would do to one kind. */
export interface Outlook {
  days: number | null;
  /** Older is what was created before then, in milliseconds since 1970. */
  before: number | null;
  count: number;
  bytes: number;
  waiting: number;
  /** When the oldest was created of what stays. */
  oldestKept: number | null;
}

/** Looked for just as a run does, at a time of which nothing is removed but what is too old then. */
export const outlookOf = async (
  db: Db,
  organizationId: string,
  kind: KindName,
  days: number | null,
  at: number,
): Promise<Outlook> => {
  const to = days === null ? null : before(days, at);
  const outlook = { days, before: to, count: 0, bytes: 0, waiting: 0 };
  let oldest: number | undefined;
  if (to !== null)
    for await (const rows of rowsOf(db, organizationId, kind, { to }))
      for (const { position, bytes, waits } of rows)
        if (waits === 1) {
          outlook.waiting += 1;
          oldest ??= position;
        } else {
          outlook.count += 1;
          outlook.bytes += bytes;
        }
  if (oldest === undefined)
    for await (const [first] of rowsOf(db, organizationId, kind, to === null ? {} : { from: to })) {
      oldest = first?.position;
      if (first) break;
    }
  return {
    ...outlook,
    oldestKept: oldest === undefined ? null : Math.floor(oldest / 1000),
  };
};
