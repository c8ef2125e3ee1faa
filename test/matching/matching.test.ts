import { fetchAppointment, pushAppointment, putAppointment } from "../helpers/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const MATCH = `query ($id: ID!) {
  recording(id: $id) { eventId match { eventId method offset } appointment { eventId } }
}`;

const recordingOf = async (org: Tenant, id: string) => (await org.graphql(MATCH, { id })).recording;

const eventIdOf = async (org: Tenant, id: string): Promise<string | null> =>
  (await recordingOf(org, id)).eventId;

const named = { event_id: "e-1" };

test("a call with an event id matches its appointment, whichever comes first", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const second = await org.ingestCall(named);
  t.like(await fetchAppointment(org), { matchStatus: "matched", recordingId: second });
  t.is(await eventIdOf(org, second), "e-1");

  const first = await org.ingestCall({ event_id: "e-2" });
  t.is(await eventIdOf(org, first), null);
  t.like(await pushAppointment(org, { event_id: "e-2" }), {
    matchStatus: "matched",
    recordingId: first,
  });
  t.is(await eventIdOf(org, first), "e-2");
});

test("a processed call still waits for its appointment", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed(named);
  t.is(await eventIdOf(org, id), null);
  t.is((await pushAppointment(org)).recordingId, id);
  t.is((await org.get(`/v1/recordings/${id}`)).body.recording.eventId, "e-1");
});

test("a match shows its method and the signed time from the start to the call", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const id = await org.ingestCall({ ...named, started_at: "2026-03-03T09:59:59.250Z" });
  const matched = { eventId: "e-1", method: "explicit", offset: -750 };
  t.deepEqual(await recordingOf(org, id), {
    eventId: "e-1",
    match: matched,
    appointment: { eventId: "e-1" },
  });
  await putAppointment(org, { start_time: "2026-03-02T09:59:59.250Z" });
  t.deepEqual((await recordingOf(org, id)).match, { ...matched, offset: 86_400_000 });
  const other = await org.ingestCall();
  t.deepEqual(await recordingOf(org, other), { eventId: null, match: null, appointment: null });
});

test("an event id matches an appointment of another member or another year", async (t) => {
  const { org } = t.context;
  await org.createUser("two@example.com");
  await pushAppointment(org, { user_email: "two@example.com", start_time: "2031-01-01T00:00:00Z" });
  const id = await org.ingestCall(named);
  t.is((await fetchAppointment(org)).recordingId, id);
  await putAppointment(org, { user_email: "rep@example.com", start_time: "2001-01-01T00:00:00Z" });
  t.is((await fetchAppointment(org)).recordingId, id);
});

test("event ids are compared exactly", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { event_id: "E-1" });
  t.is(await eventIdOf(org, await org.ingestCall(named)), null);
  t.is(await eventIdOf(org, await org.ingestCall({ event_id: "E-1 " })), null);
  t.is((await fetchAppointment(org, "E-1")).recordingId, null);
});

test("between two calls with one event id the earlier wins, in any order of arrival", async (t) => {
  const { org } = t.context;
  for (const position of [0, 1, 2]) {
    const event_id = `e-${position}`;
    const calls: string[] = [];
    for (let step = 0; step <= 2; step += 1)
      if (step === position) await pushAppointment(org, { event_id });
      // The later call began earlier: it is the arrival that counts.
      else
        calls.push(
          await org.ingestCall({ event_id, started_at: `2026-03-0${4 - step}T10:00:00Z` }),
        );
    t.is((await fetchAppointment(org, event_id)).recordingId, calls[0], event_id);
    t.is(await eventIdOf(org, calls[1]!), null, event_id);
  }
});

test("a call and its appointment that arrive at the same time match", async (t) => {
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

test("a call keeps its appointment when a later call is processed first", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const earlier = await org.ingestCall(named);
  const later = await org.createProcessed(named);
  t.is((await fetchAppointment(org)).recordingId, earlier);
  t.is(await eventIdOf(org, later), null);
});

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

test("the later call gets the appointment after the earlier is deleted", async (t) => {
  const { org } = t.context;
  const [first, second, third] = [
    await org.createProcessed(named),
    await org.createProcessed(named),
    await org.ingestCall(named),
  ];
  await pushAppointment(org);
  for (const [index, id] of [first, second, third].entries()) {
    t.is((await fetchAppointment(org)).recordingId, id, `${index}`);
    t.is(await eventIdOf(org, id), "e-1");
    await org.graphql(DELETE, { id });
  }
  t.like(await fetchAppointment(org), { recordingId: null, matchStatus: "pending" });
});

test("the later call gets the appointment after the earlier is sent again with another event id or none", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  for (const event_id of ["e-2", null]) {
    const earlier = { call_id: `earlier ${event_id}`, ...named };
    const first = await org.ingestCall(earlier);
    const second = await org.ingestCall(named);
    t.is((await fetchAppointment(org)).recordingId, first);
    t.is(await org.ingestCall({ ...earlier, event_id }), first);
    t.is((await fetchAppointment(org)).recordingId, second);
    t.is(await eventIdOf(org, first), null);
    await org.graphql(DELETE, { id: second });
  }
  t.is((await fetchAppointment(org)).recordingId, null);
});

test("a call that is sent again without an event id keeps its appointment", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const call = { call_id: "one" };
  const id = await org.ingestCall({ ...call, ...named });
  await org.ingestCall({ ...call, name: "Named" });
  t.is((await fetchAppointment(org)).recordingId, id);
});

test("a call sent again moves to the appointment of its new event id", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  const call = { call_id: "one" };
  const id = await org.ingestCall(call);
  for (const [event_id, left] of [
    ["e-1", "e-2"],
    ["e-2", "e-1"],
  ] as const) {
    await org.ingestCall({ ...call, event_id });
    t.is((await fetchAppointment(org, event_id)).recordingId, id);
    t.like(await fetchAppointment(org, left), { recordingId: null, matchStatus: "pending" });
    t.is(await eventIdOf(org, id), event_id);
  }
});

test("a deleted appointment leaves its calls unmatched until it is pushed again", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const first = await org.createProcessed(named);
  const second = await org.ingestCall(named);
  await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  for (const id of [first, second])
    t.deepEqual(await recordingOf(org, id), { eventId: null, match: null, appointment: null });
  t.is((await pushAppointment(org)).recordingId, first);
});
