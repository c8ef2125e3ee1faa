import { checkRollups } from "../../graph/stats/rollups-check.js";
import { createRecordingWithWord } from "../helpers/recordings/erasure.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import { test } from "../helpers/own-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const ROLLUP_TABLES = ["stat_cells", "stat_facts"];

test("deleting a recording removes it from the statistics", async (t) => {
  const { org, server } = t.context;
  const loadRows = async () => {
    const all = await loadRowsByTable(server.services.db, org.id);
    return ROLLUP_TABLES.map((table) => all[table]);
  };
  await org.createProcessed({}, { tags: ["roof", "new"], coaching: "Well done." });
  const before = await loadRows();
  const id = await createRecordingWithWord(org);
  t.notDeepEqual(await loadRows(), before);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  t.deepEqual(await loadRows(), before);
});

test("each span has a bucket for all recordings and one per template", async (t) => {
  const { org, server } = t.context;
  const template = await createTemplate(org, "Greeted?");
  server.clock.time = Date.parse("2026-03-01T23:59:00Z");
  await org.createProcessed({}, { templateId: template.id });
  const cells = await server.services
    .db("stat_cells")
    .where("organization_id", org.id)
    .orderBy(["template_id", "span"])
    .select("template_id", "span", "day");
  const day = Date.UTC(2026, 2, 1) / 86_400_000;
  const spans = [1, 8, 64].map((span) => ({ span, day: day - (day % span) }));
  t.deepEqual(
    cells,
    ["", template.id].flatMap((template_id) => spans.map((span) => ({ template_id, ...span }))),
  );
});

test("a recording counts under its current tags only", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const countFacts = async () => {
    const rows = await db("stat_facts").where("organization_id", org.id).select("tag", "tally");
    t.is(new Set(rows.map(({ tally }) => tally)).size, 1);
    return rows.length;
  };
  const id = await org.createProcessed({}, { tags: ["a", "b", "c"] });
  t.is(await countFacts(), 4);
  await org.graphql(
    `mutation ($id: ID!) {
      completeAnalysis(recordingId: $id, input: { summary: "", tags: ["c", "d"] }) { id }
      addReview(recordingId: $id, reviewerEmail: "rep@example.com", durationMs: 7) { id }
    }`,
    { id },
  );
  t.is(await countFacts(), 3);
  t.deepEqual(await checkRollups(db, org.id, false), { recordings: 0, buckets: 0 });
});

test("an unused name loses its number", async (t) => {
  const { org, server } = t.context;
  const listNumbers = () =>
    server.services
      .db("stat_names")
      .where("organization_id", org.id)
      .orderBy("number")
      .pluck("number");
  const id = await org.createProcessed({}, { tags: ["a", "b", "c"] });
  await org.createProcessed({}, { tags: ["c"] });
  t.deepEqual(await listNumbers(), [0, 1, 2]);
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "", tags: ["b"] }) { id } }`,
    { id },
  );
  t.deepEqual(await listNumbers(), [1, 2]);
});
