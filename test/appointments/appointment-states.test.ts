import {
  fetchAppointment,
  pushAppointment,
  pushAppointmentRaw,
  putAppointment,
} from "../helpers/appointments/push-appointment.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** Stops the server's clock. The tests of this file are serial because they share it. */
const stopClockAt = ({ clock }: TestServer, time: string): void => {
  clock.step = 0;
  clock.time = Date.parse(time);
};

const LIST = `query ($matchStatus: MatchStatus) {
  appointments(filter: { matchStatus: $matchStatus }) { nodes { eventId matchStatus status } }
}`;

const listByStatus = async (org: Tenant, matchStatus: string | null) =>
  (await org.graphql(LIST, { matchStatus })).appointments.nodes.map(
    (node: { eventId: string; matchStatus: string }) => `${node.eventId} ${node.matchStatus}`,
  );

test.serial(
  "scheduledAt is 15 minutes after the start, also after the start changes",
  async (t) => {
    const { org } = t.context;
    t.is((await pushAppointment(org)).scheduledAt, "2026-03-03T10:15:00.000Z");
    const changed = await putAppointment(org, { start_time: "2026-12-31T23:50:00.5Z" });
    t.is(changed.body.appointment.scheduledAt, "2027-01-01T00:05:00.500Z");
  },
);

test.serial("a start whose scheduledAt would need a five-digit year is refused", async (t) => {
  const { org } = t.context;
  const last = await pushAppointment(org, { start_time: "9999-12-31T23:44:59.999Z" });
  t.is(last.scheduledAt, "9999-12-31T23:59:59.999Z");
  t.like(await pushAppointmentRaw(org, { start_time: "9999-12-31T23:45:00Z" }), {
    status: 400,
    body: { code: "INVALID_FIELD", field: "start_time" },
  });
});

test.serial("an appointment is pending until scheduledAt and missed after it", async (t) => {
  const { org, server } = t.context;
  stopClockAt(server, "2026-03-03T09:00:00Z");
  t.is((await pushAppointment(org)).matchStatus, "pending");
  stopClockAt(server, "2026-03-03T10:15:00.000Z");
  t.is((await fetchAppointment(org)).matchStatus, "pending");
  stopClockAt(server, "2026-03-03T10:15:00.001Z");
  t.like(await fetchAppointment(org), {
    matchStatus: "missed",
    status: "scheduled",
    recordingId: null,
  });
  const changed = await putAppointment(org, { start_time: "2026-03-03T11:00:00Z" });
  t.is(changed.body.appointment.matchStatus, "pending");
});

test.serial("a later call matches a missed appointment", async (t) => {
  const { org, server } = t.context;
  stopClockAt(server, "2026-03-04T00:00:00Z");
  t.is((await pushAppointment(org)).matchStatus, "missed");
  const recordingId = await org.ingestCall({ event_id: "e-1" });
  t.like(await fetchAppointment(org), { matchStatus: "matched", recordingId, status: "scheduled" });
});

test.serial("the matchStatus filter finds appointments by the status that they show", async (t) => {
  const { org, server } = t.context;
  stopClockAt(server, "2026-03-03T10:15:00.000Z");
  await pushAppointment(org, { event_id: "due", start_time: "2026-03-03T10:00:00Z" });
  await pushAppointment(org, { event_id: "over", start_time: "2026-03-03T09:59:59.999Z" });
  await pushAppointment(org, { event_id: "taken", start_time: "2026-03-03T08:00:00Z" });
  await org.ingestCall({ event_id: "taken" });
  t.deepEqual(await listByStatus(org, "pending"), ["due pending"]);
  t.deepEqual(await listByStatus(org, "missed"), ["over missed"]);
  t.deepEqual(await listByStatus(org, "matched"), ["taken matched"]);
  t.deepEqual(await listByStatus(org, null), ["taken matched", "over missed", "due pending"]);
});

test.serial(
  "pushing an appointment twice in a millisecond returns the same appointment",
  async (t) => {
    const { org, server } = t.context;
    stopClockAt(server, "2026-03-02T12:00:00Z");
    const first = await pushAppointment(org);
    t.deepEqual(await pushAppointment(org), first);
    t.is((await putAppointment(org, {})).status, 200);
    t.deepEqual(await fetchAppointment(org), first);
  },
);
