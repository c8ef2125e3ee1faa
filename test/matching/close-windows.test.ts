import { connect } from "../../db/engine/connect.js";
import {
  MAX_WINDOWS_PER_CHANGE,
  type OnMatchWindowClosed,
} from "../../graph/matching/close-windows.js";
import {
  createMatchWindowCheck,
  startMatchWindowJob,
} from "../../src/upkeep/jobs/match-windows.js";
import { createLog } from "../../src/base/log/log.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { test } from "../helpers/own-frozen-suite.js";
import {
  fetchAppointment,
  pushAppointment,
  putAppointment,
} from "../helpers/appointments/push-appointment.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const HOUR_MS = 60 * 60_000;
const START_MS = Date.parse("2026-03-03T10:00:00Z");
/** The end of the window: an appointment without an end counts as one hour, plus two hours. */
const WINDOW_END_MS = START_MS + 3 * HOUR_MS;

/** Runs the job as one process. `reported` collects `<organization> <event id>` of each reported appointment. */
const createProcess = (server: TestServer, services: TestServer["services"] = server.services) => {
  const reported: string[] = [];
  const batches: number[] = [];
  const lines: Record<string, unknown>[] = [];
  const onClosed: OnMatchWindowClosed = async (
    _trx,
    { organizationId },
    _effects,
    appointments,
  ) => {
    reported.push(...appointments.map(({ eventId }) => `${organizationId} ${eventId}`));
    batches.push(appointments.length);
  };
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const options = { services, log, onClosed };
  return {
    reported,
    batches,
    lines,
    options,
    reportedOf: ({ id }: Tenant) =>
      reported.filter((text) => text.startsWith(id)).map((text) => text.slice(id.length + 1)),
    check: async () =>
      runAsProgram(async () => createMatchWindowCheck(options)(new AbortController().signal)),
  };
};

const closedAt = async (
  { services: { db } }: TestServer,
  { id }: Tenant,
  eventId = "e-1",
): Promise<number | null> =>
  (
    await db("appointments")
      .where({ organization_id: id, event_id: eventId })
      .first("match_window_closed_at")
  ).match_window_closed_at;

test.afterEach.always(({ context: { server } }) => {
  server.clock.time = START_MS - 24 * HOUR_MS;
});

test.serial("a match window closes once, after its last millisecond", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf, lines } = createProcess(server);
  await pushAppointment(org);
  server.clock.time = WINDOW_END_MS;
  await check();
  t.is(await closedAt(server, org), null);
  server.clock.time += 1;
  await check();
  t.is(await closedAt(server, org), WINDOW_END_MS + 1);
  server.clock.time += 1;
  await check();
  t.is(await closedAt(server, org), WINDOW_END_MS + 1);
  t.deepEqual(reportedOf(org), ["e-1"]);
  t.like(
    lines.filter(({ organization }) => organization === org.id),
    [{ msg: "match windows closed", closed: 1, unmatched: 1 }],
  );
});

test.serial("a window stays open for two hours after the appointment's own end", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf } = createProcess(server);
  await pushAppointment(org, { end_time: "2026-03-03T15:00:00Z" });
  server.clock.time = Date.parse("2026-03-03T17:00:00.000Z");
  await check();
  t.deepEqual(reportedOf(org), []);
  server.clock.time += 1;
  await check();
  t.deepEqual(reportedOf(org), ["e-1"]);
});

test.serial("a matched appointment's window closes without a report", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf, lines } = createProcess(server);
  await pushAppointment(org);
  await org.ingestCall({ started_at: "2026-03-03T10:05:00Z" });
  t.is((await fetchAppointment(org)).matchStatus, "matched");
  server.clock.time = WINDOW_END_MS + 1;
  await check();
  t.is(await closedAt(server, org), WINDOW_END_MS + 1);
  t.deepEqual(reportedOf(org), []);
  t.like(
    lines.find(({ organization }) => organization === org.id),
    { closed: 1, unmatched: 0 },
  );
});

test.serial("closing a window changes no answer of /v1", async (t) => {
  const { org, server } = t.context;
  const { check } = createProcess(server);
  await pushAppointment(org);
  await org.createProcessed();
  server.clock.time = WINDOW_END_MS + 1;
  const paths = ["/scheduled-tasks", "/scheduled-tasks/e-1", "/recordings", "/events"];
  const load = async () => {
    const { db } = server.services;
    const row = await db("organizations").where("id", org.id).first("last_position");
    const answers = await Promise.all(paths.map((path) => org.get(`/v1${path}`)));
    return [row, answers.map(({ text, headers }) => [text, headers.get("etag")])];
  };
  const before = await load();
  t.is((await fetchAppointment(org)).matchStatus, "missed");
  await check();
  t.not(await closedAt(server, org), null);
  t.deepEqual(await load(), before);
});

test.serial("a recording that arrives after the window closed still matches", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf } = createProcess(server);
  await pushAppointment(org);
  server.clock.time = WINDOW_END_MS + 1;
  await check();
  const recordingId = await org.ingestCall({ started_at: "2026-03-03T10:05:00Z" });
  t.like(await fetchAppointment(org), { matchStatus: "matched", recordingId });
  server.clock.time += 1;
  await check();
  t.is(await closedAt(server, org), WINDOW_END_MS + 1);
  t.deepEqual(reportedOf(org), ["e-1"]);
});

test.serial("an appointment that moves to a later window opens and closes again", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf } = createProcess(server);
  await pushAppointment(org);
  server.clock.time = WINDOW_END_MS + 1;
  await check();
  for (const change of [
    { start_time: "2026-03-03T12:00:00Z" },
    { end_time: "2026-03-03T16:00:00Z" },
  ]) {
    await putAppointment(org, change);
    t.is(await closedAt(server, org), null);
    await check();
    t.is(await closedAt(server, org), null);
    server.clock.time += 4 * HOUR_MS;
    await check();
    t.is(await closedAt(server, org), server.clock.time);
  }
  t.deepEqual(reportedOf(org), ["e-1", "e-1", "e-1"]);
});

test.serial("a change that leaves the window in the past keeps it closed", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf } = createProcess(server);
  await pushAppointment(org);
  server.clock.time = WINDOW_END_MS + 1;
  await check();
  const at = await closedAt(server, org);
  for (const change of [{ title: "Roof" }, { start_time: "2026-03-03T08:00:00Z" }]) {
    server.clock.time += 1;
    await putAppointment(org, change);
    await pushAppointment(org, change);
    await check();
    t.is(await closedAt(server, org), at);
  }
  t.deepEqual(reportedOf(org), ["e-1"]);
});

test.serial("an appointment moved into the past is reported", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf } = createProcess(server);
  await pushAppointment(org);
  await putAppointment(org, { start_time: "2026-03-01T10:00:00Z" });
  t.is(await closedAt(server, org), null);
  await check();
  t.deepEqual(reportedOf(org), ["e-1"]);
});

test.serial(
  "an appointment that arrives after its window is closed without a report",
  async (t) => {
    const { org, server } = t.context;
    const { check, reportedOf } = createProcess(server);
    server.clock.time = WINDOW_END_MS + 1;
    await pushAppointment(org);
    t.is(await closedAt(server, org), WINDOW_END_MS + 1);
    server.clock.time += 1;
    await check();
    t.deepEqual(reportedOf(org), []);
    t.is((await fetchAppointment(org)).matchStatus, "missed");
  },
);

test.serial("a deleted appointment isn't reported", async (t) => {
  const { org, server } = t.context;
  const { check, reportedOf } = createProcess(server);
  await pushAppointment(org);
  await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  server.clock.time = WINDOW_END_MS + 1;
  await check();
  t.deepEqual(reportedOf(org), []);
});

const LATER_MS = START_MS + 365 * 24 * HOUR_MS;

/** More windows than one transaction closes. */
const MANY = MAX_WINDOWS_PER_CHANGE + 20;

/** Pushes appointments six hours apart, so that their windows don't overlap. */
const pushMany = async (org: Tenant): Promise<void> => {
  for (let index = 0; index < MANY; index += 1)
    await pushAppointment(org, {
      event_id: `e-${index}`,
      start_time: new Date(START_MS + index * 6 * HOUR_MS).toISOString(),
    });
};

test.serial("a starting server closes the windows that ended while it was down", async (t) => {
  const { org, server } = t.context;
  await pushMany(org);
  server.clock.time = LATER_MS;
  const { options, reportedOf, batches, lines } = createProcess(server);
  const job = runAsProgram(() => startMatchWindowJob(options));
  while (!lines.some(({ organization }) => organization === org.id))
    await new Promise(setImmediate);
  await job.stop();
  t.is(reportedOf(org).length, MANY);
  t.is(new Set(reportedOf(org)).size, MANY);
  t.deepEqual(batches, [MAX_WINDOWS_PER_CHANGE, 20]);
  const again = createProcess(server);
  await again.check();
  t.deepEqual(again.reported, []);
});

test.serial("two processes close each window once", async (t) => {
  const { org, server } = t.context;
  await pushMany(org);
  server.clock.time = LATER_MS;
  const db = connect(server.databaseUrl);
  t.teardown(() => db.destroy());
  const processes = [
    createProcess(server),
    createProcess(server, { ...server.services, db }),
  ] as const;
  await Promise.all(processes.map(({ check }) => check()));
  const reported = processes.flatMap(({ reportedOf }) => reportedOf(org));
  t.is(reported.length, MANY);
  t.is(new Set(reported).size, MANY);
});

test.serial("a window stays open if its report fails, and the next check closes it", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  for (const each of [org, other]) await pushAppointment(each);
  server.clock.time = WINDOW_END_MS + 1;
  const { options, check, reportedOf, lines } = createProcess(server);
  const { onClosed } = options;
  options.onClosed = async (trx, context, effects, appointments) => {
    await onClosed(trx, context, effects, appointments);
    if (context.organizationId === org.id) throw new Error("no room");
  };
  await check();
  t.is(await closedAt(server, org), null);
  t.is(await closedAt(server, other), WINDOW_END_MS + 1);
  t.like(
    lines.find(({ organization }) => organization === org.id),
    { msg: "match windows could not be closed", err: { message: "no room" } },
  );
  options.onClosed = onClosed;
  await check();
  t.is(await closedAt(server, org), WINDOW_END_MS + 1);
  t.deepEqual(reportedOf(other), ["e-1"]);
});
