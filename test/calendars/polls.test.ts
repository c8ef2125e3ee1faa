import "reflect-metadata";
import { gzipSync } from "node:zlib";
import { findCalendarById } from "../../db/calendars/calendar.js";
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

test("a user's calendar becomes appointments with their customers", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.text = buildFeed(
    buildMeeting(
      "a@example.com",
      4,
      10,
      "ORGANIZER:mailto:REP@example.com",
      "ATTENDEE:mailto:rep@example.com",
      "ATTENDEE;CN=Kim Doe:mailto:kim@customer.example",
    ),
    [
      "b",
      "DTSTART;TZID=Europe/Berlin:20260327T090000",
      "DURATION:PT30M",
      "RRULE:FREQ=DAILY;COUNT=4",
    ],
  );
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  const [first, ...series] = await listAppointments(org);
  t.like(first, {
    eventId: "ics:a@example.com",
    userEmail: "rep@example.com",
    startTime: "2026-03-04T10:00:00.000Z",
    endTime: "2026-03-04T11:00:00.000Z",
    title: "Meeting a@example.com",
    customer: { id: null, name: "Kim Doe", email: "kim@customer.example" },
  });
  t.deepEqual(
    series.map(({ eventId }) => eventId),
    [
      "ics:b:20260327T080000Z",
      "ics:b:20260328T080000Z",
      "ics:b:20260329T070000Z",
      "ics:b:20260330T070000Z",
    ],
  );
  const calendar = await loadCalendar(org);
  t.like(calendar, { problem: null, failures: 0, occurrences: 5, leftOut: 0 });
  t.is(calendar.user.email, "rep@example.com");
  t.not(calendar.changedAt, null);
});

test("an organization's calendar finds each event's rep", async (t) => {
  const { server, org } = t.context;
  await org.createUser("ann@example.com");
  const feed = await startFeed(t);
  feed.text = buildFeed(
    buildMeeting(
      "organizer",
      4,
      8,
      "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE:mailto:rep@example.com",
    ),
    buildMeeting(
      "attendee",
      4,
      9,
      "ORGANIZER:mailto:kim@customer.example",
      "ATTENDEE:mailto:rep@example.com",
    ),
    buildMeeting("nobody", 4, 10, "ORGANIZER:mailto:kim@customer.example"),
  );
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url, null));
  t.deepEqual(
    (await listAppointments(org)).map(({ eventId, userEmail, customer }) => [
      eventId,
      userEmail,
      customer?.email ?? null,
    ]),
    [
      ["ics:organizer", "ann@example.com", null],
      ["ics:attendee", "rep@example.com", "kim@customer.example"],
    ],
  );
  t.like(await loadCalendar(org), { occurrences: 2, leftOut: 1, user: null });
});

test("moved and vanished events follow, and matched appointments stay", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const stay = [5, 6, 7, 8, 9].map((day) => buildMeeting(`day-${day}`, day));
  feed.text = buildFeed(
    buildMeeting("matched", 2, 9),
    buildMeeting("moved", 4),
    buildMeeting("gone", 4),
    ...stay,
  );
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  await org.ingestCall({ call_id: "c", started_at: "2026-03-02T09:01:00Z" });
  const [matched] = await listAppointments(org);
  t.like(matched, { eventId: "ics:matched", matchStatus: "matched" });
  feed.text = buildFeed(buildMeeting("moved", 3, 15), ...stay);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  const after = await listAppointments(org);
  t.deepEqual(
    after.map(({ eventId }) => eventId),
    ["ics:matched", "ics:moved", ...[5, 6, 7, 8, 9].map((day) => `ics:day-${day}`)],
  );
  t.is(after[1].startTime, "2026-03-03T15:00:00.000Z");
});

test("a cancelled event and a cancelled occurrence leave, whatever their share", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const series = ["s", "DTSTART:20260304T100000Z", "RRULE:FREQ=DAILY;COUNT=2"] as const;
  feed.text = buildFeed(buildMeeting("a", 4, 8), [...series]);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  t.is((await listEventIds(org)).length, 3);
  feed.text = buildFeed(buildMeeting("a", 4, 8, "STATUS:CANCELLED"), [
    ...series,
    "EXDATE:20260304T100000Z",
  ]);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["ics:s:20260305T100000Z"]);
  t.is((await loadCalendar(org)).problem, null);
});

test.serial("an unchanged calendar is answered with 304 and changes nothing", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4));
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  const { changedAt } = await loadCalendar(org);
  server.clock.time += 20 * 60_000;
  await runPoll(options, org, id);
  t.is(feed.requests.length, 2);
  t.regex(String(feed.requests[1]!.headers["if-none-match"]), /^"[0-9a-f]{64}"$/);
  t.like(await loadCalendar(org), { changedAt, problem: null, occurrences: 1 });
  // A day later it is read again, because the window has moved on.
  server.clock.time += 25 * 60 * 60_000;
  await runPoll(options, org, id);
  t.is(feed.requests[2]!.headers["if-none-match"], undefined);
});

test("a poll that isn't due, or that another process has claimed, does nothing", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4));
  const id = await addCalendar(org, feed.url);
  await Promise.all([runPoll(options, org, id), runPoll(options, org, id)]);
  await runPoll(options, org, id);
  t.is(feed.requests.length, 1);
});

test("the address is sealed, and neither a reading nor an error shows it", async (t) => {
  const { server, org } = t.context;
  const lines: string[] = [];
  const feed = await startFeed(t);
  feed.respond = (_, response) => void response.writeHead(403).end("no");
  const url = feed.url.replace("http://", "http://login:pass%20word@");
  const id = await addCalendar(org, url);
  await runPoll(buildPollOptions(t, server, lines), org, id);
  const { authorization } = feed.requests[0]!.headers;
  t.is(Buffer.from(authorization!.slice(6), "base64").toString(), "login:pass word");
  const row = (await findCalendarById(server.services.db, org.id, id))!;
  t.is(server.services.vault.open(row.url), url);
  const shown = JSON.stringify([await loadCalendar(org), { ...row, url: "" }, lines]);
  t.notRegex(shown, /secret-address|login|word/);
  t.like(await loadCalendar(org), {
    failures: 1,
    problem:
      "its server answered 403; the address may have been reset: delete the calendar and add its new address",
  });
});

test.serial("failed polls wait longer, and keep all appointments", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4));
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  const waits: number[] = [];
  for (const text of ["<html>", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a", ""]) {
    feed.text = text;
    await requestPoll(org, id);
    await runPoll(options, org, id);
    waits.push(Date.parse((await loadCalendar(org)).nextPollAt) - server.clock.time);
  }
  t.true(waits[0]! < waits[1]! && waits[1]! < waits[2]!);
  t.deepEqual(await listEventIds(org), ["ics:a"]);
  t.like(await loadCalendar(org), { failures: 3, problem: "the calendar isn't an iCalendar file" });
});

test("redirects are followed, but the login stays with its host", async (t) => {
  const { server, org } = t.context;
  const [feed, other] = [await startFeed(t), await startFeed(t)];
  other.text = buildFeed(buildMeeting("a", 4));
  feed.respond = (_, response) => void response.writeHead(302, { location: other.url }).end();
  const id = await addCalendar(org, feed.url.replace("http://", "http://login:word@"));
  await runPoll(buildPollOptions(t, server), org, id);
  t.deepEqual(await listEventIds(org), ["ics:a"]);
  t.truthy(feed.requests[0]!.headers.authorization);
  t.is(other.requests[0]!.headers.authorization, undefined);
});

test("a forbidden destination is refused, also behind a redirect", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const input = { url: "https://169.254.169.254/latest" };
  const { errors } = await org.sendGraphql(
    "mutation ($input: CalendarInput!) { createCalendar(input: $input) { id } }",
    { input },
  );
  t.like(errors?.[0]?.extensions, { code: "DESTINATION_NOT_ALLOWED", field: "url" });
  feed.respond = (_, response) =>
    void response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  t.is((await loadCalendar(org)).problem, "its address must be a public address");
});

test("a calendar of more than 5 MB is refused, also a compressed one", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const large = gzipSync(Buffer.alloc(5_000_001, "a"));
  feed.respond = (_, response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(large);
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  t.is((await loadCalendar(org)).problem, "the calendar is larger than 5 MB");
});
