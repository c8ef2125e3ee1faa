import test from "ava";
import { readCalendar } from "../../src/calendars/read-calendar.js";
import { CALENDAR_CASES, RFC_DIFFERENCES, type Season } from "./calendar-cases.js";
import { listBySecondOpinion } from "./calendar-second-opinion.js";
import { buildCalendarText } from "./calendar-zones.js";

const DAY_MS = 86_400_000;

const NOW: Record<Season, number> = {
  spring: Date.parse("2026-03-20T12:00:00Z"),
  autumn: Date.parse("2026-10-20T12:00:00Z"),
};

const buildEvent = (lines: string): string[] => [
  "BEGIN:VEVENT",
  "UID:one@example.com",
  "DTSTAMP:20260101T000000Z",
  ...lines.split(" | "),
  "END:VEVENT",
];

const startsOf = (lines: string[]): string[] =>
  lines.map((line) => line.split(" ")[1]!.slice(0, 16));

test("the table has at least 60 cases", (t) => {
  t.true(CALENDAR_CASES.length >= 60);
});

for (const [name, season, count, ...events] of CALENDAR_CASES)
  test(`ical.js agrees about ${name}`, (t) => {
    const range = { from: NOW[season] - 7 * DAY_MS, to: NOW[season] + 60 * DAY_MS };
    const text = buildCalendarText(events.flatMap(buildEvent));
    const { occurrences, unreadableReason } = readCalendar(text, {
      ...range,
      includesAllDay: true,
    });
    t.is(unreadableReason, null);
    const lines = occurrences
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ eventId, startTime, endTime }) => {
        const end = new Date(endTime ?? startTime).toISOString();
        return `${eventId} ${new Date(startTime).toISOString()}/${end}`;
      });
    t.is(lines.length, count);
    const difference = RFC_DIFFERENCES[name];
    const theirs = listBySecondOpinion(text, range);
    if (!difference) return void t.deepEqual(lines, theirs);
    t.deepEqual(
      startsOf(lines),
      startsOf(theirs).map((start) => (start === difference.theirs ? difference.ours : start)),
    );
    t.true(startsOf(theirs).includes(difference.theirs));
  });
