import type { CalendarReading, Occurrence } from "../../graph/calendars/occurrence.js";
import { type CalendarEvent, parseEvent } from "./calendar-event.js";
import { createZoneResolver, findFloatingZone } from "./calendar-zones.js";
import { type Component, parseCalendar } from "./content-lines.js";
import { expandSeries, type SeriesOccurrence } from "./expand-series.js";
import type { TimeRange } from "./recurrence.js";

/** The most occurrences of a calendar that become appointments; the earliest ones do. */
const MAX_OCCURRENCES = 2000;

/** Selects the occurrences that start in the range, in milliseconds since 1970. */
export interface ReadOptions extends TimeRange {
  includesAllDay: boolean;
}

const toOccurrence = (occurrence: SeriesOccurrence): Occurrence => {
  const { event, recurrenceId, startTime, endTime } = occurrence;
  const { uid, title, isCancelled, organizer, attendees } = event;
  const suffix = recurrenceId === undefined ? "" : `:${recurrenceId}`;
  return {
    eventId: `ics:${uid}${suffix}`,
    startTime,
    endTime,
    title,
    isCancelled,
    organizer,
    attendees,
  };
};

/** Collects the earliest occurrences of a calendar. Drops surplus ones early to save memory. */
class EarliestOccurrences {
  #list: Occurrence[] = [];
  #latest = Infinity;
  #isTruncated = false;

  add(occurrence: SeriesOccurrence): void {
    if (occurrence.startTime > this.#latest) return;
    this.#list.push(toOccurrence(occurrence));
    if (this.#list.length > 5 * MAX_OCCURRENCES) this.#truncate();
  }

  finish(): { occurrences: Occurrence[]; isTruncated: boolean } {
    this.#truncate();
    return { occurrences: this.#list, isTruncated: this.#isTruncated };
  }

  #truncate(): void {
    this.#list.sort((a, b) => a.startTime - b.startTime || (a.eventId < b.eventId ? -1 : 1));
    if (this.#list.length <= MAX_OCCURRENCES) return;
    this.#list.length = MAX_OCCURRENCES;
    this.#latest = this.#list.at(-1)!.startTime;
    this.#isTruncated = true;
  }
}

/** Expands the events of one UID. If several have the same recurrence id, the newest counts. */
const expandGroup = (events: CalendarEvent[], range: TimeRange): SeriesOccurrence[] => {
  const newestLast = events.toSorted((a, b) => a.sequence - b.sequence);
  const master = newestLast.findLast(({ recurrenceId }) => recurrenceId === null);
  const changes = new Map<string, CalendarEvent>();
  for (const event of newestLast)
    if (event.recurrenceId) {
      const { wall, zone, isDate } = event.recurrenceId;
      changes.set(`${isDate} ${zone.toInstant(wall)}`, event);
    }
  const occurrences = expandSeries(master, [...changes.values()], range);
  if (!master?.isCancelled) return occurrences;
  // A cancelled series has no occurrences.
  return occurrences.map((one) => ({ ...one, event: { ...one.event, isCancelled: true } }));
};

/**
 * Reads a calendar's occurrences that start in the range. `checkBudget` runs between events and throws to end the
 * reading.
 * @throws InvalidFeedError, errors from `checkBudget`
 */
export const readCalendar = (
  text: string,
  { includesAllDay, ...range }: ReadOptions,
  checkBudget = (): void => {},
): CalendarReading => {
  const calendar = parseCalendar(text);
  const resolveZone = createZoneResolver(calendar, range, findFloatingZone(calendar));
  const components = calendar.components.filter(({ name }) => name === "VEVENT");
  const groups = new Map<string, CalendarEvent[]>();
  let unreadableCount = 0;
  let unreadableReason: string | null = null;
  const attempt = <Input, Output>(read: (input: Input) => Output, input: Input) => {
    try {
      return read(input);
    } catch (error) {
      unreadableCount += 1;
      unreadableReason ??= (error as Error).message.slice(0, 200);
      return undefined;
    }
  };
  for (const component of components) {
    const event = attempt((one: Component) => parseEvent(one, resolveZone), component);
    if (!event) continue;
    const group = groups.get(event.uid);
    if (group) group.push(event);
    else groups.set(event.uid, [event]);
  }
  const earliest = new EarliestOccurrences();
  for (const events of groups.values()) {
    checkBudget();
    for (const occurrence of attempt((group) => expandGroup(group, range), events) ?? [])
      if (includesAllDay || !occurrence.event.start.isDate) earliest.add(occurrence);
  }
  const { occurrences, isTruncated } = earliest.finish();
  return {
    occurrences,
    eventCount: components.length,
    uids: [...groups.keys()],
    unreadableCount,
    unreadableReason,
    isTruncated,
  };
};
