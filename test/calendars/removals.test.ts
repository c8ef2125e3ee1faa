import "reflect-metadata";
import type { ExecutionContext } from "ava";
import { addCalendar } from "../helpers/calendars/add-calendar.js";
import {
  buildFeed,
  buildMeeting,
  buildPollOptions,
  listEventIds,
  loadCalendar,
  requestPoll,
  runPoll,
  startFeed,
} from "./calendar-feeds.js";
import { test } from "../helpers/own-paused-suite.js";
import type { TestServer } from "../helpers/server.js";
import type { Tenant } from "../helpers/tenant.js";

const HOUR_MS = 60 * 60_000;
const DAYS = [4, 5, 6, 7, 8, 9];
const ALL = DAYS.map((day) => buildMeeting(`day-${day}`, day));
const IDS = DAYS.map((day) => `ics:day-${day}`);

/** Polls a calendar before and after it has lost more than half. Returns the next poll. */
const pollHalved = async (
  t: ExecutionContext<{ server: TestServer; org: Tenant }>,
): Promise<() => Promise<void>> => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(...ALL);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  feed.text = buildFeed(...ALL.slice(0, 2), buildMeeting("new", 10));
  await requestPoll(org, id);
  await runPoll(options, org, id);
  return async () => runPoll(options, org, id);
};

test.serial("a halved calendar removes nothing for 24 hours, and then what is gone", async (t) => {
  const { server, org } = t.context;
  const poll = await pollHalved(t);
  t.deepEqual(await listEventIds(org), [...IDS, "ics:new"]);
  t.regex((await loadCalendar(org)).problem, /^the calendar has lost more than half/);
  server.clock.time += 23 * HOUR_MS;
  await poll();
  t.deepEqual(await listEventIds(org), [...IDS, "ics:new"]);
  server.clock.time += 2 * HOUR_MS;
  await poll();
  t.deepEqual(await listEventIds(org), [...IDS.slice(0, 2), "ics:new"]);
  t.is((await loadCalendar(org)).problem, null);
});

test.serial("a clock that jumped ahead doesn't make a halved calendar trusted", async (t) => {
  const { server, org } = t.context;
  const poll = await pollHalved(t);
  const jumpMs = 5 * 24 * HOUR_MS;
  server.clock.time += jumpMs;
  t.teardown(() => void (server.clock.time -= jumpMs));
  await poll();
  t.deepEqual(await listEventIds(org), [...IDS, "ics:new"]);
  t.regex((await loadCalendar(org)).problem, /^the calendar has lost more than half/);
});

test.serial("half of the events that come back begin the 24 hours anew", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const poll = async (text: string): Promise<void> => {
    feed.text = text;
    server.clock.time += HOUR_MS * 13;
    await runPoll(options, org, id);
  };
  feed.text = buildFeed(...ALL);
  const id = await addCalendar(org, feed.url);
  for (const text of [buildFeed(), buildFeed(...ALL), buildFeed(), buildFeed()]) await poll(text);
  t.deepEqual(await listEventIds(org), IDS);
});

test("fewer events than before, but at least half, remove what is gone", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(...ALL);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  feed.text = buildFeed(...ALL.slice(0, 3));
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), IDS.slice(0, 3));
});

test("an admin accepts an empty calendar", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(...ALL);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  feed.text = buildFeed();
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), IDS);
  await requestPoll(org, id, true);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), []);
  // The acceptance was for one poll.
  feed.text = buildFeed(...ALL);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  feed.text = buildFeed();
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), IDS);
});

test("an unreadable event keeps its appointment, and the others are removed", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(...ALL);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  feed.text = buildFeed(...ALL.slice(0, 4), ["day-8", "DTSTART:soon"]);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), IDS.slice(0, 5));
  const { problem, notices } = await loadCalendar(org);
  t.is(problem, "1 event could not be read (DTSTART isn't a time): its appointment stays");
  t.like(notices, [{ kind: "unreadable", count: 1, places: [{ uid: "day-8" }] }]);
});

test("a series that moves to another time follows at once", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(["s", "DTSTART:20260304T100000Z", "RRULE:FREQ=DAILY;COUNT=3"]);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  feed.text = buildFeed(["s", "DTSTART:20260304T140000Z", "RRULE:FREQ=DAILY;COUNT=2"]);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["ics:s:20260304T140000Z", "ics:s:20260305T140000Z"]);
});

test("deleting a calendar deletes its coming appointments without a recording", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.text = buildFeed(buildMeeting("past", 1), buildMeeting("matched", 2, 9), ...ALL);
  const id = await addCalendar(org, feed.url);
  await runPoll(buildPollOptions(t, server), org, id);
  await org.ingestCall({ call_id: "c", started_at: "2026-03-02T09:01:00Z" });
  await org.graphql("mutation ($id: ID!) { deleteCalendar(id: $id) }", { id });
  const left = await listEventIds(org);
  t.true(left.includes("ics:past"));
  t.true(left.includes("ics:matched"));
  t.is(await loadCalendar(org), undefined);
});
