import { test } from "./helpers/suite.js";

test("an appointment that is pushed twice is one appointment", async (t) => {
  const { org } = t.context;
  const body = {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  };
  const first = await org.send("POST", "/v1/scheduled-tasks", { ...body, title: "Roof" });
  t.is(first.status, 200);
  const second = await org.send("POST", "/v1/scheduled-tasks", body);
  t.is(second.body.appointment.id, first.body.appointment.id);
  t.is(second.body.appointment.title, "Roof");
});

test("what a PUT does not send stays as it was", async (t) => {
  const { org } = t.context;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    end_time: "2026-03-03T11:00:00Z",
    title: "Roof",
    customer: { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" },
    metadata: { a: 1 },
  });
  const { body } = await org.send("PUT", "/v1/scheduled-tasks/e-1", { customer: { name: "Anna" } });
  t.like(body.appointment, {
    user_email: "rep@example.com",
    startTime: "2026-03-03T10:00:00.000Z",
    endTime: "2026-03-03T11:00:00.000Z",
    title: "Roof",
    client: { id: "c-1", name: "Anna", email: "ann@example.com", location: "1 Main St" },
    metadata: { a: 1 },
  });
});
