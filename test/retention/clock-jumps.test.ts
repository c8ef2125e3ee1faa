import { computeLastNightlyTime } from "../../graph/retention/nightly.js";
import { createClockWatch } from "../../src/upkeep/jobs/clock-watch.js";
import { createNightlyCheck } from "../../src/upkeep/jobs/retention.js";
import { createLog } from "../../src/base/log/log.js";
import { sweepMedia } from "../../src/media/media-sweep.js";
import { createLogCleanup } from "../../src/notifier/log-cleanup.js";
import { createOwner } from "../../src/base/workers/owner.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { isStored, storeMedia } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-frozen-suite.js";
import {
  ALL_CONTENT,
  createRecordingWithMedia,
  DAY_MS,
  listRemainingContent,
  setHeartbeats,
  setRetentionDays,
} from "../helpers/retention/retention.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const HOUR_MS = 60 * 60_000;
const YEAR_MS = 365 * DAY_MS;
const JUMP_MS = 11 * YEAR_MS;

/** Builds a process with its own clock, by default the server's, and what it deletes by age. */
const buildProcess = (server: TestServer, now = () => server.clock.time) => {
  const { services } = server;
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const watch = createClockWatch({ db: services.db, now, log });
  const nightly = createNightlyCheck({
    services: { ...services, now },
    log,
    now,
    owner: createOwner(),
    rest: async () => {},
  });
  const cleanUpLogs = createLogCleanup({ db: services.db, now, deliveryDays: 30 });
  const { signal } = new AbortController();
  return {
    lines,
    listWarnings: watch.listWarnings,
    checkClock: async () => runAsProgram(async () => watch.check(signal)),
    /** Runs everything that deletes by age. */
    deleteOld: async () =>
      runAsProgram(async () => {
        await nightly(signal);
        await cleanUpLogs(signal);
        await sweepMedia(services, now());
      }),
  };
};

/** Creates content of every kind that is deleted by age, none of it old. */
const fill = async (server: TestServer, org: Tenant) => {
  const recording = await createRecordingWithMedia(server, org);
  await setRetentionDays(org, { mediaDays: 3650, transcriptDays: 3650, payloadDays: 3650 });
  return { recording, orphan: await storeMedia(server, org) };
};

const findBeat = async ({ services }: TestServer, { id }: Tenant): Promise<number | undefined> =>
  (await services.db("clock_heartbeats").where("organization_id", id).first("beat_at"))?.beat_at;

const listErrors = (lines: Record<string, unknown>[]) => lines.filter(({ level }) => level === 50);

// The suite's organizations share a clock: each test starts where the first one started.
test.beforeEach(async (t) => {
  const { server, org } = t.context;
  const start = server.clock.time;
  t.teardown(() => void (server.clock.time = start));
  await setHeartbeats(server, start);
  await server.services.db("clock_heartbeats").where("organization_id", org.id).delete();
});

for (const [name, step] of [
  ["11 years ahead", JUMP_MS],
  ["three days and a millisecond ahead", 3 * DAY_MS + 1],
  ["11 years behind", -JUMP_MS],
] as const)
  test.serial(`a clock ${name} deletes nothing, until it is right again`, async (t) => {
    const { server, org } = t.context;
    const { recording, orphan } = await fill(server, org);
    const before = buildProcess(server);
    await before.checkClock();
    t.deepEqual(before.listWarnings(), []);
    const rightTime = server.clock.time;
    const rows = await loadRowsByTable(server.services.db, org.id);
    server.clock.time += step;
    const after = buildProcess(server);
    await after.checkClock();
    await after.deleteOld();
    await after.checkClock();
    t.deepEqual(await loadRowsByTable(server.services.db, org.id), rows);
    t.deepEqual(await listRemainingContent(server, org, recording), ALL_CONTENT);
    t.true(await isStored(server, org, orphan), "no sweep");
    t.like(listErrors(after.lines), [
      {
        msg: "the clock jumped: nothing is deleted by age until it is right or confirmed; new rows get its time",
        clock: new Date(rightTime + step).toISOString(),
        confirm: "debrief clock confirm",
      },
    ]);
    t.is(listErrors(after.lines).length, 1, "loud, but not at every check");
    t.regex(after.listWarnings().join(), /^the clock jumped from 20\d\d-.* debrief clock confirm$/);
    server.clock.time = rightTime + HOUR_MS;
    await after.checkClock();
    t.deepEqual(after.listWarnings(), []);
    t.is(await findBeat(server, org), rightTime + HOUR_MS);
  });

test.serial("after a week without a server, deletion waits for an admin", async (t) => {
  const { server, org } = t.context;
  const { recording } = await fill(server, org);
  await setRetentionDays(org, { transcriptDays: 1 });
  const other = await server.createTenant();
  await other.createUser();
  const theirs = await createRecordingWithMedia(server, other);
  await setRetentionDays(other, { transcriptDays: 1 });
  const process = buildProcess(server);
  await process.checkClock();
  server.clock.time = computeLastNightlyTime(server.clock.time + 8 * DAY_MS) + HOUR_MS;
  await process.checkClock();
  await process.deleteOld();
  t.deepEqual(await listRemainingContent(server, org, recording), ALL_CONTENT);
  const clock = "{ clock { now lastHeartbeatAt hasJumped } }";
  t.like((await org.graphql(clock)).clock, {
    now: new Date(server.clock.time).toISOString(),
    hasJumped: true,
  });
  const confirm = "mutation { confirmClock { hasJumped } }";
  t.deepEqual(await org.graphql(confirm), { confirmClock: { hasJumped: false } });
  await org.graphql(confirm);
  const { auditLog } = await org.graphql(
    `{ auditLog(filter: { action: "clock.confirmed" }) { nodes { actor } } }`,
  );
  t.deepEqual(auditLog.nodes, [{ actor: "internal_token" }], "once for a jump");
  await process.checkClock();
  await process.deleteOld();
  t.false((await listRemainingContent(server, org, recording)).includes("transcript"));
  t.deepEqual(
    await listRemainingContent(server, other, theirs),
    ALL_CONTENT,
    "an admin confirms for one organization",
  );
});

test.serial("three days without a server are no jump", async (t) => {
  const { server, org } = t.context;
  const process = buildProcess(server);
  await process.checkClock();
  const first = (await findBeat(server, org))!;
  server.clock.time = first + HOUR_MS - 1;
  await process.checkClock();
  t.is(await findBeat(server, org), first, "one heartbeat an hour");
  server.clock.time = first + 3 * DAY_MS;
  await process.checkClock();
  t.is(await findBeat(server, org), first + 3 * DAY_MS);
  server.clock.time = first + DAY_MS;
  await process.checkClock();
  t.is(await findBeat(server, org), first + 3 * DAY_MS, "a heartbeat never moves back by itself");
  t.deepEqual(listErrors(process.lines), []);
});

test.serial("without a heartbeat, the newest row shows that the clock jumped", async (t) => {
  const { server, org } = t.context;
  const { recording } = await fill(server, org);
  const newestAt = server.clock.time;
  server.clock.time += JUMP_MS;
  const process = buildProcess(server);
  await process.deleteOld();
  t.deepEqual(await listRemainingContent(server, org, recording), ALL_CONTENT);
  await process.checkClock();
  t.is(await findBeat(server, org), newestAt);
  await org.ingestCall();
  await process.checkClock();
  await process.deleteOld();
  t.deepEqual(
    await listRemainingContent(server, org, recording),
    ALL_CONTENT,
    "a row of the wrong time confirms nothing",
  );
});

test.serial(
  "of two processes, the one with the wrong clock doesn't move the heartbeat",
  async (t) => {
    const { server, org } = t.context;
    const { recording } = await fill(server, org);
    const right = buildProcess(server);
    const wrong = buildProcess(server, () => server.clock.time + JUMP_MS);
    await right.checkClock();
    for (let hour = 0; hour < 4; hour += 1) {
      server.clock.time += HOUR_MS;
      await Promise.all([right.checkClock(), wrong.checkClock()]);
      await wrong.deleteOld();
    }
    t.is(await findBeat(server, org), server.clock.time);
    t.deepEqual(right.listWarnings(), []);
    t.is(wrong.listWarnings().length, 1);
    t.deepEqual(await listRemainingContent(server, org, recording), ALL_CONTENT);
  },
);
