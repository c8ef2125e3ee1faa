import type { NoticeKind } from "../../../graph/calendars/calendar-notices.js";

const HOUR_MS = 60 * 60_000;

/** An event of a calendar, before it gets a defect. Its start is a full hour in UTC. */
export interface SampleEvent {
  uid: string;
  title: string;
  startTime: number;
  lines: string[];
}

/** One thing that is wrong with an event. */
export interface Defect {
  name: string;
  /** How the calendar names it. */
  kind: NoticeKind;
  /** Whether the event is an appointment at its start. */
  isRead: boolean;
  apply: (event: SampleEvent) => string[];
}

export const formatTime = (time: number): string =>
  new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");

const replaceLine = (lines: string[], name: string, ...by: string[]): string[] =>
  lines.flatMap((line) => (new RegExp(`^${name}[;:]`).test(line) ? by : line));

/** Replaces the lines of a name, and keeps the kind of naming that the event gets. */
const replacing =
  (name: string, ...build: ((event: SampleEvent) => string)[]) =>
  (event: SampleEvent): string[] =>
    replaceLine(event.lines, name, ...build.map((line) => line(event)));

const adding =
  (...build: ((event: SampleEvent) => string)[]) =>
  (event: SampleEvent): string[] => [...event.lines, ...build.map((line) => line(event))];

const inZone =
  (tzid: string, hours: number) =>
  ({ startTime }: SampleEvent): string =>
    `DTSTART;TZID=${tzid}:${formatTime(startTime + hours * HOUR_MS)}`;

const of = (line: string) => () => line;

const isRead = true;
const [repaired, guessed] = ["repaired", "guessed"] as const;
const [unreadable, skipped] = ["unreadable", "skipped"] as const;

type Row = [name: string, kind: NoticeKind, isRead: boolean, apply: Defect["apply"]];

const ROWS: Row[] = [
  ["no UID", repaired, isRead, replacing("UID")],
  ["an empty UID", repaired, isRead, replacing("UID", of("UID: "))],
  ["a long UID", repaired, isRead, replacing("UID", ({ uid }) => `UID:${uid.repeat(400)}`)],
  ["no start", unreadable, !isRead, replacing("DTSTART")],
  ["a word for a start", unreadable, !isRead, replacing("DTSTART", of("DTSTART:soon"))],
  ["an impossible day", unreadable, !isRead, replacing("DTSTART", of("DTSTART:20260399T090000Z"))],
  [
    "an ISO 8601 start",
    repaired,
    isRead,
    replacing("DTSTART", ({ startTime }) => `DTSTART:${new Date(startTime).toISOString()}`),
  ],
  [
    "a start with spaces",
    repaired,
    isRead,
    replacing("DTSTART", ({ startTime }) => `DTSTART : ${formatTime(startTime)}Z ;`),
  ],
  ["an unknown zone", guessed, isRead, replacing("DTSTART", inZone("Customized Time Zone", 0))],
  ["a zone with a colon", repaired, isRead, replacing("DTSTART", inZone("GMT+05:30", 5.5))],
  ["an abbreviated zone", guessed, isRead, replacing("DTSTART", inZone("MEZ", 1))],
  [
    "a Windows zone with a suffix",
    guessed,
    isRead,
    replacing("DTSTART", inZone("W. Europe Standard Time 1", 1)),
  ],
  [
    "a label for a zone",
    guessed,
    isRead,
    replacing("DTSTART", inZone('"(UTC+01:00) Amsterdam, Berlin, Bern"', 1)),
  ],
  [
    "no zone",
    guessed,
    isRead,
    replacing("DTSTART", ({ startTime }) => `DTSTART:${formatTime(startTime)}`),
  ],
  ["an unknown frequency", unreadable, !isRead, adding(of("RRULE:FREQ=SOMETIMES"))],
  ["an unknown day", unreadable, !isRead, adding(of("RRULE:FREQ=WEEKLY;BYDAY=MO,XX"))],
  ["too many steps", unreadable, !isRead, adding(of("RRULE:FREQ=SECONDLY"))],
  ["a space in a rule", repaired, isRead, adding(of("RRULE:FREQ=DAILY; COUNT=1"))],
  ["stray semicolons in a rule", repaired, isRead, adding(of("RRULE:;FREQ=DAILY;;COUNT=1;"))],
  [
    "an end of a rule before its start",
    repaired,
    isRead,
    adding(of("RRULE:FREQ=DAILY;UNTIL=20200101")),
  ],
  ["an empty end", repaired, isRead, replacing("DURATION", of("DTEND:"))],
  ["an early end", repaired, isRead, replacing("DURATION", of("DTEND:20260101T000000Z"))],
  ["an odd length", repaired, isRead, replacing("DURATION", of("DURATION:1 hour"))],
  ["an odd exclusion", repaired, isRead, adding(of("EXDATE:never"))],
  ["an odd addition", repaired, isRead, adding(of("RDATE:never"))],
  ["an empty change id", repaired, isRead, adding(of("RECURRENCE-ID:"))],
  ["an attendee without an address", repaired, isRead, adding(of("ATTENDEE;CN=Room:"))],
  [
    "quotes in a name",
    repaired,
    isRead,
    replacing("ATTENDEE", of('ATTENDEE;CN="Kim "The Roof" Lee":mailto:kim@cust.example')),
  ],
  ["a line without its fold", repaired, isRead, adding(of("DESCRIPTION:one"), of("two"))],
  ["a stray end", repaired, isRead, adding(of("END:VALARM"))],
  ["an alarm that doesn't end", repaired, isRead, adding(of("BEGIN:VALARM"), of("ACTION:AUDIO"))],
  ["a cancelled status", skipped, !isRead, adding(of("STATUS:CANCELLED"))],
  [
    "a cancelled title",
    skipped,
    !isRead,
    replacing("SUMMARY", ({ title }) => `SUMMARY:Canceled: ${title}`),
  ],
  ["a free time", skipped, !isRead, adding(of("TRANSP:TRANSPARENT"))],
  ["no guest", skipped, !isRead, replacing("ATTENDEE")],
  [
    "a user who declined",
    skipped,
    !isRead,
    adding(of("ATTENDEE;PARTSTAT=DECLINED:mailto:rep@example.com")),
  ],
  ["Microsoft's whole day", skipped, !isRead, adding(of("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"))],
];

/** The defects. Apart from the event that has it, a defect changes nothing. */
export const DEFECTS: Defect[] = ROWS.map(([name, kind, read, apply]) => ({
  name,
  kind,
  isRead: read,
  apply,
}));
