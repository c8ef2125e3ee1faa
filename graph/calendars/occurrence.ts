export interface Person {
  /** In lower case. */
  email: string;
  name: string | null;
}

/** An occurrence of an event, as it becomes an appointment. Times are milliseconds since 1970. */
export interface Occurrence {
  /** `ics:<uid>`, for one of a series with its original start in UTC: `ics:<uid>:20261124T090000Z`. */
  eventId: string;
  startTime: number;
  endTime: number | null;
  title: string | null;
  isCancelled: boolean;
  organizer: Person | null;
  attendees: Person[];
}

/** What a calendar has in a range of time. */
export interface CalendarReading {
  /** By start. */
  occurrences: Occurrence[];
  /** The ids of all events in the calendar, in any time. */
  uids: string[];
  eventCount: number;
  /** Events that could not be read, and the reason of the first. */
  unreadableCount: number;
  unreadableReason: string | null;
  /** There are more occurrences; these are the earliest. */
  isTruncated: boolean;
}
