import { CalendarNotices } from "../../graph/calendars/calendar-notices.js";
import type { CalendarReading, Occurrence } from "../../graph/calendars/occurrence.js";
import { type CalendarEvent, findPlace, parseEvent } from "./calendar-event.js";
import { createZoneResolver, type ResolveZone } from "./calendar-zones.js";
import { type Component, parseCalendar } from "./content-lines.js";
import { EarliestOccurrences } from "./earliest-occurrences.js";
import { expandGroup } from "./event-groups.js";
import { EventNotices } from "./event-notices.js";
import { parseUid } from "./event-text.js";
import { mayStartIn } from "./event-window.js";
import type { SeriesOccurrence } from "./expand-series.js";
import type { TimeRange } from "./recurrence.js";

/** Selects the occurrences that start in the range, in milliseconds since 1970. */
export interface ReadOptions extends TimeRange {
  includesAllDay: boolean;
  /** The zone of times without one; null: the calendar's. */
  timeZone?: string | null;
  /** The lines whose charset was guessed. */
  guessedLines?: readonly number[];
}

const NO_PLACE = { line: null, uid: null, title: null };

/** A VEVENT and whether it could be in the range. */
interface Candidate {
  component: Component;
  isInWindow: boolean;
}

const toOccurrence = ({
  event,
  recurrenceId,
  startTime,
  endTime,
}: SeriesOccurrence): Occurrence => {
  const { uid, place, title, isCancelled, isTransparent } = event;
  const { organizer, attendees, declined } = event;
  const suffix = recurrenceId === undefined ? "" : `:${recurrenceId}`;
  const times = { startTime, endTime };
  const people = { organizer, attendees, declined };
  return {
    eventId: `ics:${uid}${suffix}`,
    ...times,
    title,
    isCancelled,
    isTransparent,
    ...people,
    place,
  };
};

const groupByUid = (components: Component[], range: TimeRange): Map<string, Candidate[]> => {
  const groups = new Map<string, Candidate[]>();
  const twins = new Map<string, number>();
  for (const component of components) {
    const notices = new EventNotices();
    const own = parseUid(component, notices);
    // Nothing tells events without a UID apart that have the same start and title.
    const twin = notices.reasons.size > 0 ? (twins.get(own) ?? 0) + 1 : 1;
    twins.set(own, twin);
    const uid = twin === 1 ? own : `${own}-${twin}`;
    const candidate = { component, isInWindow: mayStartIn(component, range) };
    const group = groups.get(uid);
    if (group) group.push(candidate);
    else groups.set(uid, [candidate]);
  }
  return groups;
};

/** Reads the events of one UID after the other. What can't be read costs only its own UID. */
class CalendarReader {
  readonly notices = new CalendarNotices();
  readonly unreadableUids = new Set<string>();
  unreadableCount = 0;
  unreadableReason: string | null = null;
  readonly #resolveZone: ResolveZone;

  constructor(resolveZone: ResolveZone) {
    this.#resolveZone = resolveZone;
  }

  read(uid: string, candidates: Candidate[], range: TimeRange): SeriesOccurrence[] {
    if (!candidates.some(({ isInWindow }) => isInWindow)) return [];
    const events = candidates.flatMap((one) => this.#parse(uid, one) ?? []);
    const occurrences = this.#expand(uid, events, range);
    for (const event of new Set(occurrences.map((one) => one.event)))
      for (const [reason, kind] of event.notices.reasons)
        this.notices.add(kind, reason, event.place);
    return occurrences;
  }

  #parse(uid: string, { component, isInWindow }: Candidate): CalendarEvent | undefined {
    try {
      return { ...parseEvent(component, this.#resolveZone), uid };
    } catch (error) {
      if (isInWindow) this.#noticeUnreadable(uid, component, error);
      return undefined;
    }
  }

  #expand(uid: string, events: CalendarEvent[], range: TimeRange): SeriesOccurrence[] {
    try {
      return expandGroup(events, range, this.notices);
    } catch (error) {
      const { place } = events.find(({ rules }) => rules.length > 0) ?? events[0]!;
      this.#noticeUnreadable(uid, place, error);
      // A series that can't be read doesn't cost its changed occurrences.
      const changes = events.filter(({ recurrenceId }) => recurrenceId !== null);
      return expandGroup(changes, range, this.notices);
    }
  }

  #noticeUnreadable(uid: string, where: Component | CalendarEvent["place"], error: unknown): void {
    const reason = (error as Error).message.slice(0, 200);
    this.unreadableCount += 1;
    this.unreadableReason ??= reason;
    this.unreadableUids.add(uid);
    this.notices.add("unreadable", reason, "properties" in where ? findPlace(where) : where);
  }
}

/**
 * Reads a calendar's occurrences that start in the range. `checkBudget` runs between events and throws to end the
 * reading.
 * @throws InvalidFeedError, errors from `checkBudget`
 */
export const readCalendar = (
  text: string,
  { includesAllDay, timeZone = null, guessedLines = [], ...range }: ReadOptions,
  checkBudget = (): void => {},
): CalendarReading => {
  const calendar = parseCalendar(text);
  const reader = new CalendarReader(createZoneResolver(calendar, range, timeZone));
  for (const line of guessedLines)
    reader.notices.add("guessed", "a line isn't UTF-8: Windows-1252 was used", {
      ...NO_PLACE,
      line,
    });
  for (const repair of calendar.repairs) reader.notices.add("repaired", repair, NO_PLACE);
  const components = calendar.components.filter(({ name }) => name === "VEVENT");
  const groups = groupByUid(components, range);
  const earliest = new EarliestOccurrences();
  for (const [uid, candidates] of groups) {
    checkBudget();
    // Most of the time is spent on occurrences: those that won't count aren't listed.
    const remaining = { ...range, to: Math.min(range.to, earliest.latest) };
    for (const occurrence of reader.read(uid, candidates, remaining))
      if (includesAllDay || !occurrence.event.isAllDay) earliest.add(toOccurrence(occurrence));
      else reader.notices.add("skipped", "an all-day event", occurrence.event.place);
  }
  return {
    ...earliest.finish(),
    eventCount: components.length,
    uids: [...groups.keys()],
    unreadableUids: [...reader.unreadableUids],
    unreadableCount: reader.unreadableCount,
    unreadableReason: reader.unreadableReason,
    notices: reader.notices.list(),
  };
};
