import { callAt, drop, erase, matchOf, minutes } from "./helpers/matches.js";
import { appointment, complete, push, put } from "./helpers/pushes.js";
import { test } from "./helpers/suite.js";

test("a processed recording keeps its window match, whatever comes nearer or moves away", async (t) => {
  const { org } = t.context;
  const user_email = await org.user("two@example.com");
  await push(org);
  const id = await callAt(org, 20, { call_id: "one" });
  await complete(org, id);
  const steps = [
    () => push(org, { event_id: "e-2", start_time: minutes(20) }),
    () => callAt(org, 0, { call_id: "nearer" }),
    () => callAt(org, 500, { call_id: "one", user_email, event_id: "e-2" }),
    () => put(org, { start_time: minutes(5000) }),
    () => push(org, { start_time: minutes(-5000) }),
    () => put(org, { user_email }),
    () => complete(org, id),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    t.is(await matchOf(org, id), "e-1 window", `${index}`);
    t.is((await appointment(org)).recordingId, id);
  }
  await drop(org, "e-1");
  t.is(await matchOf(org, id), "e-2 window");
});

test("a processed recording without an appointment takes one that comes later", async (t) => {
  const { org } = t.context;
  const id = await callAt(org, 20);
  await complete(org, id);
  await push(org);
  t.is(await matchOf(org, id), "e-1 window");
  await push(org, { event_id: "e-2", start_time: minutes(20) });
  t.is(await matchOf(org, id), "e-1 window");
});

for (const processed of [false, true])
  test(`a call that names an appointment takes it from one in its window${processed ? ", processed as that is" : ""}`, async (t) => {
    const { org } = t.context;
    await push(org);
    const [first, second] = [await callAt(org, 0), await callAt(org, 1440)];
    await push(org, { event_id: "e-2", start_time: minutes(1440) });
    if (processed) for (const id of [first, second]) await complete(org, id);
    await push(org, { event_id: "e-3", start_time: minutes(1500) });
    const named = await callAt(org, 3, { event_id: "e-1" });
    t.is(await matchOf(org, named), "e-1 explicit");
    t.is(await matchOf(org, first), null);
    await callAt(org, 3, { event_id: "e-2" });
    t.is(await matchOf(org, second), "e-3 window");
  });

test("a call waits for the appointment that it named and is not matched to another", async (t) => {
  const { org } = t.context;
  await push(org);
  const id = await callAt(org, 0, { event_id: "e-2" });
  t.is(await matchOf(org, id), null);
  t.like(await appointment(org), { matchStatus: "pending", recordingId: null });
  await push(org, { event_id: "e-2", start_time: minutes(5000) });
  t.is(await matchOf(org, id), "e-2 explicit");
  await drop(org, "e-2");
  t.is(await matchOf(org, id), null);
});

test("a call that came too late for the appointment it named stays unmatched", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2" });
  await callAt(org, 100, { event_id: "e-1" });
  const later = await callAt(org, 0, { event_id: "e-1" });
  t.is(await matchOf(org, later), null);
  t.is((await appointment(org, "e-2")).recordingId, null);
});

for (const [what, taken] of [
  ["is not there", false],
  ["another call has", true],
] as const)
  test(`a call that is sent again and then names an appointment that ${what} gives up the one in its window`, async (t) => {
    const { org } = t.context;
    await push(org);
    if (taken) {
      await push(org, { event_id: "e-2", start_time: minutes(5000) });
      await callAt(org, 0, { event_id: "e-2" });
    }
    const call = { call_id: "again" };
    const id = await callAt(org, 0, call);
    const next = await callAt(org, 50);
    t.is(await matchOf(org, id), "e-1 window");
    await callAt(org, 0, { ...call, event_id: "e-2" });
    t.is(await matchOf(org, id), null);
    t.is(await matchOf(org, next), "e-1 window");
    const nearer = await callAt(org, 1);
    t.is((await appointment(org)).recordingId, nearer);
    await callAt(org, 0, { ...call, event_id: null });
    t.is(await matchOf(org, id), "e-1 window");
  });

test("the appointment of a call that names another, or is erased, goes to the next in its window", async (t) => {
  const { org } = t.context;
  await push(org);
  const call = { call_id: "again", event_id: "e-1" };
  const next = await callAt(org, 50);
  await callAt(org, 0, call);
  t.is(await matchOf(org, next), null);
  await callAt(org, 0, { ...call, event_id: "e-2" });
  t.is(await matchOf(org, next), "e-1 window");
  const id = await callAt(org, 0, call);
  t.is(await matchOf(org, next), null);
  await erase(org, id);
  t.is(await matchOf(org, next), "e-1 window");
});
