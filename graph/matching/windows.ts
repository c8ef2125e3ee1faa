import type {
  RematchableAppointment,
  RematchableRecording,
} from "../../db/matching/rematchable.js";
import { findFirstIndex } from "../core/find-first-index.js";

const MINUTE_MS = 60_000;

/** The time from the start of a match window to the appointment's start. */
export const WINDOW_BEFORE_START_MS = 60 * MINUTE_MS;
const DEFAULT_APPOINTMENT_DURATION_MS = 60 * MINUTE_MS;
const WINDOW_AFTER_END_MS = 120 * MINUTE_MS;

/** Returns the milliseconds from an appointment's start to its window's end: its duration or an hour, plus two hours. */
export const computeWindowAfterStart = (startTime: number, endTime: number | null): number =>
  (endTime === null ? DEFAULT_APPOINTMENT_DURATION_MS : endTime - startTime) + WINDOW_AFTER_END_MS;

/** Returns whether no call can start in the window any more. The window's end belongs to it. */
export const isWindowOver = (
  {
    startTime,
    windowAfterStartMs,
  }: Pick<RematchableAppointment, "startTime" | "windowAfterStartMs">,
  now: number,
): boolean => startTime + windowAfterStartMs < now;

/** A user's recordings by start, ascending and descending; ties have the older recording first. */
export interface SortedRecordings {
  ascending: readonly RematchableRecording[];
  descending: readonly RematchableRecording[];
}

export const sortRecordings = (recordings: readonly RematchableRecording[]): SortedRecordings => ({
  ascending: recordings.toSorted((a, b) => a.startedAt - b.startedAt || a.position - b.position),
  descending: recordings.toSorted((a, b) => b.startedAt - a.startedAt || a.position - b.position),
});

/**
 * Yields the recordings that started in the appointment's window, both ends included: nearest start first,
 * ties by the older recording.
 */
export const iterateNearest = function* (
  { ascending, descending }: SortedRecordings,
  { startTime, windowAfterStartMs }: RematchableAppointment,
): Generator<RematchableRecording, undefined> {
  let lateIndex = findFirstIndex(ascending, ({ startedAt }) => startedAt >= startTime);
  let earlyIndex = findFirstIndex(descending, ({ startedAt }) => startedAt < startTime);
  for (;;) {
    const [late, early] = [ascending[lateIndex], descending[earlyIndex]];
    const lateBy = late ? late.startedAt - startTime : Infinity;
    const earlyBy = early ? startTime - early.startedAt : Infinity;
    const [canBeLate, canBeEarly] = [
      lateBy <= windowAfterStartMs,
      earlyBy <= WINDOW_BEFORE_START_MS,
    ];
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
