import test from "ava";
import { InvalidFeedError } from "../../src/calendars/content-lines.js";
import { readCalendar } from "../../src/calendars/read-calendar.js";
import { buildCalendarText } from "./calendar-zones.js";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-03-20T12:00:00Z");
const OPTIONS = { from: NOW - 7 * DAY_MS, to: NOW + 60 * DAY_MS, includesAllDay: false };

const buildEvent = (uid: string, ...lines: string[]): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  ...lines,
  "END:VEVENT",
];

const read = (lines: string[], options = {}) =>
  readCalendar(buildCalendarText(lines), { ...OPTIONS, ...options });

test("all-day events are left out unless they are asked for", (t) => {
  const lines = buildEvent("a", "DTSTART;VALUE=DATE:20260401", "DTEND;VALUE=DATE:20260403");
  t.deepEqual(read(lines).occurrences, []);
  const [day] = read(lines, { includesAllDay: true }).occurrences;
  t.is(day?.startTime, Date.parse("2026-04-01T00:00:00Z"));
  t.is(day?.endTime, Date.parse("2026-04-03T00:00:00Z"));
});

test("an all-day series has days as ids, in the calendar's own zone", (t) => {
  const { occurrences } = read(
    [
      "X-WR-TIMEZONE:Europe/Berlin",
      ...buildEvent("a", "DTSTART;VALUE=DATE:20260328", "RRULE:FREQ=DAILY;UNTIL=20260330"),
    ],
    { includesAllDay: true },
  );
  t.deepEqual(
    occurrences.map(({ eventId, startTime }) => [eventId, new Date(startTime).toISOString()]),
    [
      ["ics:a:20260328", "2026-03-27T23:00:00.000Z"],
      ["ics:a:20260329", "2026-03-28T23:00:00.000Z"],
      ["ics:a:20260330", "2026-03-29T22:00:00.000Z"],
    ],
  );
});

test("attendees keep addresses and names, without rooms and those who declined", (t) => {
  const { occurrences } = read(
    buildEvent(
      "a",
      "DTSTART:20260401T090000Z",
      'ORGANIZER;CN="Doe, Jane":mailto:Jane@Example.com',
      "ATTENDEE;CUTYPE=ROOM;CN=Blue:mailto:blue@example.com",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:no@example.com",
      "ATTENDEE;CN=Kim:MAILTO:kim@customer",
      " .example",
      "SUMMARY:Demo\\, part 2",
    ),
  );
  t.deepEqual(occurrences[0]?.organizer, { email: "jane@example.com", name: "Doe, Jane" });
  t.deepEqual(occurrences[0]?.attendees, [{ email: "kim@customer.example", name: "Kim" }]);
  t.is(occurrences[0]?.title, "Demo, part 2");
});

test("an unreadable event is counted, and the others are read", (t) => {
  const found = read([
    ...buildEvent("a", "DTSTART:20260401T090000Z"),
    ...buildEvent("b", "DTSTART:20260431T090000Z"),
    ...buildEvent("c", "DTSTART;TZID=Nowhere/Land:20260401T090000"),
    ...buildEvent("d", "DTSTART:20260401T090000Z", "RRULE:FREQ=SOMETIMES"),
    ...buildEvent("e", "DTSTART:20260401T090000Z", "RRULE:FREQ=SECONDLY"),
  ]);
  t.deepEqual(
    found.occurrences.map(({ eventId }) => eventId),
    ["ics:a", "ics:c"],
  );
  t.is(found.unreadableCount, 3);
  t.is(found.unreadableReason, "DTSTART isn't a time");
  t.is(found.eventCount, 5);
});

for (const [name, text] of [
  ["an HTML page", "<html></html>"],
  ["no text", ""],
  ["half a calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n"],
  ["a calendar whose components cross", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT"],
] as const)
  test(`${name} is an invalid feed`, (t) => {
    t.throws(() => readCalendar(text, OPTIONS), { instanceOf: InvalidFeedError });
  });

test("the newest of two versions of an event counts", (t) => {
  const { occurrences } = read([
    ...buildEvent("a", "SEQUENCE:2", "DTSTART:20260402T090000Z"),
    ...buildEvent("a", "SEQUENCE:1", "DTSTART:20260401T090000Z"),
  ]);
  t.deepEqual(
    occurrences.map(({ startTime }) => startTime),
    [Date.parse("2026-04-02T09:00:00Z")],
  );
});

test("of 10,000 events the 2,000 earliest are read, and the rest is reported", (t) => {
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const minute = new Date(NOW + index * 60_000).toISOString().replaceAll(/[-:]|\.000/g, "");
    return buildEvent(`event-${index}`, `DTSTART:${minute}`, "DURATION:PT30M");
  });
  const found = read(lines.toReversed().flat());
  t.is(found.eventCount, 10_000);
  t.true(found.isTruncated);
  t.is(found.occurrences.length, 2000);
  t.is(found.occurrences[0]?.eventId, "ics:event-0");
  t.is(found.occurrences.at(-1)?.eventId, "ics:event-1999");
});

test("the 2,000 earliest of many series are those of reading each series alone", (t) => {
  const series = Array.from({ length: 600 }, (_, index) => {
    const start = new Date(NOW + ((index * 7919) % 50_000) * 60_000);
    const rule = `RRULE:FREQ=DAILY;INTERVAL=${(index % 3) + 1}`;
    const text = `DTSTART:${start.toISOString().replaceAll(/[-:]|\.000/g, "")}`;
    return buildEvent(`event-${index}`, text, rule, "DURATION:PT30M");
  });
  const each = series
    .flatMap((lines) => read(lines).occurrences)
    .toSorted((a, b) => a.startTime - b.startTime || (a.eventId < b.eventId ? -1 : 1));
  const withoutPlaces = (occurrences: typeof each) =>
    occurrences.map(({ place: _, ...rest }) => rest);
  const { occurrences, isTruncated } = read(series.flat());
  t.true(isTruncated && each.length > 10_000);
  t.deepEqual(withoutPlaces(occurrences), withoutPlaces(each.slice(0, 2000)));
});

for (const [name, start] of [
  ["Europe/Berlin", "2026-04-01T07:00:00Z"],
  ["W. Europe Standard Time", "2026-04-01T07:00:00Z"],
  ["Eastern Standard Time", "2026-04-01T13:00:00Z"],
  ["tzone://Microsoft/Utc", "2026-04-01T09:00:00Z"],
  ["/citadel.org/20210210_1/America/Argentina/Buenos_Aires", "2026-04-01T12:00:00Z"],
] as const)
  test(`a calendar without definitions knows the zone ${name}`, (t) => {
    const event = buildEvent("a", `DTSTART;TZID="${name}":20260401T090000`);
    const text = ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\n");
    const { occurrences } = readCalendar(text, OPTIONS);
    t.deepEqual(
      occurrences.map(({ startTime }) => startTime),
      [Date.parse(start)],
    );
  });
