import type { OpenAppointment, OpenRecording } from "../db/open-matches.js";
import { firstIndex } from "./first-index.js";

const MINUTE_MS = 60_000;

/** How long before its start an appointment's window opens. */
export const BEFORE_MS = 60 * MINUTE_MS;
const DEFAULT_LENGTH_MS = 60 * MINUTE_MS;
const AFTER_MS = 120 * MINUTE_MS;

/** From an appointment's start to the end of its window: its length, or an hour, and two hours more. */
export const reachOf = (startTime: number, endTime: number | null): number =>
  (endTime === null ? DEFAULT_LENGTH_MS : endTime - startTime) + AFTER_MS;

/** A user's recordings by their start, of equals the older first: forward in time, and back. */
export interface Own {
  forward: readonly OpenRecording[];
  back: readonly OpenRecording[];
}

export const ownOf = (recordings: readonly OpenRecording[]): Own => ({
  forward: recordings.toSorted((a, b) => a.startedAt - b.startedAt || a.position - b.position),
  back: recordings.toSorted((a, b) => b.startedAt - a.startedAt || a.position - b.position),
});

/**
 * The recordings that began in the appointment's window, both ends included: nearest start first, of equals
 * the older.
 */
export const nearest = function* (
  { forward, back }: Own,
  { startTime, reach }: OpenAppointment,
): Generator<OpenRecording, undefined> {
  let after = firstIndex(forward, ({ startedAt }) => startedAt >= startTime);
  let before = firstIndex(back, ({ startedAt }) => startedAt < startTime);
  for (;;) {
    const [late, early] = [forward[after], back[before]];
    const wait = late ? late.startedAt - startTime : Infinity;
    const ahead = early ? startTime - early.startedAt : Infinity;
    const [isLate, isEarly] = [wait <= reach, ahead <= BEFORE_MS];
    if (!isLate && !isEarly) return undefined;
    if (
      isLate &&
      (!isEarly || wait < ahead || (wait === ahead && late!.position < early!.position))
    ) {
      yield late!;
      after += 1;
    } else {
      yield early!;
      before += 1;
    }
  }
};
