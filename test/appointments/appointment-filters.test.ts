import { freezeClock } from "../helpers/server/freeze-clock.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const APPOINTMENTS = `query ($filter: AppointmentFilter) {
  page: appointments(filter: $filter) { nodes { eventId matchStatus } }
}`;

const listEventIds = async (org: Tenant, filter: object = {}): Promise<string[]> =>
  (await org.graphql(APPOINTMENTS, { filter })).page.nodes.map(
    ({ eventId }: { eventId: string }) => eventId,
  );

const push = async (org: Tenant, eventId: string, fields: object = {}): Promise<void> => {
  const { status, text } = await org.send("POST", "/v1/scheduled-tasks", {
    event_id: eventId,
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    ...fields,
  });
  if (status !== 200) throw new Error(text);
};

test("userEmail ignores case and finds appointments of inactive users", async (t) => {
  const { org } = t.context;
  await org.createUser("Other@example.com");
  await push(org, "own");
  await push(org, "other", { user_email: "other@example.com" });
  await org.createUser("other@example.com", { active: false });
  for (const userEmail of ["other@example.com", "OTHER@EXAMPLE.COM"])
    t.deepEqual(await listEventIds(org, { userEmail }), ["other"]);
  t.deepEqual(await listEventIds(org, { userEmail: "rep@example.com" }), ["own"]);
});

test("an unknown or foreign e-mail finds no appointments", async (t) => {
  const { org, server } = t.context;
  await (await server.createTenant()).createUser("theirs@example.com");
  await push(org, "e-1");
  for (const userEmail of ["nobody@example.com", "theirs@example.com", ""])
    t.deepEqual(await listEventIds(org, { userEmail }), []);
});

test("from and to bound the start of an appointment, inclusively", async (t) => {
  const { org } = t.context;
  for (const time of ["02T23:59:59.999", "03T00:00", "03T23:59:59.999", "04T00:00"])
    await push(org, time, { start_time: `2026-03-${time}Z` });
  const day = ["03T00:00", "03T23:59:59.999"];
  t.deepEqual(await listEventIds(org, { from: "2026-03-03", to: "2026-03-03" }), day);
  t.deepEqual(
    await listEventIds(org, { from: "2026-03-03T00:00:00Z", to: "2026-03-03T23:59:59.999+00:00" }),
    day,
  );
  t.deepEqual(await listEventIds(org, { from: "2026-03-03T23:59:59.999Z" }), [day[1], "04T00:00"]);
  t.deepEqual(await listEventIds(org, { to: "2026-03-03T00:00:00Z" }), ["02T23:59:59.999", day[0]]);
  t.deepEqual(await listEventIds(org, { from: "2026-03-04", to: "2026-03-03" }), []);
});

test.serial(
  "an appointment is pending until 15 minutes after its start, then missed",
  async (t) => {
    const { org, server } = t.context;
    await push(org, "open", { start_time: "2026-03-03T10:00:00Z" });
    await push(org, "called", { start_time: "2026-03-03T10:00:00Z" });
    await org.ingestCall({ event_id: "called" });
    for (const [time, status] of [
      ["2026-03-03T10:00:00.000Z", "pending"],
      ["2026-03-03T10:14:59.999Z", "pending"],
      ["2026-03-03T10:15:00.000Z", "pending"],
      ["2026-03-03T10:15:00.001Z", "missed"],
    ] as const)
      await freezeClock(server, time, async () => {
        t.deepEqual(
          (await org.graphql(APPOINTMENTS)).page.nodes.toSorted(
            (a: { eventId: string }, b: { eventId: string }) => (a.eventId < b.eventId ? -1 : 1),
          ),
          [
            { eventId: "called", matchStatus: "matched" },
            { eventId: "open", matchStatus: status },
          ],
          time,
        );
        t.deepEqual(await listEventIds(org, { matchStatus: "matched" }), ["called"], time);
        for (const matchStatus of ["pending", "missed"])
          t.deepEqual(
            await listEventIds(org, { matchStatus }),
            matchStatus === status ? ["open"] : [],
            `${matchStatus} at ${time}`,
          );
      });
  },
);

test.serial("the matchStatus filter combines with from and to", async (t) => {
  const { org, server } = t.context;
  for (const day of [1, 2, 3, 4])
    await push(org, `day ${day}`, { start_time: `2026-03-0${day}T10:00:00Z` });
  await freezeClock(server, "2026-03-03T00:00:00Z", async () => {
    const missed = { matchStatus: "missed" };
    t.deepEqual(await listEventIds(org, missed), ["day 1", "day 2"]);
    t.deepEqual(await listEventIds(org, { ...missed, from: "2026-03-02" }), ["day 2"]);
    t.deepEqual(await listEventIds(org, { ...missed, to: "2026-03-01" }), ["day 1"]);
    const pending = { matchStatus: "pending" };
    t.deepEqual(await listEventIds(org, { ...pending, to: "2026-03-03" }), ["day 3"]);
    t.deepEqual(await listEventIds(org, { ...pending, from: "2026-03-01" }), ["day 3", "day 4"]);
  });
});

test.serial(
  "a page of pending appointments never shows a missed one, even as time passes",
  async (t) => {
    const { org, server } = t.context;
    for (const minute of ["00", "01", "02", "03"])
      await push(org, minute, { start_time: `2026-03-03T10:${minute}:00Z` });
    await freezeClock(server, "2026-03-03T10:14:00Z", async () => {
      server.clock.step = 60_000;
      const { page } = await org.graphql(APPOINTMENTS, { filter: { matchStatus: "pending" } });
      t.true(page.nodes.length > 0);
      for (const node of page.nodes) t.is(node.matchStatus, "pending", node.eventId);
    });
  },
);
