import type { Person } from "../../graph/calendars/occurrence.js";
import type { ResolveZone } from "./calendar-zones.js";
import {
  type Component,
  findProperty,
  listProperties,
  type Property,
  unescapeText,
} from "./content-lines.js";
import { parseDuration, parseWallTime, type WallTime } from "./wall-time.js";
import type { Zone } from "./zones.js";

const DAY_MS = 86_400_000;
const MAX_ATTENDEES = 50;
const MAX_TEXT_CHARACTERS = 1000;
const MAX_EMAIL_CHARACTERS = 320;
/** An event id has the UID, and at most 1,024 characters. */
const MAX_UID_CHARACTERS = 900;

/** A start in a zone. */
export interface ZonedTime {
  wall: WallTime;
  zone: Zone;
  isDate: boolean;
}

/** The length of each occurrence: an exact duration, wall-clock days plus a rest, or no end. */
export type Length = { ms: number } | { days: number; ms: number } | null;

/** A VEVENT: an event, a series, or a changed occurrence of one. */
export interface CalendarEvent {
  uid: string;
  start: ZonedTime;
  length: Length;
  isCancelled: boolean;
  title: string | null;
  organizer: Person | null;
  /** Attendees, except rooms and people who declined. */
  attendees: Person[];
  rules: string[];
  /** Added and excluded starts; a period has its own length. */
  added: (ZonedTime & { length?: Length })[];
  excluded: ZonedTime[];
  /** The occurrence that this event changes. */
  recurrenceId: ZonedTime | null;
  /** The change also applies to all later occurrences. */
  changesFollowing: boolean;
  sequence: number;
}

/** Returns a text without spaces around it, shortened to what an appointment may have; null for an empty one. */
const shorten = (text: string): string | null => {
  const trimmed = text.trim().toWellFormed();
  return trimmed === "" ? null : Array.from(trimmed).slice(0, MAX_TEXT_CHARACTERS).join("");
};

const parsePerson = ({ value, parameters }: Property): Person | undefined => {
  const address = parameters["EMAIL"] ?? /^mailto:(.*)$/i.exec(value.trim())?.[1];
  const email = address?.trim().toLowerCase() ?? "";
  if (!/^[^\s\p{Cc}]+@[^\s\p{Cc}]+$/u.test(email) || email.length > MAX_EMAIL_CHARACTERS)
    return undefined;
  const name = shorten(parameters["CN"] ?? "");
  return { email, name: name?.toLowerCase() === email ? null : name };
};

const isPresentPerson = ({ parameters }: Property): boolean =>
  !/^(ROOM|RESOURCE)$/i.test(parameters["CUTYPE"] ?? "") &&
  !/^DECLINED$/i.test(parameters["PARTSTAT"] ?? "");

const parseZoned = (property: Property, resolveZone: ResolveZone, text = property.value) => {
  const time = parseWallTime(text);
  if (!time) throw new Error(`${property.name} isn't a time`);
  return { wall: time.wall, isDate: time.isDate, zone: resolveZone(property, time) };
};

const parseLength = (event: Component, start: ZonedTime, resolveZone: ResolveZone): Length => {
  const end = findProperty(event, "DTEND");
  if (end) {
    const { wall, zone } = parseZoned(end, resolveZone);
    if (start.isDate) return { days: Math.max(1, Math.round((wall - start.wall) / DAY_MS)), ms: 0 };
    return { ms: Math.max(0, zone.toInstant(wall) - start.zone.toInstant(start.wall)) };
  }
  const duration = findProperty(event, "DURATION");
  if (!duration) return start.isDate ? { days: 1, ms: 0 } : null;
  const length = parseDuration(duration.value);
  if (!length) throw new Error("DURATION isn't a length of time");
  return length;
};

const parseAdded = (property: Property, resolveZone: ResolveZone) =>
  property.value.split(",").map((text) => {
    const [begin = "", end] = text.split("/");
    const start = parseZoned(property, resolveZone, begin);
    if (end === undefined) return start;
    const length: Length | undefined =
      parseDuration(end) ??
      parseLength(
        { name: "", properties: [{ ...property, name: "DTEND", value: end }], components: [] },
        start,
        resolveZone,
      );
    return { ...start, length };
  });

const parseTitle = (event: Component): string | null => {
  const summary = findProperty(event, "SUMMARY");
  return summary ? shorten(unescapeText(summary.value)) : null;
};

/** Parses a VEVENT. @throws Error without text from the event */
export const parseEvent = (event: Component, resolveZone: ResolveZone): CalendarEvent => {
  const uid = findProperty(event, "UID")?.value.trim() ?? "";
  if (uid === "" || uid.length > MAX_UID_CHARACTERS || !uid.isWellFormed())
    throw new Error("an event has no usable UID");
  const dtstart = findProperty(event, "DTSTART");
  if (!dtstart) throw new Error("DTSTART is missing");
  const start = parseZoned(dtstart, resolveZone);
  const recurrenceId = findProperty(event, "RECURRENCE-ID");
  const organizer = findProperty(event, "ORGANIZER");
  return {
    uid,
    start,
    length: parseLength(event, start, resolveZone),
    isCancelled: /^CANCELLED$/i.test(findProperty(event, "STATUS")?.value.trim() ?? ""),
    title: parseTitle(event),
    organizer: (organizer && parsePerson(organizer)) ?? null,
    attendees: listProperties(event, "ATTENDEE")
      .slice(0, MAX_ATTENDEES)
      .filter(isPresentPerson)
      .flatMap((property) => parsePerson(property) ?? []),
    rules: listProperties(event, "RRULE").map(({ value }) => value),
    added: listProperties(event, "RDATE").flatMap((property) => parseAdded(property, resolveZone)),
    excluded: listProperties(event, "EXDATE").flatMap((property) =>
      property.value.split(",").map((text) => parseZoned(property, resolveZone, text)),
    ),
    recurrenceId: recurrenceId ? parseZoned(recurrenceId, resolveZone) : null,
    changesFollowing: /^THISANDFUTURE$/i.test(recurrenceId?.parameters["RANGE"] ?? ""),
    sequence: Number(findProperty(event, "SEQUENCE")?.value ?? 0) || 0,
  };
};
