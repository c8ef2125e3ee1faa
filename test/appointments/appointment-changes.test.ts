import {
  fetchAppointment,
  fetchClient,
  pickKeys,
  pushAppointment,
  pushAppointmentRaw,
  putAppointment,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

const full = {
  end_time: "2026-03-03T11:00:00Z",
  title: "Roof",
  customer: { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" },
  metadata: { a: 1 },
};

const fullResponse = {
  user_email: "rep@example.com",
  startTime: "2026-03-03T10:00:00.000Z",
  endTime: "2026-03-03T11:00:00.000Z",
  title: "Roof",
  client: full.customer,
  customerName: "Ann",
  customerEmail: "ann@example.com",
  metadata: { a: 1 },
};

/** A PUT with one change, and its effect on the response. */
const changes: [string, object, object][] = [
  ["start_time", { start_time: "2026-03-03T09:00:00Z" }, { startTime: "2026-03-03T09:00:00.000Z" }],
  ["end_time", { end_time: "2026-03-03T12:30:00Z" }, { endTime: "2026-03-03T12:30:00.000Z" }],
  ["title", { title: "Wall" }, { title: "Wall" }],
  ["an empty title", { title: "" }, { title: "" }],
  ["metadata", { metadata: { b: 2 } }, { metadata: { b: 2 } }],
  [
    "the customer's name",
    { customer: { name: "Bea" } },
    { client: { ...full.customer, name: "Bea" }, customerName: "Bea" },
  ],
  [
    "the customer's e-mail and place",
    { customer: { email: "b@example.com", location: "2 Main St", phone: "ignored" } },
    {
      client: { ...full.customer, email: "b@example.com", location: "2 Main St" },
      customerEmail: "b@example.com",
    },
  ],
  ["an empty customer", { customer: {} }, {}],
  ["nothing", {}, {}],
  ["end_time: null", { end_time: null }, { endTime: null }],
  ["title: null", { title: null }, { title: null }],
  ["metadata: null", { metadata: null }, { metadata: {} }],
  ["customer: null", { customer: null }, { client: null, customerName: null, customerEmail: null }],
  [
    "the customer's fields: null",
    { customer: { id: null, name: null, email: null } },
    {
      client: { id: null, name: null, email: null, location: "1 Main St" },
      customerName: null,
      customerEmail: null,
    },
  ],
];

for (const [name, change, result] of changes)
  test(`PUT and POST change ${name} and keep all else`, async (t) => {
    const { org } = t.context;
    const expected = { ...fullResponse, ...result };
    await pushAppointment(org, full);
    const answer = await putAppointment(org, change);
    t.is(answer.status, 200);
    t.deepEqual(pickKeys(answer.body.appointment, expected), expected);
    t.deepEqual(await fetchAppointment(org), answer.body.appointment);

    await pushAppointment(org, { ...full, event_id: "e-2" });
    t.deepEqual(
      pickKeys(await pushAppointment(org, { event_id: "e-2", ...change }), expected),
      expected,
    );
  });

test("a cleared customer's fields don't return with the next customer", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, full);
  await putAppointment(org, { customer: null });
  const { body } = await putAppointment(org, { customer: { name: "Bea" } });
  t.deepEqual(body.appointment.client, { id: null, name: "Bea", email: null, location: null });
});

test("a PUT can't clear a required field", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, full);
  for (const field of ["start_time", "user_email", "event_id"])
    t.like(await putAppointment(org, { title: "Wall", [field]: null }), {
      status: 400,
      body: { code: "MISSING_REQUIRED_FIELD", field },
    });
  t.like(await fetchAppointment(org), fullResponse);
});

test("the first required field that is null is reported before any invalid value", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, full);
  const body: Record<string, unknown> = { title: 7, end_time: "never" };
  for (const field of ["start_time", "user_email", "event_id"]) {
    body[field] = null;
    t.like(await putAppointment(org, body), {
      status: 400,
      body: { code: "MISSING_REQUIRED_FIELD", field },
    });
  }
});

test("an event id in the body of a PUT must equal the path", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  for (const event_id of ["e-2", "E-1", "", 1])
    t.like(await putAppointment(org, { event_id, title: "Wall" }), {
      status: 400,
      body: { code: "INVALID_FIELD", field: "event_id" },
    });
  t.is((await fetchAppointment(org)).title, null);
  const same = await putAppointment(org, { event_id: "e-1", title: "Wall" });
  t.like(same.body.appointment, { event_id: "e-1", title: "Wall" });
});

test("PUT and POST can assign an appointment to another user", async (t) => {
  const { org } = t.context;
  await org.createUser("Two@example.com");
  await pushAppointment(org, full);
  const answer = await putAppointment(org, { user_email: "two@EXAMPLE.com" });
  t.like(answer.body.appointment, { ...fullResponse, user_email: "Two@example.com" });
  t.is((await pushAppointment(org)).user_email, "rep@example.com");
});

test("an appointment can't be assigned to an inactive or unknown user", async (t) => {
  const { org } = t.context;
  await org.createUser("gone@example.com", { active: false });
  await pushAppointment(org, full);
  for (const user_email of ["nobody@example.com", "gone@example.com"])
    t.like(await putAppointment(org, { user_email, title: "Wall", customer: { id: "c-2" } }), {
      status: 400,
      body: { code: "USER_NOT_FOUND", field: "user_email" },
    });
  t.like(await fetchAppointment(org), fullResponse);
  t.is(await fetchClient(org, "c-2"), undefined);
});

test("an inactive user's appointment can be changed, but not pushed again", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, full);
  await org.createUser("rep@example.com", { active: false });
  const { body } = await putAppointment(org, { title: "Wall" });
  t.like(body.appointment, { ...fullResponse, title: "Wall" });
  t.like(await pushAppointmentRaw(org), { status: 400, body: { code: "USER_NOT_FOUND" } });
});

test("a PUT of an unknown appointment creates none", async (t) => {
  const { org } = t.context;
  const answer = await putAppointment(org, { title: "Wall", customer: { id: "c-1" } }, "unknown");
  t.is(answer.status, 404);
  t.deepEqual(answer.body, { message: "Appointment not found", code: "NOT_FOUND" });
  t.deepEqual((await org.get("/v1/scheduled-tasks")).body.appointments, []);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
});

test("a new end is validated against a new start of the same request", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, full);
  const nextDay = { start_time: "2026-03-04T10:00:00Z", end_time: "2026-03-04T11:00:00Z" };
  t.is((await putAppointment(org, nextDay)).status, 200);
  t.like(await putAppointment(org, { end_time: "2026-03-04T09:00:00Z" }), {
    status: 400,
    body: { code: "INVALID_FIELD", field: "end_time" },
  });
  t.is(
    (await putAppointment(org, { start_time: "2026-03-05T10:00:00Z", end_time: null })).status,
    200,
  );
});
