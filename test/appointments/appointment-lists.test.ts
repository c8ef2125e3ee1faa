import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Answer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const idsOf = (answer: Answer): string[] =>
  answer.body.appointments.map((item: { event_id: string }) => item.event_id);

test("appointments are listed by their start, then by id", async (t) => {
  const { org } = t.context;
  const hours = [11, 9, 10, 9, 11, 9];
  const pushed = await Promise.all(
    hours.map(async (hour, index) =>
      pushAppointment(org, {
        event_id: `e-${index}`,
        start_time: `2026-03-03T${hour}:00:00Z`.replace("T9", "T09"),
      }),
    ),
  );
  const ordered = pushed
    .toSorted((a, b) => (`${a.startTime}${a.id}` < `${b.startTime}${b.id}` ? -1 : 1))
    .map((item) => item.event_id);
  t.deepEqual(idsOf(await org.get("/v1/scheduled-tasks")), ordered);
  const first = await org.get("/v1/scheduled-tasks?limit=4");
  t.true(first.body.hasMore);
  const rest = await org.get(`/v1/scheduled-tasks?limit=4&startAfter=${first.body.nextCursor}`);
  t.deepEqual([...idsOf(first), ...idsOf(rest)], ordered);
  t.like(rest.body, { hasMore: false, nextCursor: null });
});

test("appointments are listed between two dates, of one user", async (t) => {
  const { org } = t.context;
  await org.createUser("two@example.com");
  await pushAppointment(org, { event_id: "a", start_time: "2026-03-02T23:59:59.999Z" });
  await pushAppointment(org, { event_id: "b", start_time: "2026-03-03T00:00:00.000Z" });
  const two = { user_email: "two@example.com", start_time: "2026-03-03T23:59:59.999Z" };
  await pushAppointment(org, { ...two, event_id: "c" });
  await pushAppointment(org, { event_id: "d", start_time: "2026-03-04T00:00:00.000Z" });
  const lists: Record<string, string[]> = {
    "fromDate=2026-03-03": ["b", "c", "d"],
    "toDate=2026-03-03": ["a", "b", "c"],
    "fromDate=2026-03-03&toDate=2026-03-03": ["b", "c"],
    "fromDate=2026-03-03T00:00:00.001Z&toDate=2026-03-03T23:59:59.998Z": [],
    "fromDate=2026-03-04&toDate=2026-03-03": [],
    "user_email=TWO@example.com": ["c"],
    "user_email=rep@example.com&fromDate=2026-03-03": ["b", "d"],
    "user_email=nobody@example.com": [],
  };
  for (const [query, expected] of Object.entries(lists))
    t.deepEqual(idsOf(await org.get(`/v1/scheduled-tasks?${query}`)), expected, query);
});
