import test from "ava";
import { CALENDAR_LIMITS, readCalendarInChild } from "../../src/calendars/calendar-child.js";
import { FeedError } from "../../src/calendars/feed-error.js";

const NOW = Date.parse("2026-03-20T12:00:00Z");
const OPTIONS = { from: NOW, to: NOW + 60 * 86_400_000, includesAllDay: false };

/** A busy machine may not get to a process of low priority within the time limit, which has a test of its own. */
const UNHURRIED = { ...CALENDAR_LIMITS, timeoutMs: 2 ** 31 - 1 };

const buildText = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");

const buildEvents = (count: number, ...lines: string[]): string =>
  buildText(
    ...Array.from({ length: count }, (_, index) =>
      ["BEGIN:VEVENT", `UID:${index}`, ...lines, "END:VEVENT"].join("\r\n"),
    ),
  );

test("a calendar is read in a process of its own", async (t) => {
  const text = buildEvents(2, "DTSTART:20260401T090000Z");
  const { occurrences } = await readCalendarInChild({ text, options: OPTIONS });
  t.deepEqual(
    occurrences.map(({ eventId }) => eventId),
    ["ics:0", "ics:1"],
  );
});

test("10,000 events are read within the limits", async (t) => {
  const rule = "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR";
  const text = buildEvents(10_000, "DTSTART:20250401T090000Z", rule, "DURATION:PT30M");
  const found = await readCalendarInChild({ text, options: OPTIONS }, UNHURRIED);
  t.is(found.eventCount, 10_000);
  t.is(found.occurrences.length, 2000);
  t.true(found.isTruncated);
});

test("an invalid calendar is named", async (t) => {
  const error = await t.throwsAsync(readCalendarInChild({ text: "<html>", options: OPTIONS }));
  t.true(error instanceof FeedError);
  t.is(error.message, "the calendar isn't an iCalendar file");
});

test("a calendar that needs too much CPU time is refused, and its process ends", async (t) => {
  const rule = "RRULE:FREQ=MINUTELY;BYSETPOS=-1;BYSECOND=1,2,3,4,5,6,7,8,9";
  const text = buildEvents(20_000, "DTSTART:20250401T090000Z", rule);
  const error = await t.throwsAsync(readCalendarInChild({ text, options: OPTIONS }, UNHURRIED));
  t.is(error?.message, "the calendar needs more than 5 s to read");
});

test("a calendar that needs too much memory is refused", async (t) => {
  const text = buildEvents(10_000, "DTSTART:20260401T090000Z");
  const limits = { ...UNHURRIED, maxResidentBytes: 1024 ** 2 };
  const error = await t.throwsAsync(readCalendarInChild({ text, options: OPTIONS }, limits));
  t.is(error?.message, "the calendar needs too much memory");
});

test("a calendar that a busy machine doesn't get to is no calendar that is too large", async (t) => {
  const limits = { ...CALENDAR_LIMITS, timeoutMs: 1 };
  const reading = readCalendarInChild({ text: buildText(), options: OPTIONS }, limits);
  const error = await t.throwsAsync(reading);
  t.is(error?.message, "the calendar could not be read within 0.001 s: this machine is busy");
});

test("a server that stops ends the process", async (t) => {
  const stopping = new AbortController();
  const rule = "RRULE:FREQ=MINUTELY;BYSETPOS=-1;BYSECOND=1,2,3,4,5,6,7,8,9";
  const text = buildEvents(20_000, "DTSTART:20250401T090000Z", rule);
  const reading = readCalendarInChild({ text, options: OPTIONS }, undefined, stopping.signal);
  stopping.abort(new Error("stopping"));
  await t.throwsAsync(reading, { message: "stopping" });
});

test("the attendees of a series come once, for all of its events", async (t) => {
  const attendees = Array.from(
    { length: 40 },
    (_, index) => `ATTENDEE;CN=Person ${index}:mailto:person-${index}@example.com`,
  );
  const rule = "RRULE:FREQ=DAILY;COUNT=40";
  const text = buildEvents(1, "DTSTART:20260401T090000Z", rule, ...attendees);
  const { occurrences } = await readCalendarInChild({ text, options: OPTIONS }, UNHURRIED);
  t.is(occurrences.length, 40);
  t.is(occurrences[0]!.attendees.length, 40);
  t.is(occurrences[39]!.attendees, occurrences[0]!.attendees);
});
