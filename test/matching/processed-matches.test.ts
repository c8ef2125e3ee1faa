import {
  ingestCallAt,
  deleteAppointment,
  deleteRecording,
  loadMatch,
  addMinutes,
} from "../helpers/matching/matches.js";
import {
  fetchAppointment,
  completeAnalysis,
  pushAppointment,
  putAppointment,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

test("a processed recording keeps its window match, whatever moves or comes nearer", async (t) => {
  const { org } = t.context;
  const user_email = await org.createUser("two@example.com");
  await pushAppointment(org);
  const id = await ingestCallAt(org, 20, { call_id: "one" });
  await completeAnalysis(org, id);
  const steps = [
    () => pushAppointment(org, { event_id: "e-2", start_time: addMinutes(20) }),
    () => ingestCallAt(org, 0, { call_id: "nearer" }),
    () => ingestCallAt(org, 500, { call_id: "one", user_email, event_id: "e-2" }),
    () => putAppointment(org, { start_time: addMinutes(5000) }),
    () => pushAppointment(org, { start_time: addMinutes(-5000) }),
    () => putAppointment(org, { user_email }),
    () => completeAnalysis(org, id),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    t.is(await loadMatch(org, id), "e-1 window", `${index}`);
    t.is((await fetchAppointment(org)).recordingId, id);
  }
  await deleteAppointment(org, "e-1");
  t.is(await loadMatch(org, id), "e-2 window");
});

test("an unmatched processed recording matches a later appointment", async (t) => {
  const { org } = t.context;
  const id = await ingestCallAt(org, 20);
  await completeAnalysis(org, id);
  await pushAppointment(org);
  t.is(await loadMatch(org, id), "e-1 window");
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(20) });
  t.is(await loadMatch(org, id), "e-1 window");
});

for (const processed of [false, true])
  test(`an explicit match takes the appointment from a window match${processed ? ", even of a processed call" : ""}`, async (t) => {
    const { org } = t.context;
    await pushAppointment(org);
    const [first, second] = [await ingestCallAt(org, 0), await ingestCallAt(org, 1440)];
    await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(1440) });
    if (processed) for (const id of [first, second]) await completeAnalysis(org, id);
    await pushAppointment(org, { event_id: "e-3", start_time: addMinutes(1500) });
    const explicit = await ingestCallAt(org, 3, { event_id: "e-1" });
    t.is(await loadMatch(org, explicit), "e-1 explicit");
    t.is(await loadMatch(org, first), null);
    await ingestCallAt(org, 3, { event_id: "e-2" });
    t.is(await loadMatch(org, second), "e-3 window");
  });

test("a call with an event id waits for that appointment and matches no other", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const id = await ingestCallAt(org, 0, { event_id: "e-2" });
  t.is(await loadMatch(org, id), null);
  t.like(await fetchAppointment(org), { matchStatus: "pending", recordingId: null });
  await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(5000) });
  t.is(await loadMatch(org, id), "e-2 explicit");
  await deleteAppointment(org, "e-2");
  t.is(await loadMatch(org, id), null);
});

test("the second call to arrive with an event id stays unmatched", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  await ingestCallAt(org, 100, { event_id: "e-1" });
  const second = await ingestCallAt(org, 0, { event_id: "e-1" });
  t.is(await loadMatch(org, second), null);
  t.is((await fetchAppointment(org, "e-2")).recordingId, null);
});

for (const [state, taken] of [
  ["unknown", false],
  ["taken", true],
] as const)
  test(`a call sent again with an event id that is ${state} loses its window match`, async (t) => {
    const { org } = t.context;
    await pushAppointment(org);
    if (taken) {
      await pushAppointment(org, { event_id: "e-2", start_time: addMinutes(5000) });
      await ingestCallAt(org, 0, { event_id: "e-2" });
    }
    const call = { call_id: "again" };
    const id = await ingestCallAt(org, 0, call);
    const next = await ingestCallAt(org, 50);
    t.is(await loadMatch(org, id), "e-1 window");
    await ingestCallAt(org, 0, { ...call, event_id: "e-2" });
    t.is(await loadMatch(org, id), null);
    t.is(await loadMatch(org, next), "e-1 window");
    const nearer = await ingestCallAt(org, 1);
    t.is((await fetchAppointment(org)).recordingId, nearer);
    await ingestCallAt(org, 0, { ...call, event_id: null });
    t.is(await loadMatch(org, id), "e-1 window");
  });

test("an appointment is rematched after its explicit call moves away or is erased", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const call = { call_id: "again", event_id: "e-1" };
  const next = await ingestCallAt(org, 50);
  await ingestCallAt(org, 0, call);
  t.is(await loadMatch(org, next), null);
  await ingestCallAt(org, 0, { ...call, event_id: "e-2" });
  t.is(await loadMatch(org, next), "e-1 window");
  const id = await ingestCallAt(org, 0, call);
  t.is(await loadMatch(org, next), null);
  await deleteRecording(org, id);
  t.is(await loadMatch(org, next), "e-1 window");
});
