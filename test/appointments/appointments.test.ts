import type { Answer } from "../helpers/server.js";
import {
  fetchAppointment,
  pickKeys,
  pushAppointment,
  pushAppointmentRaw,
  putAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

const idsOf = (answer: Answer): string[] =>
  answer.body.appointments.map((item: { event_id: string }) => item.event_id);

test("an appointment pushed twice is one appointment", async (t) => {
  const { org } = t.context;
  const first = await pushAppointment(org, { title: "Roof" });
  const second = await pushAppointment(org);
  t.is(second.id, first.id);
  t.is(second.title, "Roof");
  t.deepEqual(idsOf(await org.get("/v1/scheduled-tasks")), ["e-1"]);
});

test("an appointment pushed ten times at once is one appointment", async (t) => {
  const { org } = t.context;
  const pushed = await Promise.all(Array.from({ length: 10 }, async () => pushAppointment(org)));
  t.is(new Set(pushed.map((item) => item.id)).size, 1);
  t.deepEqual(idsOf(await org.get("/v1/scheduled-tasks")), ["e-1"]);
});

test("every endpoint returns an appointment with the same fields", async (t) => {
  const { org } = t.context;
  const pushed = await pushAppointment(org, {
    end_time: "2026-03-03T11:00:00+00:00",
    title: "Roof",
    customer: { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" },
    metadata: { crew: [1, 2], nested: { deep: null } },
    colour: "ignored",
  });
  const { id, createdAt, updatedAt, ...rest } = pushed;
  t.is(typeof id, "string");
  t.regex(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.is(updatedAt, createdAt);
  t.deepEqual(rest, {
    event_id: "e-1",
    user_email: "rep@example.com",
    startTime: "2026-03-03T10:00:00.000Z",
    endTime: "2026-03-03T11:00:00.000Z",
    title: "Roof",
    client: { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" },
    scheduledAt: "2026-03-03T10:15:00.000Z",
    status: "scheduled",
    customerName: "Ann",
    customerEmail: "ann@example.com",
    metadata: { crew: [1, 2], nested: { deep: null } },
    matchStatus: "pending",
    recordingId: null,
  });
  t.deepEqual(await fetchAppointment(org), pushed);
  t.deepEqual((await org.get("/v1/scheduled-tasks")).body.appointments, [pushed]);
  const { body } = await putAppointment(org, {});
  t.deepEqual({ ...body.appointment, updatedAt }, pushed);
});

test("fields that were never sent are null, and metadata is an empty object", async (t) => {
  const { org } = t.context;
  const unsent = {
    endTime: null,
    title: null,
    client: null,
    customerName: null,
    customerEmail: null,
    metadata: {},
    recordingId: null,
  };
  t.deepEqual(pickKeys(await pushAppointment(org), unsent), unsent);
  const named = await pushAppointment(org, { event_id: "e-2", customer: { name: "Ann" } });
  t.deepEqual(named.client, { id: null, name: "Ann", email: null, location: null });
  t.is(named.customerName, "Ann");
});

test("pushing an existing appointment changes updatedAt, not createdAt", async (t) => {
  const { org } = t.context;
  const first = await pushAppointment(org);
  const second = await pushAppointment(org, { title: "Roof" });
  t.is(second.createdAt, first.createdAt);
  t.true(second.updatedAt > first.updatedAt);
});

test("the first missing required field is reported, before any invalid value", async (t) => {
  const { org } = t.context;
  const sent: Record<string, unknown> = { end_time: "never" };
  for (const field of ["event_id", "user_email", "start_time"]) {
    for (const body of [sent, { ...sent, [field]: null }])
      t.like(await org.send("POST", "/v1/scheduled-tasks", body), {
        status: 400,
        body: { code: "MISSING_REQUIRED_FIELD", field },
      });
    sent[field] = 7;
  }
  t.deepEqual(idsOf(await org.get("/v1/scheduled-tasks")), []);
});

test("event_id and user_email must not be empty", async (t) => {
  const { org } = t.context;
  for (const field of ["event_id", "user_email"])
    t.like(await pushAppointmentRaw(org, { [field]: "" }), {
      status: 400,
      body: { code: "INVALID_FIELD", field },
    });
  t.is((await pushAppointment(org, { event_id: " " })).event_id, " ");
});

test("an appointment that ends before it starts is refused", async (t) => {
  const { org } = t.context;
  t.like(await pushAppointmentRaw(org, { end_time: "2026-03-03T09:59:59.999Z" }), {
    status: 400,
    body: { code: "INVALID_FIELD", field: "end_time" },
  });
  t.is(await fetchAppointment(org), undefined);
  const { startTime, endTime } = await pushAppointment(org, { end_time: "2026-03-03T10:00:00Z" });
  t.is(endTime, startTime);
  const late = { start_time: "2026-03-03T10:00:00.001Z" };
  for (const answer of [await putAppointment(org, late), await pushAppointmentRaw(org, late)])
    t.like(answer, { status: 400, body: { code: "INVALID_FIELD" } });
  t.is((await fetchAppointment(org)).startTime, startTime);
});

test("an appointment requires an active user", async (t) => {
  const { org } = t.context;
  await org.createUser("gone@example.com", { active: false });
  for (const user_email of ["nobody@example.com", "gone@example.com", "not an address"])
    t.like(await pushAppointmentRaw(org, { user_email, customer: { id: "c-1" } }), {
      status: 400,
      body: { code: "USER_NOT_FOUND", field: "user_email" },
    });
  t.is(await fetchAppointment(org), undefined);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
});

test("the user's e-mail ignores case and is returned as stored", async (t) => {
  const { org } = t.context;
  await org.createUser("Mixed.Case@Example.com");
  const { user_email } = await pushAppointment(org, { user_email: "mixed.CASE@example.COM" });
  t.is(user_email, "Mixed.Case@Example.com");
  t.is((await fetchAppointment(org)).user_email, "Mixed.Case@Example.com");
});

test("event ids that differ in case or in spaces are different appointments", async (t) => {
  const { org } = t.context;
  const ids = ["a", "A", " a", "a/b", "100%", "é?#&", "a+b", "日本"];
  for (const event_id of ids) await pushAppointment(org, { event_id, title: `of ${event_id}` });
  for (const event_id of ids)
    t.like(await fetchAppointment(org, event_id), { event_id, title: `of ${event_id}` });
});

test("a deleted appointment disappears everywhere, and its recording stays", async (t) => {
  const { org } = t.context;
  const pushed = await pushAppointment(org, { title: "Roof" });
  const id = await org.createProcessed({ event_id: "e-1" });
  t.is((await fetchRecording(org, id)).eventId, "e-1");
  const missing = { status: 404, body: { message: "Appointment not found", code: "NOT_FOUND" } };
  const deleted = await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  t.like(deleted, { status: 200, body: { message: "Appointment deleted" } });
  t.deepEqual(Object.keys(deleted.body), ["message"]);
  t.like(await org.get("/v1/scheduled-tasks/e-1"), missing);
  t.like(await putAppointment(org, { title: "Again" }), missing);
  t.like(await org.send("DELETE", "/v1/scheduled-tasks/e-1"), missing);
  t.deepEqual((await org.get("/v1/scheduled-tasks")).body.appointments, []);
  t.like(await fetchRecording(org, id), { id, eventId: null });
  const again = await pushAppointment(org);
  t.not(again.id, pushed.id);
  t.is(again.title, null);
});
