import type { RematchableAppointment } from "../../db/matching/rematchable.js";

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
