import { callAt, drop, erase, matchingOf, matchOf, minutes } from "./helpers/matches.js";
import { appointment, complete, push, put, recording } from "./helpers/pushes.js";
import { test } from "./helpers/suite.js";

const HOUR = 60;
const MS = 1 / 60_000;

const windows: [string, object, number, number][] = [
  ["without an end", {}, -HOUR, 3 * HOUR],
  ["of two and a half hours", { end_time: minutes(150) }, -HOUR, 4.5 * HOUR],
  ["of no length", { end_time: minutes(0) }, -HOUR, 2 * HOUR],
];

for (const [what, fields, opens, closes] of windows)
  test(`the window of an appointment ${what} includes both its ends and no millisecond more`, async (t) => {
    const { org } = t.context;
    await push(org, fields);
    for (const outside of [opens - MS, closes + MS])
      t.is(await matchOf(org, await callAt(org, outside)), null);
    for (const inside of [opens, closes]) {
      const id = await callAt(org, inside);
      const match = { eventId: "e-1", method: "window", offset: inside * 60_000 };
      t.deepEqual(await matchingOf(org, id), {
        eventId: "e-1",
        match,
        appointment: { eventId: "e-1" },
        client: null,
      });
      await erase(org, id);
    }
  });

test("a call in the window is told of both sides, once it is there", async (t) => {
  const { org } = t.context;
  t.like(await push(org), { matchStatus: "pending", recordingId: null });
  const id = await callAt(org, 5);
  t.like(await appointment(org), { matchStatus: "matched", recordingId: id });
  await complete(org, id);
  t.is((await recording(org, id)).eventId, "e-1");
});

test("a missed appointment is matched by a later recording all the same", async (t) => {
  const { org } = t.context;
  const past = { start_time: "2026-03-02T10:00:00Z" };
  t.is((await push(org, past)).matchStatus, "missed");
  const id = await org.call({ started_at: "2026-03-02T11:30:00Z" });
  t.like(await appointment(org), { matchStatus: "matched", recordingId: id });
  await erase(org, id);
  t.like(await appointment(org), { matchStatus: "missed", recordingId: null });
});

test("a call is not matched to the appointment of another rep", async (t) => {
  const { org } = t.context;
  const user_email = await org.user("two@example.com");
  await push(org, { user_email });
  const mine = await callAt(org, 0);
  t.is(await matchOf(org, mine), null);
  const theirs = await callAt(org, 90, { user_email });
  t.is(await matchOf(org, theirs), "e-1 window");
});

test("a call takes the appointment that starts nearest, before it or after it", async (t) => {
  const { org } = t.context;
  for (const [event_id, start] of [
    ["e-1", -40],
    ["e-2", 30],
    ["e-3", 50],
  ] as const)
    await push(org, { event_id, start_time: minutes(start) });
  const id = await callAt(org, 0);
  t.deepEqual((await matchingOf(org, id)).match, {
    eventId: "e-2",
    method: "window",
    offset: -30 * 60_000,
  });
});

test("of two that are as near the smaller event id is taken, whichever came first", async (t) => {
  const { org } = t.context;
  for (const [day, order] of [
    [0, ["B", "a"]],
    [1, ["a2", "B2"]],
    // By code point: U+FFFD comes before U+1F600, which UTF-16 writes with smaller units.
    [2, ["\u{1f600}", "\u{fffd}"]],
  ] as const) {
    for (const [index, event_id] of order.entries())
      await push(org, {
        event_id,
        start_time: minutes(day * 1440 + (index === 0 ? -20 : 20)),
      });
    const id = await callAt(org, day * 1440);
    const smaller = ["B", "B2", "\u{fffd}"][day];
    t.is(await matchOf(org, id), `${smaller} window`);
  }
});

test("of two calls that are as near the older one is taken", async (t) => {
  const { org } = t.context;
  const [older, newer] = [await callAt(org, 10), await callAt(org, -10)];
  await push(org);
  t.is(await matchOf(org, older), "e-1 window");
  t.is(await matchOf(org, newer), null);
});

test("an appointment has one call and a call one appointment", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2", start_time: minutes(30) });
  const ids = [await callAt(org, 1), await callAt(org, 3), await callAt(org, 5)];
  const matches = [];
  for (const id of ids) matches.push(await matchOf(org, id));
  t.deepEqual(matches, ["e-1 window", null, "e-2 window"]);
});

for (const [how, move] of [
  ["POST", push],
  ["PUT", put],
] as const)
  test(`calls move between appointments when one is moved or given away by ${how}`, async (t) => {
    const { org } = t.context;
    const user_email = await org.user("two@example.com");
    const [early, late] = [await callAt(org, 0), await callAt(org, 100)];
    const theirs = await callAt(org, 0, { user_email });
    await push(org, { start_time: minutes(60) });
    t.deepEqual([await matchOf(org, early), await matchOf(org, late)], [null, "e-1 window"]);
    await push(org, { event_id: "e-2", start_time: minutes(90) });
    t.deepEqual(
      [await matchOf(org, early), await matchOf(org, late)],
      ["e-1 window", "e-2 window"],
    );
    await move(org, { start_time: minutes(101) });
    t.deepEqual([await matchOf(org, early), await matchOf(org, late)], [null, "e-1 window"]);
    await move(org, { start_time: minutes(30), end_time: minutes(30) });
    t.is(await matchOf(org, early), "e-1 window");
    await move(org, { user_email, start_time: minutes(30) });
    t.is(await matchOf(org, early), null);
    t.is(await matchOf(org, theirs), "e-1 window");
    await move(org, { user_email, start_time: minutes(30), end_time: minutes(60) });
    t.is((await appointment(org)).recordingId, theirs);
  });

test("a longer appointment takes the call that its window then holds, and gives it back", async (t) => {
  const { org } = t.context;
  await push(org);
  const id = await callAt(org, 200);
  t.is(await matchOf(org, id), null);
  await put(org, { end_time: minutes(80) });
  t.is(await matchOf(org, id), "e-1 window");
  await put(org, { end_time: null });
  t.is(await matchOf(org, id), null);
  t.like(await appointment(org), { matchStatus: "pending", recordingId: null });
});

test("when an appointment or a recording is deleted, the other side takes the next", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2", start_time: minutes(30) });
  const [first, second] = [await callAt(org, 5), await callAt(org, 9)];
  await drop(org, "e-1");
  t.deepEqual([await matchOf(org, first), await matchOf(org, second)], [null, "e-2 window"]);
  await erase(org, second);
  t.is(await matchOf(org, first), "e-2 window");
  await drop(org, "e-2");
  t.is(await matchOf(org, first), null);
});

test("a call that is sent again with another time or rep is matched anew, and so is what it left", async (t) => {
  const { org } = t.context;
  const user_email = await org.user("two@example.com");
  await push(org);
  await push(org, { event_id: "e-2", start_time: minutes(1440) });
  await push(org, { event_id: "e-3", user_email });
  const other = await callAt(org, 100);
  const call = { call_id: "again" };
  const id = await callAt(org, 0, call);
  t.is(await matchOf(org, other), null);
  await callAt(org, 1440, call);
  t.deepEqual([await matchOf(org, id), await matchOf(org, other)], ["e-2 window", "e-1 window"]);
  await callAt(org, 0, { ...call, user_email });
  t.deepEqual([await matchOf(org, id), await matchOf(org, other)], ["e-3 window", "e-1 window"]);
  t.is((await appointment(org, "e-2")).recordingId, null);
});

test("a recording's client follows its window match", async (t) => {
  const { org } = t.context;
  const client = async (id: string) => (await matchingOf(org, id)).client?.crmEntityId ?? null;
  await push(org, { customer: { id: "c-1" } });
  const [id, named] = [
    await callAt(org, 30),
    await callAt(org, 90, { customer: { id: "c-9", name: "Zoe" } }),
  ];
  t.is(await client(id), "c-1");
  await push(org, { event_id: "e-2", start_time: minutes(31), customer: { id: "c-2" } });
  t.deepEqual([await client(id), await client(named)], ["c-2", "c-9"]);
  await put(org, { customer: { id: "c-3" } }, "e-2");
  t.is(await client(id), "c-3");
  await drop(org, "e-2");
  t.is(await client(id), "c-1");
  await put(org, { start_time: minutes(2000) });
  t.is(await client(id), null);
});
