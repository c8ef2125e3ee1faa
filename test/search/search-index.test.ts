import { countSearchIndexDrift } from "../../db/search/search-index.js";
import { deleteOrganizationRows } from "../../db/engine/tables.js";
import { dialect } from "../helpers/database.js";
import { searchNames, createRecordingSaying } from "../helpers/search.js";
import type { SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

/** Whether a word is anywhere in what the index keeps. */
const isKept = async ({ services: { db } }: SharedServer, word: string): Promise<boolean> => {
  const rows: { kept: unknown }[] =
    dialect === "sqlite"
      ? await db.raw("SELECT hex(block) AS kept FROM search_index_data")
      : (await db.raw("SELECT words::text AS kept FROM search_rows")).rows;
  const bytes = dialect === "sqlite" ? Buffer.from(word).toString("hex").toUpperCase() : word;
  return rows.some(({ kept }) => String(kept).includes(bytes));
};

const uttered = (text: string): object => ({ speaker: "R", text, start: 0, end: 1 });

/** So many words of that width, each another one. */
const many = (letter: string, count: number, width: number): string =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`.padEnd(width, "z")).join(" ");

const inStep = async ({ services: { db } }: SharedServer, id: string): Promise<boolean> =>
  (await countSearchIndexDrift(db, id)) === 0;

test("a recording is found once it is processed, and by what its last analysis says", async (t) => {
  const { org, server } = t.context;
  const id = await org.ingestCall({ name: "Visit", transcript: [uttered("xylophone")] });
  t.deepEqual(await searchNames(org, "xylophone"), []);
  await org.graphql(COMPLETE, { id, input: { summary: "roof" } });
  t.deepEqual(await searchNames(org, "xylophone roof"), ["Visit"]);
  const again = { summary: "door", name: "Second", transcript: [uttered("zeppelin")] };
  await org.graphql(COMPLETE, { id, input: again });
  t.deepEqual(await searchNames(org, "zeppelin door second"), ["Second"]);
  for (const gone of ["xylophone", "roof", "visit"])
    t.deepEqual(await searchNames(org, gone), [], gone);
  t.true(await inStep(server, org.id));
  t.false(await isKept(server, "ylophon"));
});

test("an analysis that is refused leaves what a recording is found by", async (t) => {
  const { org, server } = t.context;
  const id = await createRecordingSaying(org, "Visit", "roof");
  const input = { summary: "door", tags: ["a,b"] };
  t.truthy((await org.sendGraphql(COMPLETE, { id, input })).errors);
  t.deepEqual(await searchNames(org, "door"), []);
  t.deepEqual(await searchNames(org, "roof"), ["Visit"]);
  t.true(await inStep(server, org.id));
});

test("what is erased cannot be found, and no word of it is kept", async (t) => {
  const { org, server } = t.context;
  const ids = [
    await createRecordingSaying(org, "one", "quicksilver roof"),
    await createRecordingSaying(org, "two", "roof"),
  ];
  t.true(await isKept(server, "quicksilve".slice(3)));
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: ids[0] });
  t.deepEqual(await searchNames(org, "quicksilver"), []);
  t.deepEqual(await searchNames(org, "roof"), ["two"]);
  t.false(await isKept(server, "quicksilve".slice(3)));
  t.true(await inStep(server, org.id));
});

test("organizations with recordings of the same words find their own only", async (t) => {
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

test("the words of an organization whose rows are all removed are not kept", async (t) => {
  const { server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  await createRecordingSaying(other, "one", "chrysanthemum");
  t.true(await isKept(server, "hrysanthemu"));
  await deleteOrganizationRows(server.services.db, other.id);
  t.false(await isKept(server, "hrysanthemu"));
});

for (const [what, count, width, last] of [
  ["more words", 5_000, 6, "d990"],
  ["longer words", 1_500, 60, "d1000"],
] as const)
  test(`a text of ${what} than can be found is found by the first of them`, async (t) => {
    const { org } = t.context;
    await createRecordingSaying(
      org,
      "long",
      ...Array.from("abcdefgh", (letter) => many(letter, count, width)),
    );
    for (const word of ["a0z", "c1499", last])
      t.deepEqual(await searchNames(org, `${word}*`), ["long"]);
    t.deepEqual(await searchNames(org, "g1499*"), []);
  });
