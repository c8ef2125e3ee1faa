import "reflect-metadata";
import { setTimeout } from "node:timers/promises";
import { startCalendarJob } from "../../src/upkeep/jobs/calendars.js";
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
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { test } from "../helpers/own-frozen-suite.js";

const YEAR_MS = 365 * 24 * 60 * 60_000;

test.serial(
  "two servers poll each due calendar once, and one that the clock made wait",
  async (t) => {
    const { server, org } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const feeds = [await startFeed(t), await startFeed(t)];
    for (const feed of feeds) feed.text = buildFeed(buildMeeting("a", 4));
    await addCalendar(org, feeds[0]!.url);
    const id = await addCalendar(other, feeds[1]!.url);
    const changes = { next_poll_at: server.clock.time + YEAR_MS };
    await server.services.db("calendars").where({ organization_id: other.id, id }).update(changes);
    const options = buildPollOptions(t, server);
    const jobs = await runAsProgram(async () => [
      startCalendarJob(options),
      startCalendarJob(options),
    ]);
    t.teardown(async () => Promise.all(jobs.map((job) => job.stop())));
    for (const one of [org, other])
      while ((await loadCalendar(one)).polledAt === null) await setTimeout(20);
    for (const one of [org, other]) t.deepEqual(await listEventIds(one), ["ics:a"]);
    t.deepEqual(
      feeds.map(({ requests }) => requests.length),
      [1, 1],
    );
  },
);

test.serial("what an erasure cleared doesn't return while the calendar is the same", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 2, 9, "ATTENDEE;CN=Kim Doe:mailto:kim@customer.example"));
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  const call = { call_id: "c", started_at: "2026-03-02T09:01:00Z", customer: { id: "kim" } };
  await org.ingestCall(call);
  t.like(await listAppointments(org), [{ customer: { name: "Kim Doe" }, matchStatus: "matched" }]);
  const { clients } = (await org.get("/v1/clients?crmEntityId=kim")).body;
  await org.graphql("mutation ($id: ID!) { deleteClient(id: $id) }", { id: clients[0].id });
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.like(await listAppointments(org), [{ eventId: "ics:a", title: null, customer: null }]);
});

test.serial("a calendar has appointments of its own organization only", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await other.createUser("ann@example.com");
  const feed = await startFeed(t);
  feed.text = buildFeed(buildMeeting("a", 4, 10, "ORGANIZER:mailto:ann@example.com"));
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url, null));
  t.deepEqual(await listEventIds(org), []);
  t.deepEqual(await listEventIds(other), []);
});
