import type { Db } from "../../db/engine/connect.js";
import {
  type OpenAppointment,
  findLongestReach,
  loadOpenAppointmentsByIds,
  loadOpenAppointmentsReaching,
  type OpenRecording,
  loadOpenRecordingsBetween,
  loadOpenRecordingsByIds,
} from "../../db/matching/open-matches.js";
import { findFirstIndex } from "../core/find-first-index.js";
import { WINDOW_BEFORE_MS } from "./windows.js";

/** Milliseconds since 1970, both ends included. */
interface TimeRange {
  from: number;
  to: number;
}

/** Ranges closer than this are read in one statement: a rep's days can overlap for years. */
const MAX_MERGE_GAP_MS = 24 * 60 * 60_000;

const buildWindow = ({ startTime, reach }: OpenAppointment): TimeRange => ({
  from: startTime - WINDOW_BEFORE_MS,
  to: startTime + reach,
});

const buildMoment = ({ startedAt }: OpenRecording): TimeRange => ({
  from: startedAt,
  to: startedAt,
});

/** Merges ranges that are at most `gap` milliseconds apart. Returns them in order. */
const mergeRanges = (ranges: readonly TimeRange[], gap: number): TimeRange[] => {
  const merged: TimeRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from - last.to <= gap) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
};

/** Whether the range overlaps any of these, which are in order and don't overlap. */
const overlapsAny = (ranges: readonly TimeRange[], { from, to }: TimeRange): boolean => {
  const first = ranges[findFirstIndex(ranges, (range) => range.to >= from)];
  return first !== undefined && first.from <= to;
};

/** Reads the rows of one side that overlap a time range of a user. */
interface OverlapSource<Row> {
  /** The gap above which two ranges are read separately; undefined for a user without rows. */
  loadMergeGap: (userId: string) => Promise<number | undefined>;
  loadOverlapping: (userId: string, range: TimeRange, gap: number) => Promise<Row[]>;
  rangeOf: (row: Row) => TimeRange;
}

/** Loads the rows that overlap any of the items of the same user. */
const loadAllOverlapping = async <Item extends { userId: string }, Row>(
  items: readonly Item[],
  rangeOf: (item: Item) => TimeRange,
  source: OverlapSource<Row>,
): Promise<Row[]> => {
  const overlapping: Row[] = [];
  for (const [userId, userItems] of Map.groupBy(items, (item) => item.userId)) {
    const gap = await source.loadMergeGap(userId);
    if (gap === undefined) continue;
    const ranges = mergeRanges(userItems.map(rangeOf), 0);
    for (const range of mergeRanges(ranges, gap))
      for (const row of await source.loadOverlapping(userId, range, gap))
        if (overlapsAny(ranges, source.rangeOf(row))) overlapping.push(row);
  }
  return overlapping;
};

const createAppointmentSource = (
  trx: Db,
  organizationId: string,
): OverlapSource<OpenAppointment> => ({
  // Each statement looks back by the longest reach: separate statements for closer ranges would read the
  // same rows twice.
  loadMergeGap: async (userId) => {
    const longest = await findLongestReach(trx, organizationId, userId);
    return longest === undefined ? undefined : Math.max(MAX_MERGE_GAP_MS, longest);
  },
  loadOverlapping: async (userId, { from, to }, gap) =>
    loadOpenAppointmentsReaching(trx, organizationId, userId, {
      earliest: from - gap,
      from,
      to: to + WINDOW_BEFORE_MS,
    }),
  rangeOf: buildWindow,
});

const createRecordingSource = (trx: Db, organizationId: string): OverlapSource<OpenRecording> => ({
  loadMergeGap: async () => MAX_MERGE_GAP_MS,
  loadOverlapping: async (userId, range) =>
    loadOpenRecordingsBetween(trx, organizationId, userId, range),
  rangeOf: buildMoment,
});

/**
 * Loads all open recordings and appointments that are connected to these through windows: the connected
 * component of the change.
 */
export const loadComponent = async (
  trx: Db,
  organizationId: string,
  start: { recordings: Iterable<string>; appointments: Iterable<string> },
): Promise<{ recordings: OpenRecording[]; appointments: OpenAppointment[] }> => {
  const recordings = new Map<string, OpenRecording>();
  const appointments = new Map<string, OpenAppointment>();
  let newRecordings = await loadOpenRecordingsByIds(trx, organizationId, [...start.recordings]);
  let newAppointments = await loadOpenAppointmentsByIds(trx, organizationId, [
    ...start.appointments,
  ]);
  while (newRecordings.length > 0 || newAppointments.length > 0) {
    for (const row of newRecordings) recordings.set(row.id, row);
    for (const row of newAppointments) appointments.set(row.id, row);
    const nearbyAppointments = await loadAllOverlapping(
      newRecordings,
      buildMoment,
      createAppointmentSource(trx, organizationId),
    );
    // A call that was sent again may have left the window of its matched appointment.
    const matchedIds = newRecordings.flatMap(({ appointmentId }) => appointmentId ?? []);
    const matchedAppointments = await loadOpenAppointmentsByIds(trx, organizationId, matchedIds);
    const nearbyRecordings = await loadAllOverlapping(
      newAppointments,
      buildWindow,
      createRecordingSource(trx, organizationId),
    );
    newRecordings = nearbyRecordings.filter((row) => !recordings.has(row.id));
    newAppointments = [...nearbyAppointments, ...matchedAppointments].filter(
      (row) => !appointments.has(row.id),
    );
  }
  return { recordings: [...recordings.values()], appointments: [...appointments.values()] };
};
