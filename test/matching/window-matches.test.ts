import {
  ingestCallAt,
  deleteAppointment,
  deleteRecording,
  loadMatching,
  loadMatch,
  addMinutes,
} from "../helpers/matching/matches.js";
import {
  fetchAppointment,
  completeAnalysis,
  pushAppointment,
  putAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

// Minutes, as `ingestCallAt` takes them.
const HOUR = 60;
const MS = 1 / 60_000;

const windows: [string, object, number, number][] = [
  ["without an end", {}, -HOUR, 3 * HOUR],
  ["of two and a half hours", { end_time: addMinutes(150) }, -HOUR, 4.5 * HOUR],
  ["of zero length", { end_time: addMinutes(0) }, -HOUR, 2 * HOUR],
];

for (const [kind, fields, opens, closes] of windows)
  test(`the window of an appointment ${kind} includes its ends, to the millisecond`, async (t) => {
    const { org } = t.context;
    await pushAppointment(org, fields);
    for (const outside of [opens - MS, closes + MS])
      t.is(await loadMatch(org, await ingestCallAt(org, outside)), null);
    for (const inside of [opens, closes]) {
      const id = await ingestCallAt(org, inside);
      const match = { eventId: "e-1", method: "window", offset: inside * 60_000 };
      t.deepEqual(await loadMatching(org, id), {
        eventId: "e-1",
        match,
        appointment: { eventId: "e-1" },
        client: null,
      });
      await deleteRecording(org, id);
    }
  });

test("a window match shows on the recording and on the appointment", async (t) => {
  const { org } = t.context;
  t.like(await pushAppointment(org), { matchStatus: "pending", recordingId: null });
  const id = await ingestCallAt(org, 5);
  t.like(await fetchAppointment(org), { matchStatus: "matched", recordingId: id });
  await completeAnalysis(org, id);
  t.is((await fetchRecording(org, id)).eventId, "e-1");
});

test("a recording that arrives later still matches a missed appointment", async (t) => {
  const { org } = t.context;
  const past = { start_time: "2026-03-02T10:00:00Z" };
  t.is((await pushAppointment(org, past)).matchStatus, "missed");
  const id = await org.ingestCall({ started_at: "2026-03-02T11:30:00Z" });
  t.like(await fetchAppointment(org), { matchStatus: "matched", recordingId: id });
  await deleteRecording(org, id);
  t.like(await fetchAppointment(org), { matchStatus: "missed", recordingId: null });
});

test("a call doesn't match another rep's appointment", async (t) => {
  const { org } = t.context;
  const user_email = await org.createUser("two@example.com");
  await pushAppointment(org, { user_email });
  const mine = await ingestCallAt(org, 0);
  t.is(await loadMatch(org, mine), null);
  const theirs = await ingestCallAt(org, 90, { user_email });
  t.is(await loadMatch(org, theirs), "e-1 window");
});

test("a call matches the appointment with the nearest start, before or after it", async (t) => {
  const { org } = t.context;
  for (const [event_id, start] of [
    ["e-1", -40],
    ["e-2", 30],
    ["e-3", 50],
  ] as const)
    await pushAppointment(org, { event_id, start_time: addMinutes(start) });
  const id = await ingestCallAt(org, 0);
  t.deepEqual((await loadMatching(org, id)).match, {
    eventId: "e-2",
    method: "window",
    offset: -30 * 60_000,
  });
});

test("of two equally near appointments, the smaller event id wins in any arrival order", async (t) => {
  const { org } = t.context;
  for (const [day, order] of [
    [0, ["B", "a"]],
    [1, ["a2", "B2"]],
    // By code point: U+FFFD comes before U+1F600, which UTF-16 writes with smaller units.
    [2, ["\u{1f600}", "\u{fffd}"]],
  ] as const) {
    for (const [index, event_id] of order.entries())
      await pushAppointment(org, {
        event_id,
        start_time: addMinutes(day * 1440 + (index === 0 ? -20 : 20)),
      });
    const id = await ingestCallAt(org, day * 1440);
    const smaller = ["B", "B2", "\u{fffd}"][day];
    t.is(await loadMatch(org, id), `${smaller} window`);
  }
});

test("of two equally near calls, the first to arrive wins", async (t) => {
  const { org } = t.context;
  const [older, newer] = [await ingestCallAt(org, 10), await ingestCallAt(org, -10)];
  await pushAppointment(org);
  t.is(await loadMatch(org, older), "e-1 window");
  t.is(await loadMatch(org, newer), null);
});

test("a call matches one appointment, and an appointment one call", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(30) });
  const ids = [await ingestCallAt(org, 1), await ingestCallAt(org, 3), await ingestCallAt(org, 5)];
  const matches = [];
  for (const id of ids) matches.push(await loadMatch(org, id));
  t.deepEqual(matches, ["e-1 window", null, "e-2 window"]);
});

for (const [method, change] of [
  ["POST", pushAppointment],
  ["PUT", putAppointment],
] as const)
  test(`calls are rematched when ${method} changes an appointment's times or rep`, async (t) => {
    const { org } = t.context;
    const user_email = await org.createUser("two@example.com");
    const [early, late] = [await ingestCallAt(org, 0), await ingestCallAt(org, 100)];
    const theirs = await ingestCallAt(org, 0, { user_email });
    await pushAppointment(org, { start_time: addMinutes(60) });
    t.deepEqual([await loadMatch(org, early), await loadMatch(org, late)], [null, "e-1 window"]);
    await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(90) });
    t.deepEqual(
      [await loadMatch(org, early), await loadMatch(org, late)],
      ["e-1 window", "e-2 window"],
    );
    await change(org, { start_time: addMinutes(101) });
    t.deepEqual([await loadMatch(org, early), await loadMatch(org, late)], [null, "e-1 window"]);
    await change(org, { start_time: addMinutes(30), end_time: addMinutes(30) });
    t.is(await loadMatch(org, early), "e-1 window");
    await change(org, { user_email, start_time: addMinutes(30) });
    t.is(await loadMatch(org, early), null);
    t.is(await loadMatch(org, theirs), "e-1 window");
    await change(org, { user_email, start_time: addMinutes(30), end_time: addMinutes(60) });
    t.is((await fetchAppointment(org)).recordingId, theirs);
  });

test("a longer end matches a call in the new window, and a shorter end unmatches it", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const id = await ingestCallAt(org, 200);
  t.is(await loadMatch(org, id), null);
  await putAppointment(org, { end_time: addMinutes(80) });
  t.is(await loadMatch(org, id), "e-1 window");
  await putAppointment(org, { end_time: null });
  t.is(await loadMatch(org, id), null);
  t.like(await fetchAppointment(org), { matchStatus: "pending", recordingId: null });
});

test("after one side of a match is deleted, the other is rematched", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(30) });
  const [first, second] = [await ingestCallAt(org, 5), await ingestCallAt(org, 9)];
  await deleteAppointment(org, "e-1");
  t.deepEqual([await loadMatch(org, first), await loadMatch(org, second)], [null, "e-2 window"]);
  await deleteRecording(org, second);
  t.is(await loadMatch(org, first), "e-2 window");
  await deleteAppointment(org, "e-2");
  t.is(await loadMatch(org, first), null);
});

test("a call sent again with another time or rep is rematched, and so is its old appointment", async (t) => {
  const { org } = t.context;
  const user_email = await org.createUser("two@example.com");
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(1440) });
  await pushAppointment(org, { event_id: "e-3", user_email });
  const other = await ingestCallAt(org, 100);
  const call = { call_id: "again" };
  const id = await ingestCallAt(org, 0, call);
  t.is(await loadMatch(org, other), null);
  await ingestCallAt(org, 1440, call);
  t.deepEqual(
    [await loadMatch(org, id), await loadMatch(org, other)],
    ["e-2 window", "e-1 window"],
  );
  await ingestCallAt(org, 0, { ...call, user_email });
  t.deepEqual(
    [await loadMatch(org, id), await loadMatch(org, other)],
    ["e-3 window", "e-1 window"],
  );
  t.is((await fetchAppointment(org, "e-2")).recordingId, null);
});

test("a recording's client follows its window match", async (t) => {
  const { org } = t.context;
  const loadClientId = async (id: string) =>
    (await loadMatching(org, id)).client?.crmEntityId ?? null;
  await pushAppointment(org, { customer: { id: "c-1" } });
  const [id, withCustomer] = [
    await ingestCallAt(org, 30),
    await ingestCallAt(org, 90, { customer: { id: "c-9", name: "Zoe" } }),
  ];
  t.is(await loadClientId(id), "c-1");
  await pushAppointment(org, {
    event_id: "e-2",
    start_time: addMinutes(31),
    customer: { id: "c-2" },
  });
  t.deepEqual([await loadClientId(id), await loadClientId(withCustomer)], ["c-2", "c-9"]);
  await putAppointment(org, { customer: { id: "c-3" } }, "e-2");
  t.is(await loadClientId(id), "c-3");
  await deleteAppointment(org, "e-2");
  t.is(await loadClientId(id), "c-1");
  await putAppointment(org, { start_time: addMinutes(2000) });
  t.is(await loadClientId(id), null);
});
