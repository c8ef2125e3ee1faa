import "reflect-metadata";
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
import { test } from "../helpers/own-frozen-suite.js";
import { pushAppointment, putAppointment } from "../helpers/appointments/push-appointment.js";

const TWIN = { event_id: "crm-1", start_time: "2026-03-04T10:00:00Z" };

test("a CRM's push of the same rep and start replaces the calendar's appointment", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4), buildMeeting("b", 5));
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  await pushAppointment(org, TWIN);
  t.deepEqual(await listEventIds(org), ["crm-1", "ics:b"]);
  await requestPoll(org, id);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["crm-1", "ics:b"]);
  t.like(await loadCalendar(org), { occurrences: 1, leftOut: 1, problem: null });
});

test("the calendar's appointment returns once the CRM's is deleted", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4));
  await pushAppointment(org, TWIN);
  const id = await addCalendar(org, feed.url);
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["crm-1"]);
  await org.send("DELETE", "/v1/scheduled-tasks/crm-1");
  await server.services
    .db("calendars")
    .where("organization_id", org.id)
    .update({ next_poll_at: 0 });
  await runPoll(options, org, id);
  t.deepEqual(await listEventIds(org), ["ics:a"]);
  // The feed was the same: the deletion made this poll read it.
  t.is(feed.requests.at(-1)!.headers["if-none-match"], undefined);
});

test("the recording of the calendar's appointment goes to the CRM's", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.text = buildFeed(buildMeeting("a", 2, 9));
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  await org.ingestCall({ call_id: "c", started_at: "2026-03-02T09:01:00Z" });
  await pushAppointment(org, { event_id: "crm-1", start_time: "2026-03-02T09:00:00Z" });
  t.like(await listAppointments(org), [{ eventId: "crm-1", matchStatus: "matched" }]);
});

test("a CRM's appointment that moves to the same start replaces the calendar's", async (t) => {
  const { server, org } = t.context;
  const feed = await startFeed(t);
  feed.text = buildFeed(buildMeeting("a", 4));
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  await pushAppointment(org, { ...TWIN, start_time: "2026-03-04T12:00:00Z" });
  t.is((await listEventIds(org)).length, 2);
  await putAppointment(org, { start_time: "2026-03-04T10:00:00Z" }, "crm-1");
  t.deepEqual(await listEventIds(org), ["crm-1"]);
});

test("another rep's appointment at the same start replaces nothing", async (t) => {
  const { server, org } = t.context;
  await org.createUser("ann@example.com");
  const feed = await startFeed(t);
  feed.text = buildFeed(buildMeeting("a", 4));
  await runPoll(buildPollOptions(t, server), org, await addCalendar(org, feed.url));
  await pushAppointment(org, { ...TWIN, user_email: "ann@example.com" });
  t.deepEqual((await listEventIds(org)).toSorted(), ["crm-1", "ics:a"]);
});

test("an event in two users' calendars is an appointment of each", async (t) => {
  const { server, org } = t.context;
  await org.createUser("ann@example.com");
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  feed.text = buildFeed(buildMeeting("a", 4));
  for (const email of ["rep@example.com", "ann@example.com"])
    await runPoll(options, org, await addCalendar(org, feed.url, email));
  const [first, second] = await listAppointments(org);
  t.like(first, { eventId: "ics:a", userEmail: "rep@example.com" });
  t.like(second, { userEmail: "ann@example.com" });
  t.regex(second.eventId, /^ics:a:rep:[0-9a-f-]{36}$/);
});
