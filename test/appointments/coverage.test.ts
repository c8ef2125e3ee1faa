import { deleteAppointment } from "../helpers/matching/matches.js";
import { test } from "../helpers/own-paused-suite.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const COVERAGE = `query ($from: DateFrom!, $to: DateTo!, $userEmail: String) {
  coverage(from: $from, to: $to, userEmail: $userEmail) { due recorded }
}`;
const APPOINTMENTS = `query ($matchStatus: MatchStatus) {
  appointments(filter: { matchStatus: $matchStatus }) { nodes { id } }
}`;

const DAY = { from: "2026-03-03", to: "2026-03-03" };

const stopClockAt = ({ clock }: TestServer, time: string): void => {
  clock.step = 0;
  clock.time = Date.parse(time);
};

/** Loads the coverage as `recorded/due`. */
const loadCoverage = async (org: Tenant, variables: object = DAY): Promise<string> => {
  const { due, recorded } = (await org.graphql(COVERAGE, variables)).coverage;
  return `${recorded}/${due}`;
};

const pushAt = async (org: Tenant, start_time: string, fields: object = {}) =>
  pushAppointment(org, { event_id: start_time, start_time, ...fields });

test.serial("due appointments are the matched and the missed ones", async (t) => {
  const { org, server } = t.context;
  stopClockAt(server, "2026-03-03T10:15:00.000Z");
  t.is(await loadCoverage(org), "0/0");
  await pushAt(org, "2026-03-03T08:00:00Z");
  await pushAt(org, "2026-03-03T09:59:59.999Z");
  await pushAt(org, "2026-03-03T10:00:00Z");
  await pushAt(org, "2026-03-03T20:00:00Z");
  t.is(await loadCoverage(org), "0/2", "the third is due a millisecond later");
  await org.ingestCall({ event_id: "2026-03-03T08:00:00Z" });
  t.is(await loadCoverage(org), "1/2");
  await org.ingestCall({ event_id: "2026-03-03T20:00:00Z" });
  t.is(await loadCoverage(org), "2/3", "an appointment recorded early is due too");
  stopClockAt(server, "2026-03-03T10:15:00.001Z");
  t.is(await loadCoverage(org), "2/4");
  for (const [matchStatus, count] of [
    ["matched", 2],
    ["missed", 2],
    ["pending", 0],
  ])
    t.is((await org.graphql(APPOINTMENTS, { matchStatus })).appointments.nodes.length, count);
});

test.serial("a deleted appointment isn't due", async (t) => {
  const { org, server } = t.context;
  stopClockAt(server, "2026-03-04T00:00:00Z");
  await pushAt(org, "2026-03-03T08:00:00Z");
  await pushAt(org, "2026-03-03T09:00:00Z");
  await deleteAppointment(org, "2026-03-03T08:00:00Z");
  t.is(await loadCoverage(org), "0/1");
});

test.serial(
  "coverage counts appointments that start in the range, of all users or one",
  async (t) => {
    const { org, server } = t.context;
    await org.createUser("two@example.com");
    stopClockAt(server, "2027-06-01T00:00:00Z");
    const two = { user_email: "two@example.com" };
    await pushAt(org, "2026-03-02T23:59:59.999Z");
    await pushAt(org, "2026-03-03T00:00:00.000Z");
    await pushAt(org, "2026-03-03T23:59:59.999Z", two);
    await pushAt(org, "2026-03-04T00:00:00.000Z", two);
    await pushAt(org, "2026-12-31T12:00:00Z", two);
    await org.ingestCall({ event_id: "2026-03-03T00:00:00.000Z" });
    const year = { from: "2026-01-01", to: "2026-12-31" };
    t.is(await loadCoverage(org), "1/2");
    t.is(await loadCoverage(org, year), "1/5");
    t.is(await loadCoverage(org, { ...year, userEmail: "TWO@example.com" }), "0/3");
    t.is(await loadCoverage(org, { ...DAY, userEmail: "rep@example.com" }), "1/1");
    t.is(await loadCoverage(org, { ...year, userEmail: "nobody@example.com" }), "0/0");
    t.is(await loadCoverage(org, { from: "2026-03-04", to: "2026-03-03" }), "0/0");
  },
);

test.serial("a coverage range is at most 366 days", async (t) => {
  const { org } = t.context;
  t.is(await loadCoverage(org, { from: "2026-01-01", to: "2027-01-01" }), "0/0");
  const { errors } = await org.sendGraphql(COVERAGE, { from: "2026-01-01", to: "2027-01-02" });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "to" });
});

test.serial("another organization's appointments and users don't count", async (t) => {
  const { org, server } = t.context;
  stopClockAt(server, "2026-03-04T00:00:00Z");
  const other = await server.createTenant("Other");
  await other.createUser("theirs@example.com");
  await pushAt(other, "2026-03-03T08:00:00Z", { user_email: "theirs@example.com" });
  t.is(await loadCoverage(other), "0/1");
  t.is(await loadCoverage(org), "0/0");
  t.is(await loadCoverage(org, { ...DAY, userEmail: "theirs@example.com" }), "0/0");
});
