import {
  callAt,
  drop,
  erase,
  link,
  matchingOf,
  matchOf,
  minutes,
  unlink,
} from "./helpers/matches.js";
import { appointment, complete, push, put, recording } from "./helpers/pushes.js";
import { test } from "./helpers/suite.js";

test("a recording is linked by hand to any appointment, processed or not", async (t) => {
  const { org } = t.context;
  const user_email = await org.user("two@example.com");
  const [open, done] = [await callAt(org, -5000), await callAt(org, 5000)];
  await complete(org, done);
  for (const [id, offset] of [
    [open, -5000],
    [done, 5000],
  ] as const) {
    await push(org, { event_id: id, user_email, customer: { id } });
    const answer = { eventId: id, match: { method: "manual", offset: offset * 60_000 } };
    t.deepEqual(await link(org, id, id), answer);
    t.deepEqual(await matchingOf(org, id), {
      eventId: id,
      match: { eventId: id, ...answer.match },
      appointment: { eventId: id },
      client: { crmEntityId: id },
    });
    t.like(await appointment(org, id), { matchStatus: "matched", recordingId: id });
  }
  t.is((await recording(org, done)).eventId, done);
});

for (const processed of [false, true])
  test(`a link frees what either side had, and both are matched anew${processed ? " after processing too" : ""}`, async (t) => {
    const { org } = t.context;
    await push(org);
    await push(org, { event_id: "e-2", start_time: minutes(1440) });
    const [first, second] = [await callAt(org, 0), await callAt(org, 1440)];
    const [near, far] = [await callAt(org, 40), await callAt(org, 1500)];
    if (processed) for (const id of [first, second]) await complete(org, id);
    await push(org, { event_id: "e-3", start_time: minutes(1550) });
    t.is(await matchOf(org, far), "e-3 window");
    await erase(org, far);
    await link(org, first, "e-2");
    t.is(await matchOf(org, first), "e-2 manual");
    t.is(await matchOf(org, near), "e-1 window");
    t.is(await matchOf(org, second), null);
    await put(org, { start_time: minutes(1450) }, "e-3");
    t.is(await matchOf(org, second), "e-3 window");
  });

test("a link wins over an event id, and the service never undoes it", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2", start_time: minutes(5000) });
  const call = { call_id: "linked", event_id: "e-1" };
  const id = await callAt(org, 0, call);
  const named = await callAt(org, 5000, { event_id: "e-2" });
  await link(org, id, "e-2");
  t.is(await matchOf(org, named), null);
  t.is((await appointment(org)).recordingId, null);
  const steps = [
    () => push(org, { event_id: "e-3" }),
    () => push(org),
    () => push(org, { event_id: "e-2" }),
    () => put(org, { start_time: minutes(9000) }, "e-2"),
    () => callAt(org, 0, call),
    () => callAt(org, 9000, { ...call, event_id: "e-3" }),
    () => callAt(org, 9000, { ...call, event_id: null }),
    () => callAt(org, 9000, { event_id: "e-2" }),
    () => callAt(org, 9000),
    () => complete(org, id),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    t.is(await matchOf(org, id), "e-2 manual", `${index}`);
  }
  t.is(await matchOf(org, named), null);
});

test("an earlier call that names the appointment later does not undo a link", async (t) => {
  const { org } = t.context;
  const earlier = await callAt(org, 0, { call_id: "earlier" });
  const id = await callAt(org, 0);
  await push(org, { start_time: minutes(5000) });
  await link(org, id, "e-1");
  await callAt(org, 0, { call_id: "earlier", event_id: "e-1" });
  t.deepEqual([await matchOf(org, earlier), await matchOf(org, id)], [null, "e-1 manual"]);
});

test("a linked recording that is linked again or twice has the last appointment alone", async (t) => {
  const { org } = t.context;
  const id = await callAt(org, 5000);
  for (const event_id of ["e-1", "e-2"]) await push(org, { event_id });
  await link(org, id, "e-1");
  for (const event_id of ["e-2", "e-2"]) await link(org, id, event_id);
  t.is(await matchOf(org, id), "e-2 manual");
  t.is((await appointment(org)).recordingId, null);
});

test("when a link's appointment is deleted, its recording is matched by the event id it came with", async (t) => {
  const { org } = t.context;
  for (const event_id of ["e-1", "e-2"]) await push(org, { event_id, start_time: minutes(5000) });
  const id = await callAt(org, 0, { event_id: "e-1" });
  await link(org, id, "e-2");
  await drop(org, "e-2");
  t.is(await matchOf(org, id), "e-1 explicit");
});

test("when a linked recording is erased, the call that named the appointment has it", async (t) => {
  const { org } = t.context;
  await push(org, { start_time: minutes(5000) });
  const [id, named] = [await callAt(org, 0), await callAt(org, 0, { event_id: "e-1" })];
  await callAt(org, 5000);
  await link(org, id, "e-1");
  await erase(org, id);
  t.is(await matchOf(org, named), "e-1 explicit");
});

for (const [what, fields, method] of [
  ["window", {}, "window"],
  ["event id", { event_id: "e-1" }, "explicit"],
] as const)
  test(`what was matched by ${what} and unlinked stays apart, and each may match others`, async (t) => {
    const { org } = t.context;
    await push(org);
    const call = { call_id: "apart", ...fields };
    const id = await callAt(org, 0, call);
    t.is(await matchOf(org, id), `e-1 ${method}`);
    t.deepEqual(await unlink(org, id), { eventId: null, match: null });
    t.like(await appointment(org), { recordingId: null, matchStatus: "pending" });
    for (const step of [
      () => push(org),
      () => callAt(org, 1, call),
      () => put(org, { title: "x" }),
    ]) {
      await step();
      t.is(await matchOf(org, id), null);
    }
    await push(org, { event_id: "e-2", start_time: minutes(40) });
    t.is(await matchOf(org, id), "e-2 window");
    const other = await callAt(org, 50);
    t.deepEqual([await matchOf(org, other), await matchOf(org, id)], ["e-2 window", null]);
    await put(org, { start_time: minutes(45) });
    t.is(await matchOf(org, other), "e-1 window");
    t.is(await matchOf(org, id), "e-2 window");
    await complete(org, id);
    await drop(org, "e-2");
    await erase(org, other);
    t.is(await matchOf(org, id), null);
    await link(org, id, "e-1");
    t.is(await matchOf(org, id), "e-1 manual");
    t.is((await appointment(org)).recordingId, id);
  });

test("after a link is taken back, the pair stays apart and the rules apply to the rest", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2" });
  const named = await callAt(org, 5000, { event_id: "e-2" });
  const id = await callAt(org, 0, { event_id: "e-1" });
  await link(org, id, "e-2");
  t.is(await matchOf(org, named), null);
  await unlink(org, id);
  t.is(await matchOf(org, id), "e-1 explicit");
  t.is(await matchOf(org, named), "e-2 explicit");
  const later = await callAt(org, 5000, { event_id: "e-1" });
  await unlink(org, id);
  t.is(await matchOf(org, later), "e-1 explicit");
  t.is(await matchOf(org, id), null);
});

test("a call that was taken apart from what it named waits for it no more, until it is deleted", async (t) => {
  const { org } = t.context;
  await push(org);
  await push(org, { event_id: "e-2" });
  const id = await callAt(org, 0, { event_id: "e-1" });
  await unlink(org, id);
  t.is(await matchOf(org, id), "e-2 window");
  await drop(org, "e-1");
  const nearer = await callAt(org, 1);
  t.is(await matchOf(org, nearer), "e-2 window");
  t.is(await matchOf(org, id), null);
});

test("a recording without an appointment cannot be unlinked", async (t) => {
  const { org } = t.context;
  const id = await callAt(org, 0);
  const { errors } = await org.ask(`mutation { unlinkAppointment(recordingId: "${id}") { id } }`);
  t.is(errors?.[0]?.extensions.code, "CONFLICT");
});

const linkOf = (id: string, eventId: string) =>
  `mutation { linkAppointment(recordingId: "${id}", eventId: "${eventId}") { id } }`;

test("what does not exist, or belongs to others, is not found and not changed", async (t) => {
  const { org, server } = t.context;
  const others = await server.tenant();
  await others.user();
  await push(others, { event_id: "theirs" });
  const theirs = await callAt(others, 0);
  await push(org, { start_time: minutes(5000) });
  const mine = await callAt(org, 0);
  for (const [document, message] of [
    [linkOf("unknown", "e-1"), "Recording not found"],
    [linkOf(theirs, "e-1"), "Recording not found"],
    [linkOf(theirs, "theirs"), "Recording not found"],
    [linkOf(mine, "unknown"), "Appointment not found"],
    [linkOf(mine, "theirs"), "Appointment not found"],
    ['mutation { unlinkAppointment(recordingId: "unknown") { id } }', "Recording not found"],
    [`mutation { unlinkAppointment(recordingId: "${theirs}") { id } }`, "Recording not found"],
  ] as const) {
    const { errors } = await org.ask(document);
    t.like(errors?.[0], { message, extensions: { code: "NOT_FOUND" } }, document);
  }
  t.is(await matchOf(others, theirs), "theirs window");
  t.is(await matchOf(org, mine), null);
});
