import "reflect-metadata";
import { addCalendar } from "../helpers/calendars/add-calendar.js";
import {
  buildFeed,
  buildMeeting,
  buildPollOptions,
  type FeedEvent,
  listAppointments,
  listEventIds,
  loadCalendar,
  requestPoll,
  runPoll,
  startFeed,
} from "./calendar-feeds.js";
import { test } from "../helpers/own-paused-suite.js";

const ROBIN = "ATTENDEE;CN=Robin;PARTSTAT=ACCEPTED:mailto:rep@example.com";
const KIM = "ATTENDEE;CN=Kim Lee;PARTSTAT=ACCEPTED:mailto:kim@cust.example";
const OFFICE = "ATTENDEE;CN=Office;PARTSTAT=ACCEPTED:mailto:office@example.com";
const VISITS = { events: "visits" } as const;

/** Events that aren't visits, with the reasons. */
const NO_VISITS: [reason: string, ...event: FeedEvent][] = [
  ["no guest from outside the organization", ...buildMeeting("alone", 4)],
  ["no guest from outside the organization", ...buildMeeting("team", 4, 11, ROBIN, OFFICE)],
  [
    "no guest from outside the organization",
    ...buildMeeting("branch", 4, 11, ROBIN, "ATTENDEE:mailto:bo@north.example.com"),
  ],
  [
    "no guest from outside the organization",
    ...buildMeeting("guest-declined", 4, 11, ROBIN, KIM.replace("ACCEPTED", "DECLINED")),
  ],
  [
    "no guest from outside the organization",
    ...buildMeeting("room", 4, 11, "ATTENDEE;CUTYPE=ROOM:mailto:blue@rooms.example"),
  ],
  [
    "no guest from outside the organization",
    ...buildMeeting("shared", 4, 11, "ORGANIZER:mailto:c_1@group.calendar.google.com"),
  ],
  ["free: it blocks no time", ...buildMeeting("free", 4, 12, KIM, "TRANSP:TRANSPARENT")],
  [
    "free: it blocks no time",
    ...buildMeeting("busystatus", 4, 12, KIM, "X-MICROSOFT-CDO-BUSYSTATUS:FREE"),
  ],
  [
    "declined by the calendar's user",
    ...buildMeeting("declined", 4, 13, KIM, ROBIN.replace("ACCEPTED", "DECLINED")),
  ],
  ["cancelled", ...buildMeeting("status", 4, 14, KIM, "STATUS:CANCELLED")],
  ["cancelled", ...buildMeeting("flag", 4, 14, KIM, "X-MICROSOFT-CANCELLED:TRUE")],
  ["cancelled by its title", "title", "DTSTART:20260304T150000Z", "SUMMARY:Canceled: Roof", KIM],
  ["cancelled by its title", "tail", "DTSTART:20260304T150000Z", "SUMMARY:Roof (cancelled)", KIM],
  ["cancelled by its title", "titel", "DTSTART:20260304T150000Z", "SUMMARY:Abgesagt: Dach", KIM],
];

test("only visits become appointments, and each other event is named with its reason", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(
    buildMeeting("visit", 4, 9, ROBIN, OFFICE, KIM),
    buildMeeting("invited", 5, 9, ROBIN, "ORGANIZER:mailto:boss@cust.example"),
    ["word", "DTSTART:20260306T100000Z", "SUMMARY:Cancelled invoices: a review", KIM],
    ...NO_VISITS.map(([, ...event]) => event),
  );
  const id = await addCalendar(org, feed.url, undefined, VISITS);
  await runPoll(options, org, id);
  t.deepEqual(
    (await listAppointments(org)).map(({ eventId, customer }) => [eventId, customer.email]),
    [
      ["ics:visit", "kim@cust.example"],
      ["ics:invited", "boss@cust.example"],
      ["ics:word", "kim@cust.example"],
    ],
  );
  const { notices, problem } = await loadCalendar(org);
  t.is(problem, null);
  for (const [reason, uid] of NO_VISITS) {
    const notice = notices.find((one: { reason: string }) => one.reason === reason);
    t.is(notice.kind, "skipped");
    t.is(notice.count, NO_VISITS.filter(([other]) => other === reason).length);
    t.true(
      notice.places.some((place: { uid: string }) => place.uid === uid),
      uid,
    );
  }
  await org.graphql(`mutation { updateCalendar(id: "${id}", input: { events: all }) { events } }`);
  await runPoll(options, org, id);
  t.is((await listEventIds(org)).length, 3 + NO_VISITS.length - 2);
  await org.graphql(`mutation { updateCalendar(id: "${id}", input: { events: visits }) { id } }`);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["ics:visit", "ics:invited", "ics:word"]);
});

test("a user at a public mail provider makes nobody else there a colleague", async (t) => {
  const { server, org } = t.context;
  await org.createUser("ann@gmail.com");
  const feed = await startFeed(t);
  feed.text = buildFeed(
    buildMeeting("customer", 4, 9, "ATTENDEE:mailto:kim@gmail.com"),
    buildMeeting("ann", 4, 10, "ATTENDEE:mailto:Ann@Gmail.com"),
  );
  const id = await addCalendar(org, feed.url, "rep@example.com", VISITS);
  await runPoll(buildPollOptions(t, server), org, id);
  t.deepEqual(await listEventIds(org), ["ics:customer"]);
});

for (const [name, visit, other, call] of [
  [
    "a free event of no length",
    buildMeeting("visit", 2, 9, KIM),
    ["focus", "DTSTART:20260302T092000Z", "DTEND:20260302T092000Z", "TRANSP:TRANSPARENT"],
    "2026-03-02T09:15:00Z",
  ],
  [
    "lunch",
    ["visit", "DTSTART;TZID=Europe/Berlin:20260302T093000", "DURATION:PT30M", KIM],
    ["lunch", "DTSTART;TZID=Europe/Berlin:20260302T100000", "DURATION:PT1H", "SUMMARY:Lunch"],
    "2026-03-02T08:50:00Z",
  ],
] as [string, FeedEvent, FeedEvent, string][])
  test(`${name} doesn't take a visit's call`, async (t) => {
    const { server, org } = t.context;
    const feed = await startFeed(t);
    feed.text = buildFeed(visit, other);
    const id = await addCalendar(org, feed.url, undefined, VISITS);
    await runPoll(buildPollOptions(t, server), org, id);
    await org.ingestCall({ call_id: "c", started_at: call });
    t.like(await listAppointments(org), [{ eventId: "ics:visit", matchStatus: "matched" }]);
  });

test("each rep of a joint visit has an appointment, and their calls are matched", async (t) => {
  const { server, org } = t.context;
  await org.createUser("sam@example.com");
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const SAM = "ATTENDEE;CN=Sam:mailto:sam@example.com";
  const organizer = "ORGANIZER;CN=Robin:mailto:rep@example.com";
  feed.text = buildFeed(buildMeeting("joint", 2, 9, organizer, SAM, KIM));
  const sams = await addCalendar(org, feed.url, "sam@example.com", VISITS);
  await runPoll(options, org, sams);
  const robins = await addCalendar(org, feed.url, "rep@example.com", VISITS);
  await runPoll(options, org, robins);
  await org.ingestCall({ call_id: "c", started_at: "2026-03-02T09:01:00Z" });
  const list = async () =>
    Object.fromEntries(
      (await listAppointments(org)).map(({ userEmail, eventId, matchStatus }) => [
        userEmail,
        [eventId.replace(/[0-9a-f-]{36}$/, "…"), matchStatus],
      ]),
    );
  t.like(await list(), { "rep@example.com": ["ics:joint:rep:…", "matched"] });
  t.is((await list())["sam@example.com"]?.[0], "ics:joint");
  const before = await list();
  for (const id of [robins, sams]) {
    await requestPoll(org, id);
    await runPoll(options, org, id);
  }
  t.deepEqual(await list(), before);
  feed.text = buildFeed(buildMeeting("joint", 2, 9, "STATUS:CANCELLED", organizer, SAM, KIM));
  for (const id of [robins, sams]) {
    await requestPoll(org, id);
    await runPoll(options, org, id);
  }
  t.deepEqual(Object.keys(await list()), ["rep@example.com"]);
});

test("one bad event stops no removal", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const old = ["old", "DTSTART;TZID=Customized Time Zone:20240426T140000"] as FeedEvent;
  const bad = ["bad", "DTSTART:20260399T140000", "SUMMARY:Bad"] as FeedEvent;
  const visits = [4, 5, 6, 7].map((day) => buildMeeting(`v${day}`, day, 10, KIM));
  feed.text = buildFeed(...visits, old, bad);
  const id = await addCalendar(org, feed.url, undefined, VISITS);
  await runPoll(options, org, id);
  feed.text = buildFeed(...visits.filter(([uid]) => uid !== "v6"), old, bad);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["ics:v4", "ics:v5", "ics:v7"]);
  t.like((await loadCalendar(org)).notices, [{ kind: "unreadable", places: [{ title: "Bad" }] }]);
});

test("the zone of times without one can be set, and an unknown one is refused", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.text = buildFeed(["a", "DTSTART:20260304T140000", KIM]);
  const id = await addCalendar(org, feed.url, undefined, { timeZone: "Europe/Berlin" });
  await runPoll(buildPollOptions(t, server), org, id);
  t.is((await listAppointments(org))[0].startTime, "2026-03-04T13:00:00.000Z");
  t.like(await loadCalendar(org), { timeZone: "Europe/Berlin", notices: [] });
  const { errors } = await org.sendGraphql(
    `mutation { updateCalendar(id: "${id}", input: { timeZone: "Mars/Base" }) { id } }`,
  );
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "timeZone" });
  await org.graphql(`mutation { updateCalendar(id: "${id}", input: { timeZone: null }) { id } }`);
  await runPoll(buildPollOptions(t, server), org, id);
  t.is((await listAppointments(org))[0].startTime, "2026-03-04T14:00:00.000Z");
});

test("past events don't count towards 5 MB, and coming ones do", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const text = `DESCRIPTION:${"x".repeat(1000)}`;
  const build = (year: number): FeedEvent[] =>
    Array.from({ length: 6_000 }, (_, index) => [
      `h${index}`,
      `DTSTART:${year}0${1 + (index % 9)}01T090000Z`,
      text,
    ]);
  feed.text = buildFeed(...build(2019), buildMeeting("next", 4, 15, KIM), ...build(2020));
  const id = await addCalendar(org, feed.url, undefined, VISITS);
  await runPoll(options, org, id);
  t.is((await loadCalendar(org)).problem, null);
  t.deepEqual(await listEventIds(org), ["ics:next"]);
  const daily = build(2019).map((event): FeedEvent => [...event, "RRULE:FREQ=DAILY"]);
  feed.text = buildFeed(...daily);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.is((await loadCalendar(org)).problem, "the calendar is larger than 5 MB");
});

test("a calendar from before the setting takes all events, and keeps their ids", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("lunch", 4), buildMeeting("visit", 5, 10, KIM));
  const id = await addCalendar(org, feed.url);
  const { db } = server.services;
  const row = await db("calendars").where({ organization_id: org.id, id }).first();
  await db("calendars").where({ organization_id: org.id, id }).delete();
  delete row.events;
  delete row.notices;
  await db("calendars").insert(row);
  await runPoll(options, org, id);
  t.is((await loadCalendar(org)).events, "all");
  t.deepEqual(await listEventIds(org), ["ics:lunch", "ics:visit"]);
});

test("a declared charset is read, and an undeclared one is guessed and noted", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const text = buildFeed(["a", "DTSTART:20260304T100000Z", "SUMMARY:Müller", KIM]);
  const id = await addCalendar(org, feed.url, undefined, VISITS);
  for (const [type, expected] of [
    ["text/calendar; charset=ISO-8859-1", []],
    ["text/calendar", [["guessed", 6]]],
  ] as const) {
    feed.respond = (_, response) =>
      void response.writeHead(200, { "content-type": type }).end(Buffer.from(text, "latin1"));
    await requestPoll(org, id);
    await runPoll(options, org, id);
    t.like(await listAppointments(org), [{ title: "Müller" }]);
    const { notices } = await loadCalendar(org);
    t.deepEqual(
      notices.map((notice: { kind: string; places: { line: number }[] }) => [
        notice.kind,
        notice.places[0]?.line,
      ]),
      expected,
    );
  }
});
