import type { EventPlace } from "../../graph/calendars/calendar-notices.js";
import type { ResolveZone } from "./calendar-zones.js";
import { type Component, findProperty, listProperties } from "./content-lines.js";
import { type EventPeople, parsePeople } from "./event-people.js";
import { EventNotices } from "./event-notices.js";
import {
  isMarkedAllDay,
  isMarkedCancelled,
  isTransparent,
  parseTitle,
  parseUid,
} from "./event-text.js";
import { type Length, listAddedTimes, parseLength } from "./event-length.js";
import {
  alignZone,
  findZonedTime,
  listZonedTimes,
  type TimeContext,
  type ZonedTime,
} from "./zoned-time.js";

/** A VEVENT: an event, a series, or a changed occurrence of one. */
export interface CalendarEvent extends EventPeople {
  uid: string;
  place: EventPlace;
  notices: EventNotices;
  start: ZonedTime;
  length: Length;
  isAllDay: boolean;
  isCancelled: boolean;
  isTransparent: boolean;
  title: string | null;
  rules: string[];
  exclusionRules: string[];
  /** Added and excluded starts; a period has its own length. */
  added: (ZonedTime & { length?: Length })[];
  excluded: ZonedTime[];
  /** The occurrence that this event changes. */
  recurrenceId: ZonedTime | null;
  /** The change also applies to all later occurrences. */
  changesFollowing: boolean;
  sequence: number;
}

const listRules = (event: Component, name: string): string[] =>
  listProperties(event, name)
    .map(({ value }) => value)
    .filter((value) => value.trim() !== "");

/** Returns where an event is, also if it can't be read. */
export const findPlace = (event: Component): EventPlace => ({
  line: event.line,
  uid: findProperty(event, "UID")?.value.trim() || null,
  title: parseTitle(event),
});

const parseStart = (event: Component, context: TimeContext): ZonedTime => {
  const start = findZonedTime(event, "DTSTART", context);
  if (start) return start;
  throw new Error(findProperty(event, "DTSTART") ? "DTSTART isn't a time" : "DTSTART is missing");
};

/** Parses a VEVENT. @throws Error without text from the event */
export const parseEvent = (event: Component, resolveZone: ResolveZone): CalendarEvent => {
  const notices = new EventNotices();
  for (const repair of event.repairs) notices.add("repaired", repair);
  const context = { resolveZone, notices };
  const start = parseStart(event, context);
  const recurrence = findProperty(event, "RECURRENCE-ID");
  const recurrenceId = findZonedTime(event, "RECURRENCE-ID", context);
  const rules = recurrenceId ? [] : listRules(event, "RRULE");
  return {
    uid: parseUid(event, notices),
    place: findPlace(event),
    notices,
    start,
    length: parseLength(event, start, context),
    isAllDay: start.isDate || isMarkedAllDay(event),
    isCancelled: isMarkedCancelled(event),
    isTransparent: isTransparent(event),
    title: parseTitle(event),
    ...parsePeople(event, notices),
    rules,
    exclusionRules: listRules(event, "EXRULE"),
    added: listAddedTimes(event, start, context),
    excluded: listZonedTimes(event, "EXDATE", context).map((time) =>
      alignZone(time, start, notices),
    ),
    recurrenceId: recurrenceId ?? null,
    changesFollowing: /^THISANDFUTURE$/i.test(recurrence?.parameters["RANGE"] ?? ""),
    sequence: Number(findProperty(event, "SEQUENCE")?.value ?? 0) || 0,
  };
};
