import type { CalendarNotice, EventPlace } from "./calendar-notices.js";

export interface Person {
  /** In lower case. */
  email: string;
  name: string | null;
}

/** An occurrence of an event, from which an appointment is created. Times are milliseconds since 1970. */
export interface Occurrence {
  /** `ics:<uid>`, for an occurrence in a series, with its original start in UTC: `ics:<uid>:20261124T090000Z`. */
  eventId: string;
  startTime: number;
  endTime: number | null;
  title: string | null;
  isCancelled: boolean;
  /** The event leaves its time free. */
  isTransparent: boolean;
  organizer: Person | null;
  /** Without people who declined. */
  attendees: Person[];
  /** The addresses of people who declined. */
  declined: string[];
  place: EventPlace;
}

/** The contents of a calendar in a time range. */
export interface CalendarReading {
  /** By start. */
  occurrences: Occurrence[];
  /** The ids of all events in the calendar, at any time. */
  uids: string[];
  eventCount: number;
  /** The UIDs with an event in the range that could not be read. */
  unreadableUids: string[];
  /** Events in the range that could not be read, and why the first one could not. */
  unreadableCount: number;
  unreadableReason: string | null;
  /** There are more occurrences; these are the earliest. */
  isTruncated: boolean;
  notices: CalendarNotice[];
}
