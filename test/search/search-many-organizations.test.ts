import { ROWS_PER_POSITION } from "../../db/search/search-index.js";
import { dialect } from "../helpers/engine/database.js";
import { test } from "../helpers/own-paused-suite.js";
import { searchNames } from "../helpers/search/search.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

const CROWD = `WITH RECURSIVE n (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
  INSERT INTO search_index (rowid, name) SELECT CAST(? AS INTEGER) * ${ROWS_PER_POSITION} + value, 'other' FROM n`;

test("recordings are found even if too many organizations have one at the same time", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  server.clock.step = 0;
  const ids: string[] = [];
  for (const name of ["one", "two", "three"]) ids.push(await org.ingestCall({ name }));
  server.clock.time += 10;
  await org.createProcessed({ name: "later" }, { summary: "roof" });
  const [{ position }] = await db("recordings").where({ id: ids[0] }).select("position");
  // As if 2500 other organizations had one each: they fill the rows of two positions and half of a third's.
  if (dialect === "sqlite") await db.raw(CROWD, [2.5 * ROWS_PER_POSITION - 1, position]);
  for (const id of ids) await org.graphql(COMPLETE, { id, input: { summary: "roof" } });
  const all = ["later", "three", "two", "one"];
  for (const order of ["newest", "relevance"] as const)
    t.deepEqual(await searchNames(org, "roof", { order }), all, order);
  const seen: string[] = [];
  let after = "";
  do {
    const { body } = await org.get(`/v1/recordings?search=roof&order=newest&limit=1${after}`);
    seen.push(body.recordings[0].name);
    after = `&startAfter=${encodeURIComponent(body.nextCursor)}`;
    if (!body.hasMore) break;
  } while (seen.length < 10);
  t.deepEqual(seen, all);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: ids[1] });
  t.deepEqual(await searchNames(org, "roof", { order: "newest" }), ["later", "three", "one"]);
});
