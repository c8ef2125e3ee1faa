import "reflect-metadata";
import { addCalendar } from "../helpers/calendars/add-calendar.js";
import {
  buildPollOptions,
  listEventIds,
  loadCalendar,
  requestPoll,
  runPoll,
} from "./calendar-feeds.js";
import { test } from "../helpers/own-frozen-suite.js";
import { hasRadicale, startRadicale } from "./radicale.js";

if (!hasRadicale) console.error("skipped: install radicale to poll a real CalDAV server");
const radicaleTest = hasRadicale ? test : test.skip;

const buildEvent = (uid: string, ...lines: string[]): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20260101T000000Z",
  ...lines,
  "END:VEVENT",
];

const BERLIN = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:STANDARD",
  "DTSTART:20251026T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "END:STANDARD",
  "END:VTIMEZONE",
];

radicaleTest("the calendar of a real CalDAV server is polled", async (t) => {
  const { server, org } = t.context;
  const radicale = await startRadicale();
  t.teardown(radicale.stop);
  await radicale.put("single", buildEvent("single", "DTSTART:20260304T100000Z"));
  const start = "DTSTART;TZID=Europe/Berlin:20260327T090000";
  await radicale.put("series", [
    ...BERLIN,
    ...buildEvent(
      "series",
      start,
      "RRULE:FREQ=DAILY;COUNT=4",
      "EXDATE;TZID=Europe/Berlin:20260328T090000",
    ),
    ...buildEvent(
      "series",
      "DTSTART;TZID=Europe/Berlin:20260329T140000",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260329T090000",
    ),
  ]);
  const options = buildPollOptions(t, server);
  const id = await addCalendar(org, radicale.url);
  await runPoll(options, org, id);
  t.is((await loadCalendar(org)).problem, null);
  const series = [
    "ics:series:20260327T080000Z",
    "ics:series:20260329T070000Z",
    "ics:series:20260330T070000Z",
  ];
  t.deepEqual(await listEventIds(org), ["ics:single", ...series]);
  // Moved by a calendar program; then deleted.
  await radicale.put("single", buildEvent("single", "DTSTART:20260401T100000Z"));
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), [...series, "ics:single"]);
  await radicale.remove("single");
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), series);
});
