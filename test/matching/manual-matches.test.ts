import {
  ingestCallAt,
  deleteAppointment,
  deleteRecording,
  linkAppointment,
  loadMatching,
  loadMatch,
  addMinutes,
  unlinkAppointment,
} from "../helpers/matching/matches.js";
import {
  fetchAppointment,
  completeAnalysis,
  pushAppointment,
  putAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

test("any recording, processed or not, can be linked to any appointment", async (t) => {
  const { org } = t.context;
  const user_email = await org.createUser("two@example.com");
  const [received, processed] = [await ingestCallAt(org, -5000), await ingestCallAt(org, 5000)];
  await completeAnalysis(org, processed);
  for (const [id, offset] of [
    [received, -5000],
    [processed, 5000],
  ] as const) {
    await pushAppointment(org, { event_id: id, user_email, customer: { id } });
    const answer = { eventId: id, match: { method: "manual", offset: offset * 60_000 } };
    t.deepEqual(await linkAppointment(org, id, id), answer);
    t.deepEqual(await loadMatching(org, id), {
      eventId: id,
      match: { eventId: id, ...answer.match },
      appointment: { eventId: id },
      client: { crmEntityId: id },
    });
    t.like(await fetchAppointment(org, id), { matchStatus: "matched", recordingId: id });
  }
  t.is((await fetchRecording(org, processed)).eventId, processed);
});

for (const processed of [false, true])
  test(`linking rematches the former partners of both sides${processed ? ", also of processed recordings" : ""}`, async (t) => {
    const { org } = t.context;
    await pushAppointment(org);
    await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(1440) });
    const [first, second] = [await ingestCallAt(org, 0), await ingestCallAt(org, 1440)];
    const [near, far] = [await ingestCallAt(org, 40), await ingestCallAt(org, 1500)];
    if (processed) for (const id of [first, second]) await completeAnalysis(org, id);
    await pushAppointment(org, { event_id: "e-3", start_time: addMinutes(1550) });
    t.is(await loadMatch(org, far), "e-3 window");
    await deleteRecording(org, far);
    await linkAppointment(org, first, "e-2");
    t.is(await loadMatch(org, first), "e-2 manual");
    t.is(await loadMatch(org, near), "e-1 window");
    t.is(await loadMatch(org, second), null);
    await putAppointment(org, { start_time: addMinutes(1450) }, "e-3");
    t.is(await loadMatch(org, second), "e-3 window");
  });

test("keepManual replaces what debrief matched, and refuses to replace what a person did", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(5000) });
  const [first, second] = [await ingestCallAt(org, 0), await ingestCallAt(org, 5000)];
  const link = async (id: string, eventId: string): Promise<string | null> => {
    const query = `mutation ($id: ID!, $eventId: String!) {
      linkAppointment(recordingId: $id, eventId: $eventId, keepManual: true) { id }
    }`;
    const { errors } = await org.sendGraphql(query, { id, eventId });
    const [error] = errors ?? [];
    return error ? `${error.extensions.code} ${error.message}` : loadMatch(org, id);
  };
  t.is(await loadMatch(org, first), "e-1 window");
  t.is(await link(second, "e-1"), "e-1 manual");
  const refusal = "CONFLICT The recording or the appointment is linked to another one";
  t.is(await link(first, "e-1"), refusal);
  t.is(await link(second, "e-2"), refusal);
  t.is(await loadMatch(org, second), "e-1 manual");
});

test("a manual match replaces an explicit match, and no rule replaces it", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(5000) });
  const call = { call_id: "linked", event_id: "e-1" };
  const id = await ingestCallAt(org, 0, call);
  const explicit = await ingestCallAt(org, 5000, { event_id: "e-2" });
  await linkAppointment(org, id, "e-2");
  t.is(await loadMatch(org, explicit), null);
  t.is((await fetchAppointment(org)).recordingId, null);
  const steps = [
    () => pushAppointment(org, { event_id: "e-3" }),
    () => pushAppointment(org),
    () => pushAppointment(org, { event_id: "e-2" }),
    () => putAppointment(org, { start_time: addMinutes(9000) }, "e-2"),
    () => ingestCallAt(org, 0, call),
    () => ingestCallAt(org, 9000, { ...call, event_id: "e-3" }),
    () => ingestCallAt(org, 9000, { ...call, event_id: null }),
    () => ingestCallAt(org, 9000, { event_id: "e-2" }),
    () => ingestCallAt(org, 9000),
    () => completeAnalysis(org, id),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    t.is(await loadMatch(org, id), "e-2 manual", `${index}`);
  }
  t.is(await loadMatch(org, explicit), null);
});

test("the first call to arrive doesn't replace a manual match when it sends the event id later", async (t) => {
  const { org } = t.context;
  const first = await ingestCallAt(org, 0, { call_id: "first" });
  const id = await ingestCallAt(org, 0);
  await pushAppointment(org, { start_time: addMinutes(5000) });
  await linkAppointment(org, id, "e-1");
  await ingestCallAt(org, 0, { call_id: "first", event_id: "e-1" });
  t.deepEqual([await loadMatch(org, first), await loadMatch(org, id)], [null, "e-1 manual"]);
});

test("linking a recording again moves it to the new appointment", async (t) => {
  const { org } = t.context;
  const id = await ingestCallAt(org, 5000);
  for (const event_id of ["e-1", "e-2"]) await pushAppointment(org, { event_id });
  await linkAppointment(org, id, "e-1");
  for (const event_id of ["e-2", "e-2"]) await linkAppointment(org, id, event_id);
  t.is(await loadMatch(org, id), "e-2 manual");
  t.is((await fetchAppointment(org)).recordingId, null);
});

test("after its linked appointment is deleted, a recording matches by its own event id", async (t) => {
  const { org } = t.context;
  for (const event_id of ["e-1", "e-2"])
    await pushAppointment(org, { event_id, start_time: addMinutes(5000) });
  const id = await ingestCallAt(org, 0, { event_id: "e-1" });
  await linkAppointment(org, id, "e-2");
  await deleteAppointment(org, "e-2");
  t.is(await loadMatch(org, id), "e-1 explicit");
});

test("after a linked recording is erased, the call with the event id matches", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { start_time: addMinutes(5000) });
  const [id, explicit] = [
    await ingestCallAt(org, 0),
    await ingestCallAt(org, 0, { event_id: "e-1" }),
  ];
  await ingestCallAt(org, 5000);
  await linkAppointment(org, id, "e-1");
  await deleteRecording(org, id);
  t.is(await loadMatch(org, explicit), "e-1 explicit");
});

for (const [method, fields] of [
  ["window", {}],
  ["explicit", { event_id: "e-1" }],
] as const)
  test(`an unlinked ${method} match doesn't come back by itself, and both sides may match others`, async (t) => {
    const { org } = t.context;
    await pushAppointment(org);
    const call = { call_id: "unlinked", ...fields };
    const id = await ingestCallAt(org, 0, call);
    t.is(await loadMatch(org, id), `e-1 ${method}`);
    t.deepEqual(await unlinkAppointment(org, id), { eventId: null, match: null });
    t.like(await fetchAppointment(org), { recordingId: null, matchStatus: "pending" });
    for (const step of [
      () => pushAppointment(org),
      () => ingestCallAt(org, 1, call),
      () => putAppointment(org, { title: "x" }),
    ]) {
      await step();
      t.is(await loadMatch(org, id), null);
    }
    await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(40) });
    t.is(await loadMatch(org, id), "e-2 window");
    const other = await ingestCallAt(org, 50);
    t.deepEqual([await loadMatch(org, other), await loadMatch(org, id)], ["e-2 window", null]);
    await putAppointment(org, { start_time: addMinutes(45) });
    t.is(await loadMatch(org, other), "e-1 window");
    t.is(await loadMatch(org, id), "e-2 window");
    await completeAnalysis(org, id);
    await deleteAppointment(org, "e-2");
    await deleteRecording(org, other);
    t.is(await loadMatch(org, id), null);
    await linkAppointment(org, id, "e-1");
    t.is(await loadMatch(org, id), "e-1 manual");
    t.is((await fetchAppointment(org)).recordingId, id);
  });

test("an unlinked pair doesn't match again by itself, and the rules apply to all other pairs", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  const explicit = await ingestCallAt(org, 5000, { event_id: "e-2" });
  const id = await ingestCallAt(org, 0, { event_id: "e-1" });
  await linkAppointment(org, id, "e-2");
  t.is(await loadMatch(org, explicit), null);
  await unlinkAppointment(org, id);
  t.is(await loadMatch(org, id), "e-1 explicit");
  t.is(await loadMatch(org, explicit), "e-2 explicit");
  const later = await ingestCallAt(org, 5000, { event_id: "e-1" });
  await unlinkAppointment(org, id);
  t.is(await loadMatch(org, later), "e-1 explicit");
  t.is(await loadMatch(org, id), null);
});

test("an unlinked call waits for its event id again after that appointment is deleted", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  const id = await ingestCallAt(org, 0, { event_id: "e-1" });
  await unlinkAppointment(org, id);
  t.is(await loadMatch(org, id), "e-2 window");
  await deleteAppointment(org, "e-1");
  const nearer = await ingestCallAt(org, 1);
  t.is(await loadMatch(org, nearer), "e-2 window");
  t.is(await loadMatch(org, id), null);
  await pushAppointment(org);
  t.is(await loadMatch(org, id), "e-1 explicit");
});

test("an unmatched recording can't be unlinked", async (t) => {
  const { org } = t.context;
  const id = await ingestCallAt(org, 0);
  const { errors } = await org.sendGraphql(
    `mutation { unlinkAppointment(recordingId: "${id}") { id } }`,
  );
  t.is(errors?.[0]?.extensions.code, "CONFLICT");
});

const buildLink = (id: string, eventId: string) =>
  `mutation { linkAppointment(recordingId: "${id}", eventId: "${eventId}") { id } }`;

test("linking an unknown or foreign id is refused and changes nothing", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  await pushAppointment(other, { event_id: "theirs" });
  const theirs = await ingestCallAt(other, 0);
  await pushAppointment(org, { start_time: addMinutes(5000) });
  const mine = await ingestCallAt(org, 0);
  for (const [document, message] of [
    [buildLink("unknown", "e-1"), "Recording not found"],
    [buildLink(theirs, "e-1"), "Recording not found"],
    [buildLink(theirs, "theirs"), "Recording not found"],
    [buildLink(mine, "unknown"), "Appointment not found"],
    [buildLink(mine, "theirs"), "Appointment not found"],
    ['mutation { unlinkAppointment(recordingId: "unknown") { id } }', "Recording not found"],
    [`mutation { unlinkAppointment(recordingId: "${theirs}") { id } }`, "Recording not found"],
  ] as const) {
    const { errors } = await org.sendGraphql(document);
    t.like(errors?.[0], { message, extensions: { code: "NOT_FOUND" } }, document);
  }
  t.is(await loadMatch(other, theirs), "theirs window");
  t.is(await loadMatch(org, mine), null);
});
