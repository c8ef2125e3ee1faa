import { connect } from "../../db/engine/connect.js";
import { STATS_FORMAT } from "../../graph/stats/format.js";
import { rebuildNextPeriod, rebuildOutdatedStats } from "../../graph/stats/rebuild.js";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { setStatsFormat, storeWithoutSum } from "./stats-format.js";

const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "" }) { id }
}`;
const NO_DRIFT = { recordings: 0, buckets: 0 };

/** Creates recordings 100 days apart: three periods of a rebuild. */
const createYear = async (org: Tenant, { clock }: TestServer): Promise<void> => {
  const start = clock.time;
  for (const days of [0, 100, 200]) {
    clock.time = start + days * 86_400_000;
    await org.createProcessed({}, { tags: ["roof", `day ${days}`] });
  }
};

test.serial("a rebuild that was killed continues where it stopped", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await createYear(org, server);
  const expected = await fetchStats(org);
  await storeWithoutSum(db, org.id, "recordings");
  t.true(await rebuildNextPeriod(db, org.id, true));
  const { rebuild_day } = await db("stat_formats").where("organization_id", org.id).first();
  // A mark in the first period, which the rebuild must not visit again.
  const first = db("stat_cells").where({ organization_id: org.id, span: 64 });
  const marked = { day: rebuild_day - 64, template_id: "" };
  t.is(await first.clone().where(marked).update({ tally: "7" }), 1);
  const started: string[] = [];
  await rebuildOutdatedStats(db, (id) => started.push(id));
  t.deepEqual(started, [org.id]);
  t.deepEqual(await checkRollups(db, org.id, false), { recordings: 0, buckets: 1 });
  await checkRollups(db, org.id, true);
  t.deepEqual(await fetchStats(org), expected);
  await rebuildOutdatedStats(db, (id) => started.push(id));
  t.is(started.length, 1, "nothing is left to rebuild");
});

test.serial("two processes can rebuild one database at the same time", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await createYear(org, server);
  const expected = await fetchStats(org);
  await storeWithoutSum(db, org.id, "talkTime");
  const other = connect(server.databaseUrl);
  t.teardown(() => other.destroy());
  await Promise.all([db, other].map((each) => rebuildOutdatedStats(each, () => {})));
  t.deepEqual(await checkRollups(db, org.id, false), NO_DRIFT);
  t.deepEqual(await fetchStats(org), expected);
});

test.serial("statistics of another format are neither read nor changed", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await org.createProcessed();
  const id = await org.ingestCall();
  const expected = await fetchStats(org);
  const stored = await db("stat_cells").where("organization_id", org.id);
  await setStatsFormat(db, org.id, `${STATS_FORMAT} later`);
  const { status, body } = await org.get("/v1/stats?groupBy=user");
  t.deepEqual([status, body.code], [503, "UNAVAILABLE"]);
  const { errors } = await org.sendGraphql(COMPLETE, { id });
  t.is(errors?.[0]?.extensions.code, "UNAVAILABLE");
  t.deepEqual(await db("stat_cells").where("organization_id", org.id), stored);
  t.truthy(await org.ingestCall(), "a call that isn't processed yet is stored");
  await setStatsFormat(db, org.id);
  t.deepEqual(await fetchStats(org), expected);
});

test.serial("a rebuild ends when another version rebuilds the same statistics", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await createYear(org, server);
  await storeWithoutSum(db, org.id, "recordings");
  t.true(await rebuildNextPeriod(db, org.id, true));
  await setStatsFormat(db, org.id, `${STATS_FORMAT} later`);
  await t.throwsAsync(rebuildNextPeriod(db, org.id, false), { message: /another version/ });
  await rebuildOutdatedStats(db, () => {});
  t.deepEqual(await checkRollups(db, org.id, false), NO_DRIFT);
});
