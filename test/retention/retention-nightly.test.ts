import { spawnSync } from "node:child_process";
import { computeLastNightlyTime, computeNextNightlyTime } from "../../graph/retention/nightly.js";
import { createOwner } from "../../src/base/workers/owner.js";
import { createNightlyCheck, startNightlyRetention } from "../../src/upkeep/jobs/retention.js";
import {
  listRemainingContent,
  DAY_MS,
  summarizeRemoved,
  runRetentionOnce,
  setHeartbeats,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { createLog } from "../../src/base/log/log.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const HOUR_MS = 60 * 60_000;

/** Builds the check that the program repeats. */
const buildCheck = (server: TestServer) => {
  const { services, clock } = server;
  const lines: Record<string, unknown>[] = [];
  const check = createNightlyCheck({
    services,
    log: createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }),
    now: () => clock.time,
    owner: createOwner(),
    rest: async () => {},
  });
  const runCheck = async (): Promise<void> => {
    await setHeartbeats(server, clock.time);
    await runAsProgram(async () => check(new AbortController().signal));
  };
  return { lines, check: runCheck };
};

const loadLastRun = async (
  { services: { db } }: TestServer,
  { id }: Tenant,
): Promise<number | null> =>
  (await db("retention").where("organization_id", id).first("ran_at")).ran_at;

test.serial("a missed nightly run happens later, once", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  clock.time = computeLastNightlyTime(clock.time) + HOUR_MS;
  const old = await createRecordingWithMedia(server, org);
  await setRetentionDays(org, { transcriptDays: 1 });
  clock.time = computeLastNightlyTime(clock.time) + 3 * DAY_MS + 5 * HOUR_MS;
  const { lines, check } = buildCheck(server);
  await check();
  const at = clock.time;
  t.is(await loadLastRun(server, org), at);
  t.false((await listRemainingContent(server, org, old)).includes("transcript"));
  t.like(
    lines.find(({ organization }) => organization === org.id),
    {
      msg: "retention removed old content",
      transcripts: 1,
      media: 0,
    },
  );
  clock.time = computeNextNightlyTime(at) - 1;
  await check();
  t.is(await loadLastRun(server, org), at, "not before the next night");
  clock.time += 1;
  await check();
  t.is(await loadLastRun(server, org), clock.time);
});

test.serial("a starting server runs the missed nightly run", async (t) => {
  const { org, server } = t.context;
  const { services, clock } = server;
  await setRetentionDays(org, { transcriptDays: 1 });
  clock.time += DAY_MS;
  const { stop } = runAsProgram(() =>
    startNightlyRetention({ services, log: createLog("silent"), now: () => clock.time }),
  );
  while ((await loadLastRun(server, org)) === null) await new Promise(setImmediate);
  await stop();
  t.is(await loadLastRun(server, org), clock.time);
});

test.serial("a failure in one organization doesn't stop retention of others", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  await createRecordingWithMedia(server, org);
  const other = await server.createTenant();
  await other.createUser();
  const theirs = await createRecordingWithMedia(server, other);
  for (const each of [org, other]) await setRetentionDays(each, { transcriptDays: 1 });
  const { db } = server.services;
  await db("transcripts")
    .where("organization_id", org.id)
    .update({ utterances: "no JSON".repeat(9) });
  clock.time += 3 * DAY_MS;
  const { lines, check } = buildCheck(server);
  await check();
  t.like(
    lines.find(({ organization }) => organization === org.id),
    {
      msg: "retention failed for this organization; the next check retries",
    },
  );
  t.is(await loadLastRun(server, org), null, "the next check retries");
  t.false((await listRemainingContent(server, other, theirs)).includes("transcript"));
});

test.serial("new days apply from the following night", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  const old = await createRecordingWithMedia(server, org);
  clock.time = computeLastNightlyTime(clock.time) + 10 * DAY_MS + 5 * HOUR_MS;
  await setRetentionDays(org, { transcriptDays: 1 });
  const { check } = buildCheck(server);
  await check();
  t.is(await loadLastRun(server, org), null);
  t.true((await listRemainingContent(server, org, old)).includes("transcript"));
  const query = "{ retentionReport { nextRunAt } }";
  const next = (await org.graphql(query)).retentionReport.nextRunAt;
  t.is(Date.parse(next), computeNextNightlyTime(clock.time));
  clock.time = Date.parse(next);
  const late = (await org.graphql(query)).retentionReport.nextRunAt;
  t.is(late, next, "now, since it is due");
  await check();
  t.false((await listRemainingContent(server, org, old)).includes("transcript"));
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
});

test("the nightly time is 03:00 local time, also when clocks change", (t) => {
  const script = `
    const { computeLastNightlyTime: last, computeNextNightlyTime: next } = await import(process.argv[1]);
    const iso = (ms) => new Date(ms).toISOString();
    const noon = Date.parse(process.argv[2]);
    console.log(iso(last(noon)), iso(next(noon)), iso(last(next(noon))));`;
  const module = new URL("../../graph/retention/nightly.js", import.meta.url).href;
  const nights = (TZ: string, noon: string): string[] =>
    spawnSync(process.execPath, ["--input-type=module", "-e", script, module, noon], {
      env: { TZ },
      encoding: "utf8",
    })
      .stdout.trim()
      .split(" ");
  const is = (zone: string, noon: string, last: string, next: string): void =>
    void t.deepEqual(nights(zone, noon), [last, next, next], `${zone} ${noon}`);
  is("UTC", "2026-03-02T12:00:00Z", "2026-03-02T03:00:00.000Z", "2026-03-03T03:00:00.000Z");
  is("UTC", "2026-03-02T02:59:00Z", "2026-03-01T03:00:00.000Z", "2026-03-02T03:00:00.000Z");
  is(
    "America/New_York",
    "2026-03-07T17:00:00Z",
    "2026-03-07T08:00:00.000Z",
    "2026-03-08T07:00:00.000Z",
  );
  is(
    "Europe/Berlin",
    "2026-10-24T12:00:00Z",
    "2026-10-24T01:00:00.000Z",
    "2026-10-25T02:00:00.000Z",
  );
  is(
    "Asia/Kolkata",
    "2026-01-01T12:00:00Z",
    "2025-12-31T21:30:00.000Z",
    "2026-01-01T21:30:00.000Z",
  );
});
