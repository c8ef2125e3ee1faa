import { spawnSync } from "node:child_process";
import { lastNight, nextNight } from "../graph/nights.js";
import { newOwner } from "../src/notifier/owner.js";
import { createLook, startNightly } from "../src/retention.js";
import { contentOf, DAY_MS, removed, run, setDays, whole } from "./helpers/aging.js";
import { test } from "./helpers/own-aging.js";
import { asProgram } from "./helpers/guard.js";
import { createLog } from "../src/log.js";
import type { Tenant, TestServer } from "./helpers/server.js";

const HOUR_MS = 60 * 60_000;

/** What the program does when it looks, again and again. */
const nightly = ({ services, clock }: TestServer) => {
  const lines: Record<string, unknown>[] = [];
  const look = createLook({
    services,
    log: createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }),
    now: () => clock.time,
    owner: newOwner(),
    rest: async () => {},
  });
  return { lines, look: () => asProgram(async () => look(new AbortController().signal)) };
};

const ranAt = async ({ services: { db } }: TestServer, { id }: Tenant): Promise<number | null> =>
  (await db("retention").where("organization_id", id).first("ran_at")).ran_at;

test.serial("a night that was missed is made up for, and once", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  clock.time = lastNight(clock.time) + HOUR_MS;
  const old = await whole(server, org);
  await setDays(org, { transcriptDays: 1 });
  clock.time = lastNight(clock.time) + 3 * DAY_MS + 5 * HOUR_MS;
  const { lines, look } = nightly(server);
  await look();
  const at = clock.time;
  t.is(await ranAt(server, org), at);
  t.false((await contentOf(server, org, old)).includes("transcript"));
  t.like(
    lines.find(({ organization }) => organization === org.id),
    {
      msg: "what was too old was removed",
      transcripts: 1,
      media: 0,
    },
  );
  clock.time = nextNight(at) - 1;
  await look();
  t.is(await ranAt(server, org), at, "not before the next night");
  clock.time += 1;
  await look();
  t.is(await ranAt(server, org), clock.time);
});

test.serial("a program that starts makes up for it by itself", async (t) => {
  const { org, server } = t.context;
  const { services, clock } = server;
  await setDays(org, { transcriptDays: 1 });
  clock.time += DAY_MS;
  const { stop } = asProgram(() =>
    startNightly({ services, log: createLog("silent"), now: () => clock.time }),
  );
  while ((await ranAt(server, org)) === null) await new Promise(setImmediate);
  await stop();
  t.is(await ranAt(server, org), clock.time);
});

test.serial("one organization's trouble is not another's", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  await whole(server, org);
  const other = await server.tenant();
  await other.user();
  const theirs = await whole(server, other);
  for (const each of [org, other]) await setDays(each, { transcriptDays: 1 });
  const { db } = server.services;
  await db("transcripts")
    .where("organization_id", org.id)
    .update({ utterances: "no JSON".repeat(9) });
  clock.time += 3 * DAY_MS;
  const { lines, look } = nightly(server);
  await look();
  t.like(
    lines.find(({ organization }) => organization === org.id),
    {
      msg: "what is too old could not be removed",
    },
  );
  t.is(await ranAt(server, org), null, "it is tried again");
  t.false((await contentOf(server, other, theirs)).includes("transcript"));
});

test.serial("days that were set are heeded in the following night, not before", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  const old = await whole(server, org);
  clock.time = lastNight(clock.time) + 10 * DAY_MS + 5 * HOUR_MS;
  await setDays(org, { transcriptDays: 1 });
  const { look } = nightly(server);
  await look();
  t.is(await ranAt(server, org), null);
  t.true((await contentOf(server, org, old)).includes("transcript"));
  const query = "{ retentionReport { nextRunAt } }";
  const next = (await org.graph(query)).retentionReport.nextRunAt;
  t.is(Date.parse(next), nextNight(clock.time));
  clock.time = Date.parse(next);
  const late = (await org.graph(query)).retentionReport.nextRunAt;
  t.is(late, next, "now, since it is due");
  await look();
  t.false((await contentOf(server, org, old)).includes("transcript"));
  t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
});

test("a night is three o'clock where the machine is, also when clocks change", (t) => {
  const script = `
    const { lastNight, nextNight } = await import(process.argv[1]);
    const iso = (ms) => new Date(ms).toISOString();
    const noon = Date.parse(process.argv[2]);
    console.log(iso(lastNight(noon)), iso(nextNight(noon)), iso(lastNight(nextNight(noon))));`;
  const module = new URL("../graph/nights.js", import.meta.url).href;
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
