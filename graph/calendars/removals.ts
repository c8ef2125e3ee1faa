import type { CalendarAppointmentRow } from "../../db/calendars/calendar-appointments.js";
import type { CalendarReading } from "./occurrence.js";

const HOUR_MS = 60 * 60_000;
/** How long a calendar must have too few events before its events are removed. */
export const HALVED_CALENDAR_HOLD_MS = 24 * HOUR_MS;

/** The appointments that are no longer in a calendar, and whether they may be removed. */
export interface Removals {
  eventIds: string[];
  /** Why some of them stay; null if none do. */
  problem: string | null;
  /** The calendar has too few events. */
  isHalved: boolean;
}

const parseUid = (eventId: string): string =>
  eventId.slice("ics:".length).replace(/:\d{8}(T\d{6}Z)?$/, "");

const findProblem = (
  { unreadableCount, unreadableReason, isTruncated }: CalendarReading,
  isHalved: boolean,
): string | null => {
  if (isTruncated)
    return "the calendar has more occurrences than are read: the latest are left out";
  if (unreadableCount > 0)
    return `${unreadableCount} events could not be read (${unreadableReason}): no appointment is removed`;
  return isHalved
    ? "the calendar has lost more than half of its events: their appointments stay for 24 hours, or until you accept it"
    : null;
};

/**
 * Plans what to remove: unmatched appointments in the window whose occurrence was cancelled or has vanished. A calendar
 * that is empty, halved, truncated or partly unreadable removes only events marked as cancelled, and occurrences that a
 * remaining series no longer contains, unless `accepts`.
 */
export const planRemovals = (
  reading: CalendarReading,
  current: readonly CalendarAppointmentRow[],
  wantedIds: { has: (eventId: string) => boolean },
  { to, accepts }: { to: number; accepts: boolean },
): Removals => {
  const cancelledIds = new Set(
    reading.occurrences.filter(({ isCancelled }) => isCancelled).map(({ eventId }) => eventId),
  );
  const uids = new Set(reading.uids);
  // Later than the window if the clock has moved back.
  const removable = current.filter(
    ({ recordingId, startTime }) => recordingId === null && startTime <= to,
  );
  const gone = removable.filter(({ eventId }) => !wantedIds.has(eventId));
  const isCancelled = ({ eventId }: CalendarAppointmentRow): boolean => cancelledIds.has(eventId);
  const explicit = gone.filter(isCancelled);
  const vanished = gone.filter((one) => !isCancelled(one));
  const lost = vanished.filter(({ eventId }) => !uids.has(parseUid(eventId)));
  const isHalved = lost.length * 2 > removable.length - explicit.length;
  const problem = findProblem(reading, isHalved);
  const isComplete = !reading.isTruncated && reading.unreadableCount === 0;
  const removed =
    accepts || (isComplete && !isHalved)
      ? gone
      : isComplete
        ? gone.filter((one) => !lost.includes(one))
        : explicit;
  return { eventIds: removed.map(({ eventId }) => eventId), problem, isHalved };
};
