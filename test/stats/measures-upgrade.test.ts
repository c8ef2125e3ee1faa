import test from "ava";
import { connect } from "../../db/engine/connect.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { createInstallation } from "../helpers/server/program.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { storeWithoutSum } from "./stats-format.js";

const METRICS = `query ($id: ID!) { recording(id: $id) { metrics { talkTime questionsAsked } } }`;

const utterance = { speaker: "R", role: "rep", text: "Hi?", start: 0, end: 4_000 };
const silent = { ...utterance, text: "", end: 0 };

/** The measures that a transcript without utterances had. */
const zeros = {
  talk_ms: 0,
  spoken_ms: 0,
  rep_words: 0,
  conversation_switches: 0,
  questions_asked: 0,
  waited_ms: 0,
  waited_count: 0,
};

test("an upgrade takes calls without a transcript out of the averages of talk metrics", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const org = await createInstalledOrganization(program);
  const serving = await program.serve();
  const tenant = tenantAt(serving, org);
  await tenant.createUser();
  const ids = {
    spoken: await tenant.createProcessed({ transcript: [utterance] }),
    silent: await tenant.createProcessed({ transcript: [silent] }),
    empty: await tenant.createProcessed({ transcript: [] }),
    missing: await tenant.createProcessed({ duration_ms: 9_000 }),
    removed: await tenant.createProcessed({ transcript: [utterance] }),
  };
  const expected = await fetchStats(tenant);
  t.like(expected.stats[0], {
    totalRecordings: 5,
    recordingsWithTranscript: 3,
    avgTalkTime: 8_000 / 3,
  });
  t.is((await serving.stop()).code, 0);

  const db = connect(program.databaseUrl);
  const rows = db("recordings").where({ organization_id: org.id });
  t.is(await rows.clone().whereNull("talk_ms").update(zeros), 2);
  await db("transcripts").where({ organization_id: org.id, recording_id: ids.removed }).update({
    utterances: '{"speaker":[],"role":[],"text":[],"start":[],"end":[]}',
    removed_at: 1,
  });
  t.is(await db("knex_migrations").where({ name: "0014-calls-without-transcript" }).delete(), 1);
  await storeWithoutSum(db, org.id, "withTranscript");
  await db.destroy();

  const upgraded = await program.serve();
  const again = tenantAt(upgraded, org);
  t.deepEqual(await fetchStats(again), expected);
  const hasMetrics: Record<string, boolean> = {};
  for (const [name, id] of Object.entries(ids))
    hasMetrics[name] = (await again.graphql(METRICS, { id })).recording.metrics !== null;
  t.deepEqual(hasMetrics, {
    spoken: true,
    silent: true,
    empty: false,
    missing: false,
    removed: true,
  });
  t.is((await upgraded.stop()).code, 0);
});

test("an upgrade takes what a transcript can't show out of the averages", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const org = await createInstalledOrganization(program);
  const serving = await program.serve();
  const tenant = tenantAt(serving, org);
  await tenant.createUser();
  const client = { ...utterance, speaker: "C", role: "client", start: 4_000, end: 9_000 };
  await tenant.createProcessed({ transcript: [utterance, client] });
  const ids = {
    client: await tenant.createProcessed({ transcript: [client] }),
    rep: await tenant.createProcessed({ transcript: [utterance] }),
  };
  const expected = await fetchStats(tenant);
  t.like(expected.stats[0], {
    recordingsWithTranscript: 3,
    recordingsWithRep: 2,
    recordingsWithSwitches: 1,
    avgTalkTime: 4_000,
    avgConversationSwitches: 1,
  });
  t.is((await serving.stop()).code, 0);

  const db = connect(program.databaseUrl);
  await db("recordings")
    .where({ organization_id: org.id, id: ids.client })
    .update({ ...zeros, spoken_ms: 5_000 });
  await db("recordings")
    .where({ organization_id: org.id, id: ids.rep })
    .update({ conversation_switches: 0 });
  t.is(await db("knex_migrations").where({ name: "0060-measures-without-rep" }).delete(), 1);
  await storeWithoutSum(db, org.id, "withRep");
  await db.destroy();

  const upgraded = await program.serve();
  t.deepEqual(await fetchStats(tenantAt(upgraded, org)), expected);
  t.is((await upgraded.stop()).code, 0);
});
