import { connect } from "../../db/engine/connect.js";
import { inspectFile } from "../../db/engine/integrity.js";
import { countSearchDrift, countStraySearchRows } from "../../db/search/check-index.js";
import { searchCheck, statsCheck } from "../../src/upkeep/doctor/content.js";
import type { CheckInput } from "../../src/upkeep/doctor/check.js";
import { dialect } from "../helpers/engine/database.js";
import { test } from "../helpers/own-suite.js";
import { createRecordingSaying } from "../helpers/search/search.js";
import type { Tenant } from "../helpers/server.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

/** Writes over six connections until `stop`. */
const startWriters = (org: Tenant, ids: readonly string[]) => {
  const stopping = new AbortController();
  let writes = 0;
  const running = Array.from({ length: 6 }, async (_, lane) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      if (n % 2 === 0) await createRecordingSaying(org, `w${lane}-${n}`, `roof ${n}`);
      else {
        const id = ids[(n * 13 + lane * 101) % ids.length];
        await org.graphql(COMPLETE, { id, input: { summary: `door ${n}`, tags: [`t${n % 3}`] } });
      }
      writes += 1;
    }
  });
  return {
    countWrites: () => writes,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};

test("the doctor reports no false drift beside writers, and repairs real drift", async (t) => {
  const { org, server } = t.context;
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) ids.push(await createRecordingSaying(org, `n${n}`, "roof"));
  // The writers would index a damaged one again.
  const untouched = ids.splice(0, 5);
  const db = connect(server.databaseUrl);
  const run = async (repair: boolean) => {
    const input = { db, repair, now: Date.now } as CheckInput;
    return [...(await searchCheck.run(input)), ...(await statsCheck.run(input))];
  };
  const writers = startWriters(org, ids);
  try {
    for (const id of untouched) {
      const before = writers.countWrites();
      t.deepEqual(await run(false), []);
      // A row's words stay in SQLite's index, which then needs a rebuild.
      await db("search_rows")
        .where("organization_id", org.id)
        .whereIn("position", db("recordings").select("position").where({ id }))
        .delete();
      const problems = await run(true);
      t.true(problems.length > 0);
      t.true(problems.every(({ repaired }) => repaired));
      while (writers.countWrites() < before + 6) await new Promise((done) => setTimeout(done, 5));
    }
  } finally {
    await writers.stop();
  }
  t.deepEqual(await countSearchDrift(db, org.id), { missing: 0, wrong: 0 });
  t.is(await countStraySearchRows(db), 0);
  if (dialect === "sqlite")
    t.deepEqual(inspectFile(server.databaseUrl.slice("sqlite:".length)).findings, []);
  await db.destroy();
});
