import type { CalendarAppointmentRow } from "../../db/calendars/calendar-appointments.js";
import { parseBaseId, parseEventUid } from "./event-ids.js";
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

const findProblem = (
  { unreadableCount, unreadableReason, isTruncated }: CalendarReading,
  isHalved: boolean,
): string | null => {
  if (isTruncated)
    return "the calendar has more occurrences than are read: the latest are left out";
  if (isHalved)
    return "the calendar has lost more than half of its events: their appointments stay for 24 hours, or until you accept it";
  if (unreadableCount === 0) return null;
  const [events, whose] =
    unreadableCount === 1
      ? ["1 event", "its appointment stays"]
      : [`${unreadableCount} events`, "their appointments stay"];
  return `${events} could not be read (${unreadableReason}): ${whose}`;
};

/**
 * Plans what to remove: unmatched appointments in the window whose occurrence was cancelled, has vanished or no longer
 * counts. What an unreadable event may still have stays, and what is later than a truncated calendar was read. A
 * calendar that is empty or halved removes only events marked as cancelled, and occurrences of events that it still
 * has, unless `accepts`.
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
  const unreadableUids = new Set(reading.unreadableUids);
  const readTo = reading.isTruncated ? (reading.occurrences.at(-1)?.startTime ?? 0) - 1 : Infinity;
  // Later than the window if the clock has moved back.
  const removable = current.filter(
    ({ recordingId, startTime }) => recordingId === null && startTime <= to,
  );
  const gone = removable.filter(({ eventId }) => !wantedIds.has(parseBaseId(eventId)));
  const isCancelled = ({ eventId }: CalendarAppointmentRow): boolean =>
    cancelledIds.has(parseBaseId(eventId));
  const explicit = gone.filter(isCancelled);
  const vanished = gone.filter(
    (one) =>
      !isCancelled(one) &&
      one.startTime <= readTo &&
      !unreadableUids.has(parseEventUid(one.eventId)),
  );
  const lost = vanished.filter(({ eventId }) => !uids.has(parseEventUid(eventId)));
  const isHalved = lost.length * 2 > removable.length - explicit.length;
  const isTrusted = accepts || !isHalved;
  const removed = [
    ...explicit,
    ...(isTrusted ? vanished : vanished.filter((one) => !lost.includes(one))),
  ];
  return {
    eventIds: removed.map(({ eventId }) => eventId),
    problem: findProblem(reading, isHalved && !accepts),
    isHalved,
  };
};
