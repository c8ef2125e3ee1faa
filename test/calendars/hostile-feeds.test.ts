import "reflect-metadata";
import { readCalendarInChild } from "../../src/calendars/calendar-child.js";
import { readCalendar } from "../../src/calendars/read-calendar.js";
import { addCalendar } from "../helpers/calendars/add-calendar.js";
import {
  buildFeed,
  buildMeeting,
  buildPollOptions,
  listAppointments,
  listEventIds,
  loadCalendar,
  requestPoll,
  runPoll,
  startFeed,
} from "./calendar-feeds.js";
import { test } from "../helpers/own-paused-suite.js";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 3);
const OPTIONS = { from: NOW - 7 * DAY_MS, to: NOW + 60 * DAY_MS, includesAllDay: false };
const WEEKDAYS = ["RRULE:FREQ=DAILY;COUNT=3"];

test("a server that says unchanged before it was ever read has a problem", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.respond = (_, response) => void response.writeHead(304).end();
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  t.like(await loadCalendar(org), { failures: 1, polledAt: null });
  t.regex((await loadCalendar(org)).problem, /^its server returned 304 /);
});

test.serial("a failure is over once the server says that nothing has changed", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4));
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  const { attemptedAt, polledAt } = await loadCalendar(org);
  t.truthy(attemptedAt);
  t.is(attemptedAt, polledAt);
  server.clock.time += 20 * 60_000;
  feed.respond = (_, response) => void response.writeHead(500).end();
  await runPoll(options, org, id);
  const failed = await loadCalendar(org);
  t.like(failed, { failures: 1, problem: "its server answered 500", polledAt });
  t.true(failed.attemptedAt > polledAt, "the last attempt is shown");
  server.clock.time += 60 * 60_000;
  feed.respond = undefined;
  await runPoll(options, org, id);
  t.truthy(feed.requests.at(-1)!.headers["if-none-match"]);
  t.like(await loadCalendar(org), { failures: 0, problem: null });
});

test("neither a redirect's address nor its login is in a problem or the log", async (t) => {
  const { server, org } = t.context;
  const lines: string[] = [];
  const options = buildPollOptions(t, server, lines);
  const feed = await startFeed(t);
  const id = await addCalendar(org, feed.url);
  const base = feed.url.slice("http://".length);
  for (const location of [
    "file:///etc/hidden-word",
    `http://hidden-word:hidden-word@${base}`,
    "http://[hidden-word",
    "http://10.0.0.1/hidden-word",
    "http://2130706433:1/hidden-word",
    "ftp://hidden-word.example/",
    "\u0000hidden-word".slice(1),
  ]) {
    feed.respond = (_, response) => void response.writeHead(302, { location }).end();
    await requestPoll(org, id);
    await runPoll(options, org, id);
    const calendar = await loadCalendar(org);
    t.truthy(calendar.problem, location);
    t.notRegex(JSON.stringify([calendar, lines]), /hidden-word|secret-address/);
  }
});

test("once the calendar that had an event first is deleted, the other one brings it", async (t) => {
  const { server, org } = t.context;
  const options = buildPollOptions(t, server);
  const feed = await startFeed(t);
  feed.text = buildFeed(buildMeeting("a", 4));
  const first = await addCalendar(org, feed.url);
  await runPoll(options, org, first);
  const second = await addCalendar(org, feed.url);
  await runPoll(options, org, second);
  await org.graphql("mutation ($id: ID!) { deleteCalendar(id: $id) }", { id: first });
  t.deepEqual(await listEventIds(org), []);
  server.clock.time += 20 * 60_000;
  await runPoll(options, org, second);
  t.deepEqual(await listEventIds(org), ["ics:a"]);
});

test("an attendee's address with line breaks is none", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.text = buildFeed(
    buildMeeting(
      "a",
      4,
      10,
      'ATTENDEE;EMAIL="kim@x.example\rBcc: eve@y.example":mailto:z',
      "ATTENDEE;EMAIL=kim doe@x.example:mailto:z",
      "ATTENDEE:mailto:doe@customer.example",
    ),
  );
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  t.like(await listAppointments(org), [{ customer: { email: "doe@customer.example" } }]);
});

test("a zone that can't be read is tried once, whatever the number of its events", async (t) => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:Bomb",
    "BEGIN:STANDARD",
    "DTSTART:20200101T000000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=SECONDLY",
    "END:STANDARD",
    "END:VTIMEZONE",
  ].join("\r\n");
  const events = Array.from(
    { length: 2_000 },
    (_, index) => [String(index), "DTSTART;TZID=Bomb:20260304T100000"] as [string, string],
  );
  const text = buildFeed(["fine", "DTSTART:20260304T100000Z"], ...events).replace(
    "VERSION:2.0",
    `VERSION:2.0\r\n${zone}`,
  );
  const reading = await readCalendarInChild({ text, options: OPTIONS });
  t.is(reading.unreadableCount, 0);
  t.is(reading.occurrences.length, 2_000);
  t.like(reading.notices, [{ kind: "guessed", count: 2_000 }]);
});

test("a change that names an occurrence by its day replaces it", (t) => {
  const text = buildFeed(
    ["s", "DTSTART;TZID=Europe/Berlin:20260310T000000", ...WEEKDAYS],
    ["s", "DTSTART:20260311T120000Z", "RECURRENCE-ID;VALUE=DATE:20260311"],
  );
  t.deepEqual(
    readCalendar(text, OPTIONS).occurrences.map(({ eventId, startTime }) => [
      eventId,
      new Date(startTime).toISOString(),
    ]),
    [
      ["ics:s:20260309T230000Z", "2026-03-09T23:00:00.000Z"],
      ["ics:s:20260310T230000Z", "2026-03-11T12:00:00.000Z"],
      ["ics:s:20260311T230000Z", "2026-03-11T23:00:00.000Z"],
    ],
  );
});
