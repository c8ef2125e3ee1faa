import type { OpenAppointment, OpenRecording } from "../../db/matching/open-matches.js";
import { findFirstIndex } from "../core/find-first-index.js";

const MINUTE_MS = 60_000;

/** The time from the opening of an appointment's window to its start. */
export const WINDOW_BEFORE_MS = 60 * MINUTE_MS;
const DEFAULT_APPOINTMENT_MS = 60 * MINUTE_MS;
const WINDOW_AFTER_MS = 120 * MINUTE_MS;

/** Returns the milliseconds from an appointment's start to its window's end: its length, or an hour, plus two hours. */
export const computeReach = (startTime: number, endTime: number | null): number =>
  (endTime === null ? DEFAULT_APPOINTMENT_MS : endTime - startTime) + WINDOW_AFTER_MS;

/** Whether no call can start in the window any more. The window's end belongs to it. */
export const isWindowOver = (
  { startTime, reach }: Pick<OpenAppointment, "startTime" | "reach">,
  now: number,
): boolean => startTime + reach < now;

/** A user's recordings by start, ascending and descending; ties have the older recording first. */
export interface SortedRecordings {
  ascending: readonly OpenRecording[];
  descending: readonly OpenRecording[];
}

export const sortRecordings = (recordings: readonly OpenRecording[]): SortedRecordings => ({
  ascending: recordings.toSorted((a, b) => a.startedAt - b.startedAt || a.position - b.position),
  descending: recordings.toSorted((a, b) => b.startedAt - a.startedAt || a.position - b.position),
});

/**
 * Yields the recordings that started in the appointment's window, both ends included: nearest start first,
 * ties by the older recording.
 */
export const iterateNearest = function* (
  { ascending, descending }: SortedRecordings,
  { startTime, reach }: OpenAppointment,
): Generator<OpenRecording, undefined> {
  let lateIndex = findFirstIndex(ascending, ({ startedAt }) => startedAt >= startTime);
  let earlyIndex = findFirstIndex(descending, ({ startedAt }) => startedAt < startTime);
  for (;;) {
    const [late, early] = [ascending[lateIndex], descending[earlyIndex]];
    const lateBy = late ? late.startedAt - startTime : Infinity;
    const earlyBy = early ? startTime - early.startedAt : Infinity;
    const [canBeLate, canBeEarly] = [lateBy <= reach, earlyBy <= WINDOW_BEFORE_MS];
    if (!canBeLate && !canBeEarly) return undefined;
    if (
      canBeLate &&
      (!canBeEarly || lateBy < earlyBy || (lateBy === earlyBy && late!.position < early!.position))
    ) {
      yield late!;
      lateIndex += 1;
    } else {
      yield early!;
      earlyIndex += 1;
    }
  }
};
