import {
  fetchAppointment,
  pushAppointment,
  putAppointment,
} from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const MATCH = `query ($id: ID!) {
  recording(id: $id) { eventId match { eventId method offset } appointment { eventId } }
}`;

const fetchMatching = async (org: Tenant, id: string) =>
  (await org.graphql(MATCH, { id })).recording;

const fetchEventId = async (org: Tenant, id: string): Promise<string | null> =>
  (await fetchMatching(org, id)).eventId;

const explicit = { event_id: "e-1" };

test("a call with an event id matches its appointment, whichever comes first", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const second = await org.ingestCall(explicit);
  t.like(await fetchAppointment(org), { matchStatus: "matched", recordingId: second });
  t.is(await fetchEventId(org, second), "e-1");

  const first = await org.ingestCall({ event_id: "e-2" });
  t.is(await fetchEventId(org, first), null);
  t.like(await pushAppointment(org, { event_id: "e-2" }), {
    matchStatus: "matched",
    recordingId: first,
  });
  t.is(await fetchEventId(org, first), "e-2");
});

test("a processed call still waits for its appointment", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed(explicit);
  t.is(await fetchEventId(org, id), null);
  t.is((await pushAppointment(org)).recordingId, id);
  t.is((await org.get(`/v1/recordings/${id}`)).body.recording.eventId, "e-1");
});

test("a match has its method and the call's signed offset from the start", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const id = await org.ingestCall({ ...explicit, started_at: "2026-03-03T09:59:59.250Z" });
  const matched = { eventId: "e-1", method: "explicit", offset: -750 };
  t.deepEqual(await fetchMatching(org, id), {
    eventId: "e-1",
    match: matched,
    appointment: { eventId: "e-1" },
  });
  await putAppointment(org, { start_time: "2026-03-02T09:59:59.250Z" });
  t.deepEqual((await fetchMatching(org, id)).match, { ...matched, offset: 86_400_000 });
  const other = await org.ingestCall();
  t.deepEqual(await fetchMatching(org, other), { eventId: null, match: null, appointment: null });
});

test("an event id matches an appointment of another rep or another year", async (t) => {
  const { org } = t.context;
  await org.createUser("two@example.com");
  await pushAppointment(org, { user_email: "two@example.com", start_time: "2031-01-01T00:00:00Z" });
  const id = await org.ingestCall(explicit);
  t.is((await fetchAppointment(org)).recordingId, id);
  await putAppointment(org, { user_email: "rep@example.com", start_time: "2001-01-01T00:00:00Z" });
  t.is((await fetchAppointment(org)).recordingId, id);
});

test("event ids are compared exactly", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { event_id: "E-1" });
  t.is(await fetchEventId(org, await org.ingestCall(explicit)), null);
  t.is(await fetchEventId(org, await org.ingestCall({ event_id: "E-1 " })), null);
  t.is((await fetchAppointment(org, "E-1")).recordingId, null);
});

test("of two calls with one event id, the first to arrive matches", async (t) => {
  const { org } = t.context;
  for (const position of [0, 1, 2]) {
    const event_id = `e-${position}`;
    const calls: string[] = [];
    for (let step = 0; step <= 2; step += 1)
      if (step === position) await pushAppointment(org, { event_id });
      // The second call starts before the first: only the order of arrival counts.
      else
        calls.push(
          await org.ingestCall({ event_id, started_at: `2026-03-0${4 - step}T10:00:00Z` }),
        );
    t.is((await fetchAppointment(org, event_id)).recordingId, calls[0], event_id);
    t.is(await fetchEventId(org, calls[1]!), null, event_id);
  }
});

test("a call and its appointment match if they arrive at the same time", async (t) => {
  const { org } = t.context;
  const pairs = Array.from({ length: 8 }, async (_, index) => {
    const event_id = `e-${index}`;
    const [id] = await Promise.all([
      org.ingestCall({ event_id }),
      pushAppointment(org, { event_id }),
    ]);
    t.is((await fetchAppointment(org, event_id)).recordingId, id);
  });
  await Promise.all(pairs);
});

test("a call keeps its appointment when a call that arrived later is processed first", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const first = await org.ingestCall(explicit);
  const second = await org.createProcessed(explicit);
  t.is((await fetchAppointment(org)).recordingId, first);
  t.is(await fetchEventId(org, second), null);
});

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

test("after the first call to arrive is deleted, the next one matches", async (t) => {
  const { org } = t.context;
  const [first, second, third] = [
    await org.createProcessed(explicit),
    await org.createProcessed(explicit),
    await org.ingestCall(explicit),
  ];
  await pushAppointment(org);
  for (const [index, id] of [first, second, third].entries()) {
    t.is((await fetchAppointment(org)).recordingId, id, `${index}`);
    t.is(await fetchEventId(org, id), "e-1");
    await org.graphql(DELETE, { id });
  }
  t.like(await fetchAppointment(org), { recordingId: null, matchStatus: "pending" });
});

test("the next call matches after the first to arrive changes or drops its event id", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  for (const event_id of ["e-2", null]) {
    const call = { call_id: `first ${event_id}`, ...explicit };
    const first = await org.ingestCall(call);
    const second = await org.ingestCall(explicit);
    t.is((await fetchAppointment(org)).recordingId, first);
    t.is(await org.ingestCall({ ...call, event_id }), first);
    t.is((await fetchAppointment(org)).recordingId, second);
    t.is(await fetchEventId(org, first), null);
    await org.graphql(DELETE, { id: second });
  }
  t.is((await fetchAppointment(org)).recordingId, null);
});

test("a call sent again without the field event_id keeps its match", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const call = { call_id: "one" };
  const id = await org.ingestCall({ ...call, ...explicit });
  await org.ingestCall({ ...call, name: "Renamed" });
  t.is((await fetchAppointment(org)).recordingId, id);
});

test("a call sent again with another event id moves to that appointment", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  const call = { call_id: "one" };
  const id = await org.ingestCall(call);
  for (const [event_id, former] of [
    ["e-1", "e-2"],
    ["e-2", "e-1"],
  ] as const) {
    await org.ingestCall({ ...call, event_id });
    t.is((await fetchAppointment(org, event_id)).recordingId, id);
    t.like(await fetchAppointment(org, former), { recordingId: null, matchStatus: "pending" });
    t.is(await fetchEventId(org, id), event_id);
  }
});

test("a deleted appointment leaves its calls unmatched until it is pushed again", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const first = await org.createProcessed(explicit);
  const second = await org.ingestCall(explicit);
  await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  for (const id of [first, second])
    t.deepEqual(await fetchMatching(org, id), { eventId: null, match: null, appointment: null });
  t.is((await pushAppointment(org)).recordingId, first);
});
