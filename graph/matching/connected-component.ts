import type { Db } from "../../db/engine/connect.js";
import {
  type RematchableAppointment,
  findLongestWindowAfterStart,
  loadRematchableAppointmentsByIds,
  loadRematchableAppointmentsInRange,
  type RematchableRecording,
  loadRematchableRecordingsBetween,
  loadRematchableRecordingsByIds,
} from "../../db/matching/rematchable.js";
import { findFirstIndex } from "../core/find-first-index.js";
import { WINDOW_BEFORE_START_MS } from "./windows.js";

/** Milliseconds since 1970, both ends included. */
interface TimeRange {
  from: number;
  to: number;
}

/** Ranges with at most this gap are read in one statement: a user's ranges can span years with short gaps. */
const MAX_MERGE_GAP_MS = 24 * 60 * 60_000;

const buildWindow = ({ startTime, windowAfterStartMs }: RematchableAppointment): TimeRange => ({
  from: startTime - WINDOW_BEFORE_START_MS,
  to: startTime + windowAfterStartMs,
});

const buildMoment = ({ startedAt }: RematchableRecording): TimeRange => ({
  from: startedAt,
  to: startedAt,
});

/** Merges ranges that are at most `gapMs` apart. Returns them in order. */
const mergeRanges = (ranges: readonly TimeRange[], gapMs: number): TimeRange[] => {
  const merged: TimeRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from - last.to <= gapMs) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
};

/** Returns whether the range overlaps any of these, which are in order and don't overlap. */
const overlapsAny = (ranges: readonly TimeRange[], { from, to }: TimeRange): boolean => {
  const first = ranges[findFirstIndex(ranges, (range) => range.to >= from)];
  return first !== undefined && first.from <= to;
};

/** Reads the rows of one side that overlap a time range of a user. */
interface OverlapSource<Row> {
  /** The gap above which two ranges are read separately; undefined for a user without rows. */
  loadMergeGapMs: (userId: string) => Promise<number | undefined>;
  loadOverlapping: (userId: string, range: TimeRange, gapMs: number) => Promise<Row[]>;
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
    const gapMs = await source.loadMergeGapMs(userId);
    if (gapMs === undefined) continue;
    const ranges = mergeRanges(userItems.map(rangeOf), 0);
    for (const range of mergeRanges(ranges, gapMs))
      for (const row of await source.loadOverlapping(userId, range, gapMs))
        if (overlapsAny(ranges, source.rangeOf(row))) overlapping.push(row);
  }
  return overlapping;
};

const createAppointmentSource = (
  trx: Db,
  organizationId: string,
): OverlapSource<RematchableAppointment> => ({
  // Each statement looks back by the user's longest window: separate statements for closer ranges would read the
  // same rows twice.
  loadMergeGapMs: async (userId) => {
    const longest = await findLongestWindowAfterStart(trx, organizationId, userId);
    return longest === undefined ? undefined : Math.max(MAX_MERGE_GAP_MS, longest);
  },
  loadOverlapping: async (userId, { from, to }, gapMs) =>
    loadRematchableAppointmentsInRange(trx, organizationId, userId, {
      earliest: from - gapMs,
      from,
      to: to + WINDOW_BEFORE_START_MS,
    }),
  rangeOf: buildWindow,
});

const createRecordingSource = (
  trx: Db,
  organizationId: string,
): OverlapSource<RematchableRecording> => ({
  loadMergeGapMs: async () => MAX_MERGE_GAP_MS,
  loadOverlapping: async (userId, range) =>
    loadRematchableRecordingsBetween(trx, organizationId, userId, range),
  rangeOf: buildMoment,
});

/**
 * Loads all rematchable recordings and appointments that are connected to these through windows: the
 * connected component of a change.
 */
export const loadConnectedComponent = async (
  trx: Db,
  organizationId: string,
  start: { recordingIds: Iterable<string>; appointmentIds: Iterable<string> },
): Promise<{ recordings: RematchableRecording[]; appointments: RematchableAppointment[] }> => {
  const recordings = new Map<string, RematchableRecording>();
  const appointments = new Map<string, RematchableAppointment>();
  let newRecordings = await loadRematchableRecordingsByIds(trx, organizationId, [
    ...start.recordingIds,
  ]);
  let newAppointments = await loadRematchableAppointmentsByIds(trx, organizationId, [
    ...start.appointmentIds,
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
    const matchedAppointments = await loadRematchableAppointmentsByIds(
      trx,
      organizationId,
      matchedIds,
    );
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
