import type { CalendarNotices } from "../../graph/calendars/calendar-notices.js";
import type { CalendarEvent } from "./calendar-event.js";
import { expandSeries, formatRecurrenceId, type SeriesOccurrence } from "./expand-series.js";
import type { TimeRange } from "./recurrence.js";

const isInRange = ({ start: { wall, zone } }: CalendarEvent, { from, to }: TimeRange): boolean => {
  const time = zone.toInstant(wall);
  return time >= from && time <= to;
};

const formatStart = ({ start }: CalendarEvent): string => formatRecurrenceId(start);

/** The events of one UID that count. */
interface Masters {
  /** The one that keeps the UID as its id. */
  main: CalendarEvent | undefined;
  /** Events with the same UID and version, at other starts. */
  further: CalendarEvent[];
}

/**
 * Selects the newest version of an event. Programs also give one UID to several events: those have the same version and
 * different starts.
 */
const selectMasters = (
  newestLast: CalendarEvent[],
  range: TimeRange,
  notices: CalendarNotices,
): Masters => {
  const masters = newestLast.filter(({ recurrenceId }) => recurrenceId === null);
  const main = masters.at(-1);
  const byStart = new Map<string, CalendarEvent>();
  for (const event of masters) {
    const replaced = event.sequence < main!.sequence ? event : byStart.get(formatStart(event));
    if (replaced && isInRange(replaced, range))
      notices.add("skipped", "a newer version of the event is in the calendar", replaced.place);
    if (event.sequence === main!.sequence) byStart.set(formatStart(event), event);
  }
  const further = [...byStart.values()].filter((event) => event !== main);
  if (further.length > 0)
    for (const event of byStart.values())
      event.notices.add("guessed", "several events have one UID: each was read");
  return { main, further };
};

/** An event that changes an occurrence inherits what it doesn't have. */
const inherit = (change: CalendarEvent, main: CalendarEvent | undefined): CalendarEvent => {
  if (!main) return change;
  const { attendees, declined, organizer } = change;
  const hasPeople = attendees.length + declined.length > 0 || organizer !== null;
  return {
    ...change,
    title: change.title ?? main.title,
    length: change.length ?? main.length,
    ...(!hasPeople && {
      attendees: main.attendees,
      declined: main.declined,
      organizer: main.organizer,
    }),
  };
};

/**
 * Expands the events of one UID. If several have the same recurrence id, the newest counts.
 * @throws Error for an invalid rule
 */
export const expandGroup = (
  events: CalendarEvent[],
  range: TimeRange,
  notices: CalendarNotices,
): SeriesOccurrence[] => {
  const newestLast = events.toSorted((a, b) => a.sequence - b.sequence);
  const { main, further } = selectMasters(newestLast, range, notices);
  const changes = new Map<string, CalendarEvent>();
  for (const event of newestLast)
    if (event.recurrenceId) {
      const { wall, zone, isDate } = event.recurrenceId;
      changes.set(`${isDate} ${zone.toInstant(wall)}`, inherit(event, main));
    }
  const found = expandSeries(main, [...changes.values()], range);
  const ids = new Set(found.map(({ recurrenceId }) => recurrenceId));
  for (const event of further)
    for (const one of expandSeries(event, [], range)) {
      const recurrenceId = one.recurrenceId ?? formatStart(event);
      if (!ids.has(recurrenceId)) found.push({ ...one, recurrenceId });
    }
  if (!main?.isCancelled) return found;
  // A cancelled series has no occurrences.
  return found.map((one) =>
    further.includes(one.event) ? one : { ...one, event: { ...one.event, isCancelled: true } },
  );
};
