import { linkAppointment, ingestCallAt, addMinutes } from "../helpers/matching/matches.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { countStatements } from "../helpers/engine/count-statements.js";
import { test } from "../helpers/own-paused-suite.js";

const CANDIDATES = `query ($id: ID!) {
  recording(id: $id) { matchCandidates { eventId recordingId userEmail matchStatus } }
}`;
const ALL_CANDIDATES = `{ recordings { nodes { id matchCandidates { eventId } } } }`;

const DAY_MINUTES = 24 * 60;

const listCandidates = async (org: Tenant, id: string): Promise<string[]> =>
  (await org.graphql(CANDIDATES, { id })).recording.matchCandidates.map(
    ({ eventId }: { eventId: string }) => eventId,
  );

const pushAt = async (org: Tenant, event_id: string, offset: number, fields: object = {}) =>
  pushAppointment(org, { event_id, start_time: addMinutes(offset), ...fields });

test.serial("match candidates are the rep's appointments, nearest start first", async (t) => {
  const { org } = t.context;
  const two = await org.createUser("two@example.com");
  const starts = { late: 300, soon: 20, before: -30, exact: 0, early: -200, other: 5 };
  for (const [event, offset] of Object.entries(starts))
    await pushAt(org, event, offset, event === "other" ? { user_email: two } : {});
  const id = await ingestCallAt(org, 0);
  t.deepEqual(await listCandidates(org, id), ["exact", "soon", "before", "early", "late"]);
  t.deepEqual(await listCandidates(org, await ingestCallAt(org, 5, { user_email: two })), [
    "other",
  ]);
});

test.serial("matched and unlinked appointments are candidates too", async (t) => {
  const { org } = t.context;
  await pushAt(org, "a", 0);
  await pushAt(org, "b", 30);
  const [first, second] = [await ingestCallAt(org, 0), await ingestCallAt(org, 30)];
  await linkAppointment(org, first, "b");
  t.deepEqual((await org.graphql(CANDIDATES, { id: second })).recording.matchCandidates, [
    { eventId: "b", recordingId: first, userEmail: "rep@example.com", matchStatus: "matched" },
    { eventId: "a", recordingId: second, userEmail: "rep@example.com", matchStatus: "matched" },
  ]);
});

test.serial("candidates start at most 7 days before or after the call", async (t) => {
  const { org } = t.context;
  const id = await ingestCallAt(org, 0);
  const edges = { before: -7 * DAY_MINUTES, after: 7 * DAY_MINUTES };
  for (const [event, offset] of Object.entries(edges)) await pushAt(org, event, offset);
  await pushAt(org, "too early", -7 * DAY_MINUTES - 1);
  await pushAt(org, "too late", 7 * DAY_MINUTES + 1);
  t.deepEqual((await listCandidates(org, id)).toSorted(), ["after", "before"]);
});

test.serial("a recording has at most 20 candidates, the nearest of both sides", async (t) => {
  const { org } = t.context;
  const offsets = [
    ...Array.from({ length: 15 }, (_, index) => -10 * (index + 1)),
    ...Array.from({ length: 25 }, (_, index) => 10 * (index + 1) + 1),
  ];
  for (const offset of offsets) await pushAt(org, String(offset), offset);
  const nearest = offsets.toSorted((a, b) => Math.abs(a) - Math.abs(b)).slice(0, 20);
  t.deepEqual(await listCandidates(org, await ingestCallAt(org, 0)), nearest.map(String));
});

test.serial("all recordings of a page load their candidates in one statement", async (t) => {
  const { org, server } = t.context;
  await org.createUser("two@example.com");
  await pushAt(org, "mine", 0);
  await pushAt(org, "theirs", 0, { user_email: "two@example.com" });
  await org.createProcessed({ started_at: addMinutes(1) });
  const { count: one } = await countStatements(server, () => org.graphql(ALL_CANDIDATES));
  await org.createProcessed({ started_at: addMinutes(2), user_email: "two@example.com" });
  await org.createProcessed({ started_at: addMinutes(30 * DAY_MINUTES) });
  const { count, result } = await countStatements(server, () => org.graphql(ALL_CANDIDATES));
  t.is(count, one);
  t.deepEqual(
    result.recordings.nodes.map((node: { matchCandidates: object[] }) => node.matchCandidates),
    [[], [{ eventId: "theirs" }], [{ eventId: "mine" }]],
  );
});

test.serial("another organization's appointments are never candidates", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser();
  await pushAt(other, "theirs", 0);
  t.deepEqual(await listCandidates(org, await ingestCallAt(org, 0)), []);
});
