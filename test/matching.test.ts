import { appointment, push, put } from "./helpers/pushes.js";
import type { Tenant } from "./helpers/server.js";
import { test } from "./helpers/suite.js";

const MATCH = `query ($id: ID!) {
  recording(id: $id) { eventId match { eventId method offset } appointment { eventId } }
}`;

const recordingOf = async (org: Tenant, id: string) => (await org.graph(MATCH, { id })).recording;

const eventIdOf = async (org: Tenant, id: string): Promise<string | null> =>
  (await recordingOf(org, id)).eventId;

const named = { event_id: "e-1" };

test("a call that names an appointment is matched to it, whichever comes first", async (t) => {
  const { org } = t.context;
  await push(org);
  const second = await org.call(named);
  t.like(await appointment(org), { matchStatus: "matched", recordingId: second });
  t.is(await eventIdOf(org, second), "e-1");

  const first = await org.call({ event_id: "e-2" });
  t.is(await eventIdOf(org, first), null);
  t.like(await push(org, { event_id: "e-2" }), { matchStatus: "matched", recordingId: first });
  t.is(await eventIdOf(org, first), "e-2");
});

test("a call waits for its appointment also after it has been processed", async (t) => {
  const { org } = t.context;
  const id = await org.processed(named);
  t.is(await eventIdOf(org, id), null);
  t.is((await push(org)).recordingId, id);
  t.is((await org.get(`/v1/recordings/${id}`)).body.recording.eventId, "e-1");
});

test("a match is told with its method and the signed time from the start to the call", async (t) => {
  const { org } = t.context;
  await push(org);
  const id = await org.call({ ...named, started_at: "2026-03-03T09:59:59.250Z" });
  const matched = { eventId: "e-1", method: "explicit", offset: -750 };
  t.deepEqual(await recordingOf(org, id), {
    eventId: "e-1",
    match: matched,
    appointment: { eventId: "e-1" },
  });
  await put(org, { start_time: "2026-03-02T09:59:59.250Z" });
  t.deepEqual((await recordingOf(org, id)).match, { ...matched, offset: 86_400_000 });
  const other = await org.call();
  t.deepEqual(await recordingOf(org, other), { eventId: null, match: null, appointment: null });
});

test("a call is matched to the appointment it names, be it of another member or of another year", async (t) => {
  const { org } = t.context;
  await org.user("two@example.com");
  await push(org, { user_email: "two@example.com", start_time: "2031-01-01T00:00:00Z" });
  const id = await org.call(named);
  t.is((await appointment(org)).recordingId, id);
  await put(org, { user_email: "rep@example.com", start_time: "2001-01-01T00:00:00Z" });
  t.is((await appointment(org)).recordingId, id);
});

test("event ids are compared exactly", async (t) => {
  const { org } = t.context;
  await push(org, { event_id: "E-1" });
  t.is(await eventIdOf(org, await org.call(named)), null);
  t.is(await eventIdOf(org, await org.call({ event_id: "E-1 " })), null);
  t.is((await appointment(org, "E-1")).recordingId, null);
});

test("of two calls that name one appointment the earlier has it, in whatever order all three arrive", async (t) => {
  const { org } = t.context;
  for (const position of [0, 1, 2]) {
    const event_id = `e-${position}`;
    const calls: string[] = [];
    for (let step = 0; step <= 2; step += 1)
      if (step === position) await push(org, { event_id });
      // The later call began earlier: it is the arrival that counts.
      else calls.push(await org.call({ event_id, started_at: `2026-03-0${4 - step}T10:00:00Z` }));
    t.is((await appointment(org, event_id)).recordingId, calls[0], event_id);
    t.is(await eventIdOf(org, calls[1]!), null, event_id);
  }
});

test("a call and its appointment that come in at the same time are matched", async (t) => {
  const { org } = t.context;
  const pairs = Array.from({ length: 8 }, async (_, index) => {
    const event_id = `e-${index}`;
    const [id] = await Promise.all([org.call({ event_id }), push(org, { event_id })]);
    t.is((await appointment(org, event_id)).recordingId, id);
  });
  await Promise.all(pairs);
});

test("a call does not lose its appointment to a later one that is processed before it", async (t) => {
  const { org } = t.context;
  await push(org);
  const earlier = await org.call(named);
  const later = await org.processed(named);
  t.is((await appointment(org)).recordingId, earlier);
  t.is(await eventIdOf(org, later), null);
});

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

test("the later call takes over when the earlier is deleted", async (t) => {
  const { org } = t.context;
  const [first, second, third] = [
    await org.processed(named),
    await org.processed(named),
    await org.call(named),
  ];
  await push(org);
  for (const [index, id] of [first, second, third].entries()) {
    t.is((await appointment(org)).recordingId, id, `${index}`);
    t.is(await eventIdOf(org, id), "e-1");
    await org.graph(DELETE, { id });
  }
  t.like(await appointment(org), { recordingId: null, matchStatus: "pending" });
});

test("the later call takes over when the earlier is sent again for another appointment, or none", async (t) => {
  const { org } = t.context;
  await push(org);
  for (const event_id of ["e-2", null]) {
    const earlier = { call_id: `earlier ${event_id}`, ...named };
    const first = await org.call(earlier);
    const second = await org.call(named);
    t.is((await appointment(org)).recordingId, first);
    t.is(await org.call({ ...earlier, event_id }), first);
    t.is((await appointment(org)).recordingId, second);
    t.is(await eventIdOf(org, first), null);
    await org.graph(DELETE, { id: second });
  }
  t.is((await appointment(org)).recordingId, null);
});

test("a call that is sent again without an event id keeps its appointment", async (t) => {
  const { org } = t.context;
  await push(org);
  const call = { call_id: "one" };
  const id = await org.call({ ...call, ...named });
  await org.call({ ...call, name: "Named" });
  t.is((await appointment(org)).recordingId, id);
});

test("a call that is sent again moves to the appointment that it names then", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2" });
  const call = { call_id: "one" };
  const id = await org.call(call);
  for (const [event_id, left] of [
    ["e-1", "e-2"],
    ["e-2", "e-1"],
  ] as const) {
    await org.call({ ...call, event_id });
    t.is((await appointment(org, event_id)).recordingId, id);
    t.like(await appointment(org, left), { recordingId: null, matchStatus: "pending" });
    t.is(await eventIdOf(org, id), event_id);
  }
});

test("a deleted appointment leaves its calls unmatched until it is pushed again", async (t) => {
  const { org } = t.context;
  await push(org);
  const first = await org.processed(named);
  const second = await org.call(named);
  await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  for (const id of [first, second])
    t.deepEqual(await recordingOf(org, id), { eventId: null, match: null, appointment: null });
  t.is((await push(org)).recordingId, first);
});
