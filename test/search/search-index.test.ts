import { countSearchDrift } from "../../db/search/check-index.js";
import { finishSearchMerges } from "../../db/search/finish-merges.js";
import { deleteOrganizationRows } from "../../db/schema/tables.js";
import { dialect } from "../helpers/engine/database.js";
import { searchNames, createRecordingSaying } from "../helpers/search/search.js";
import type { SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

/** Returns whether the stored index contains a word after the night. */
const isStored = async ({ services: { db } }: SharedServer, word: string): Promise<boolean> => {
  await finishSearchMerges(db, { rest: async () => {}, signal: new AbortController().signal });
  const rows: { stored: unknown }[] =
    dialect === "sqlite"
      ? await db.raw("SELECT hex(block) AS stored FROM search_index_data")
      : (await db.raw("SELECT words::text AS stored FROM search_rows")).rows;
  const bytes = dialect === "sqlite" ? Buffer.from(word).toString("hex").toUpperCase() : word;
  return rows.some(({ stored }) => String(stored).includes(bytes));
};

const buildUtterance = (text: string): object => ({ speaker: "R", text, start: 0, end: 1 });

/** Builds so many different words of that width. */
const buildWords = (letter: string, count: number, width: number): string =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`.padEnd(width, "z")).join(" ");

const isInSync = async ({ services: { db } }: SharedServer, id: string): Promise<boolean> => {
  const { missing, wrong } = await countSearchDrift(db, id);
  return missing + wrong === 0;
};

test("a recording is found once it is processed, by its last analysis", async (t) => {
  const { org, server } = t.context;
  const id = await org.ingestCall({ name: "Visit", transcript: [buildUtterance("xylophone")] });
  t.deepEqual(await searchNames(org, "xylophone"), []);
  await org.graphql(COMPLETE, { id, input: { summary: "roof" } });
  t.deepEqual(await searchNames(org, "xylophone roof"), ["Visit"]);
  const again = { summary: "door", name: "Second", transcript: [buildUtterance("zeppelin")] };
  await org.graphql(COMPLETE, { id, input: again });
  t.deepEqual(await searchNames(org, "zeppelin door second"), ["Second"]);
  for (const removed of ["xylophone", "roof", "visit"])
    t.deepEqual(await searchNames(org, removed), [], removed);
  t.true(await isInSync(server, org.id));
  t.false(await isStored(server, "ylophon"));
});

test("a refused analysis doesn't change how a recording is found", async (t) => {
  const { org, server } = t.context;
  const id = await createRecordingSaying(org, "Visit", "roof");
  const input = { summary: "door", tags: ["a,b"] };
  t.truthy((await org.sendGraphql(COMPLETE, { id, input })).errors);
  t.deepEqual(await searchNames(org, "door"), []);
  t.deepEqual(await searchNames(org, "roof"), ["Visit"]);
  t.true(await isInSync(server, org.id));
});

test("an erased recording can't be found, and the index contains none of its words", async (t) => {
  const { org, server } = t.context;
  const ids = [
    await createRecordingSaying(org, "one", "quicksilver roof"),
    await createRecordingSaying(org, "two", "roof"),
  ];
  t.true(await isStored(server, "quicksilve".slice(3)));
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: ids[0] });
  t.deepEqual(await searchNames(org, "quicksilver"), []);
  t.deepEqual(await searchNames(org, "roof"), ["two"]);
  t.false(await isStored(server, "quicksilve".slice(3)));
  t.true(await isInSync(server, org.id));
});

test("organizations with the same words find only their own recordings", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  for (let count = 0; count < 3; count += 1) {
    await createRecordingSaying(org, `ours ${count}`, "lantern");
    await createRecordingSaying(other, `theirs ${count}`, "lantern");
  }
  for (const order of ["relevance", "newest"] as const) {
    t.deepEqual(await searchNames(org, "lantern", { order }), ["ours 2", "ours 1", "ours 0"]);
    t.deepEqual(await searchNames(other, "lan*", { order }), ["theirs 2", "theirs 1", "theirs 0"]);
  }
});

test("deleting an organization's rows removes its words from the index", async (t) => {
  const { server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  await createRecordingSaying(other, "one", "chrysanthemum");
  t.true(await isStored(server, "hrysanthemu"));
  await deleteOrganizationRows(server.services.db, other.id);
  t.false(await isStored(server, "hrysanthemu"));
});

for (const [kind, count, width, last] of [
  ["more words", 5_000, 6, "d990"],
  ["longer words", 1_500, 60, "d1000"],
] as const)
  test(`a text of ${kind} than the index stores is found by the first of them`, async (t) => {
    const { org } = t.context;
    await createRecordingSaying(
      org,
      "long",
      ...Array.from("abcdefgh", (letter) => buildWords(letter, count, width)),
    );
    for (const word of ["a0z", "c1499", last])
      t.deepEqual(await searchNames(org, `${word}*`), ["long"]);
    t.deepEqual(await searchNames(org, "g1499*"), []);
  });
