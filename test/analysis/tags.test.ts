import type { Tenant } from "../helpers/server.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { test } from "../helpers/suite.js";

const ADD = `mutation ($id: ID!, $tag: String!) {
  recording: addTag(recordingId: $id, tag: $tag) { tags } }`;
const REMOVE = `mutation ($id: ID!, $tag: String!) {
  recording: removeTag(recordingId: $id, tag: $tag) { tags } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { tags } }`;

const transcript = [{ speaker: "R", role: "rep", text: "Hello there.", start: 0, end: 900 }];

const createTagged = async (org: Tenant, ...tags: string[]) => {
  const id = await org.createProcessed({ transcript }, { tags });
  const send = async (document: string, tag: string): Promise<string[]> =>
    (await org.graphql(document, { id, tag })).recording.tags;
  return {
    id,
    add: (tag: string) => send(ADD, tag),
    remove: (tag: string) => send(REMOVE, tag),
    analyse: async (...found: string[]): Promise<string[]> =>
      (await org.graphql(COMPLETE, { id, input: { summary: "Again.", tags: found } }))
        .completeAnalysis.tags,
  };
};

const listByTag = async (org: Tenant, tag: string): Promise<string[]> => {
  const document = "query ($tag: String) { recordings(filter: { tag: $tag }) { nodes { id } } }";
  const { recordings } = await org.graphql(document, { tag });
  return recordings.nodes.map(({ id }: { id: string }) => id);
};

test("people's tags are found, counted and shown as those of the analysis", async (t) => {
  const { org } = t.context;
  const { id, add, remove } = await createTagged(org, "price");
  t.deepEqual(await add(" vip "), ["price", "vip"]);
  t.deepEqual(await listByTag(org, "vip"), [id]);
  t.deepEqual((await org.get(`/v1/recordings/${id}`)).body.recording.tags, ["price", "vip"]);
  t.deepEqual((await fetchStats(org)).stats[0]!.recordingsByTag, { price: 1, vip: 1 });
  t.deepEqual(await remove("price"), ["vip"]);
  t.deepEqual(await listByTag(org, "price"), []);
  t.deepEqual((await fetchStats(org)).stats[0]!.recordingsByTag, { vip: 1 });
});

test("people's tags outlive another analysis and a restored version", async (t) => {
  const { org } = t.context;
  const { id, add, remove, analyse } = await createTagged(org, "price", "timing");
  await add("vip");
  await remove("price");
  t.deepEqual(await analyse("price", "partner"), ["partner", "vip"]);
  const { restoreAnalysis } = await org.graphql(
    "mutation ($id: ID!) { restoreAnalysis(recordingId: $id, version: 1) { tags } }",
    { id },
  );
  t.deepEqual(restoreAnalysis.tags, ["timing", "vip"]);
  await add("price");
  await remove("vip");
  t.deepEqual(await analyse("partner"), ["partner", "price"]);
});

test("a tag that the analysis found, too, stays if a person adds it", async (t) => {
  const { org } = t.context;
  const { add, analyse } = await createTagged(org, "price");
  t.deepEqual(await add("price"), ["price"]);
  t.deepEqual(await analyse(), ["price"]);
});

test("a change of tags is a change of the recording; without an effect, it is none", async (t) => {
  const { org } = t.context;
  const { id, add, remove } = await createTagged(org, "price");
  const read = async () => {
    const query = "query ($id: ID!) { recording(id: $id) { tags updatedAt } }";
    return (await org.graphql(query, { id })).recording;
  };
  const before = await read();
  t.deepEqual(await remove("vip"), ["price"]);
  t.deepEqual(await add("price"), ["price"]);
  t.deepEqual(await read(), before);
  await add("vip");
  const { updatedAt } = await read();
  t.true(updatedAt > before.updatedAt);
  await remove("vip");
  const after = await read();
  t.true(after.updatedAt > updatedAt);
  t.deepEqual(await remove("vip"), ["price"]);
  t.deepEqual(await read(), after);
});

test("an analysis that finds the same tags, beside those of people, stores no version", async (t) => {
  const { org } = t.context;
  const { id, add, analyse } = await createTagged(org, "timing", "price");
  await add("vip");
  await add("a call");
  t.deepEqual(await analyse("price", "timing"), ["price", "timing", "a call", "vip"]);
  const query = `query ($id: ID!) { recording(id: $id) {
    editedFields analyses(first: 5) { nodes { version } } } }`;
  const { recording } = await org.graphql(query, { id });
  t.deepEqual(recording.editedFields, ["summary"]);
  t.deepEqual(await analyse("timing", "price"), ["timing", "price", "a call", "vip"]);
  const { recording: again } = await org.graphql(query, { id });
  t.deepEqual(again.analyses, recording.analyses);
});

test("a tag is removed as it is, also with spaces and after redaction was turned on", async (t) => {
  const { org } = t.context;
  const { id, remove } = await createTagged(org, "vip ", "card 4111 1111 1111 1111", "price");
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  t.is((await remove("vip ")).length, 2);
  t.deepEqual(await remove("card 4111 1111 1111 1111"), ["price"]);
  const rows = await t.context.server.services.db("tag_edits").where("recording_id", id);
  t.deepEqual(
    rows.map(({ tag }) => tag),
    [null, null],
  );
});

test("people add or remove at most 1,000 tags of a recording", async (t) => {
  const { org, server } = t.context;
  const { id, add } = await createTagged(org, "price");
  const rows = Array.from({ length: 999 }, (_, index) => ({
    organization_id: org.id,
    recording_id: id,
    tag_key: `key ${index}`,
    tag: null,
  }));
  await server.services.db.batchInsert("tag_edits", rows, 100);
  t.deepEqual(await add("vip"), ["price", "vip"]);
  const { errors } = await org.sendGraphql(REMOVE, { id, tag: "price" });
  t.is(errors![0]!.extensions.code, "CONFLICT");
  const { recording } = await org.graphql(REMOVE, { id, tag: "vip" });
  t.deepEqual(recording.tags, ["price"]);
});

// oxlint-disable-next-line typescript/no-explicit-any
const addVip = async ({ query }: ConsoleSession, call: string): Promise<any> =>
  JSON.parse(
    (await query(`mutation { addTag(recordingId: "${call}", tag: "vip") { tags } }`)).text,
  );

test("managers tag the calls of their teams, and reps none", async (t) => {
  const { org, server } = t.context;
  const [rep, lead, other] = ["rep", "lead", "other"].map(
    (name) => `${name}@${org.id}.example.com`,
  ) as [string, string, string];
  for (const email of [rep, lead, other]) await org.createUser(email);
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: rep }], leads: [lead] },
  });
  const id = await org.createProcessed({ call_id: "own", user_email: rep });
  const foreign = await org.createProcessed({ call_id: "foreign", user_email: other });
  const manager = await signInAs(server, org, lead, "manager");
  t.deepEqual((await addVip(manager, id)).data.addTag.tags, ["vip"]);
  t.is((await addVip(manager, foreign)).errors[0].extensions.code, "NOT_FOUND");
  const refused = await addVip(await signInAs(server, org, rep, "rep"), id);
  t.is(refused.errors[0].extensions.code, "FORBIDDEN");
});

for (const [name, tag] of [
  ["an empty tag", " "],
  ["a tag with a comma", "a,b"],
] as const)
  test(`${name} is refused`, async (t) => {
    const { org } = t.context;
    const { id } = await createTagged(org);
    const { errors } = await org.sendGraphql(ADD, { id, tag });
    t.like(errors![0]!.extensions, { code: "INVALID_FIELD", field: "tag" });
  });

test("a recording has at most 100 tags, also after another analysis", async (t) => {
  const { org } = t.context;
  const found = Array.from({ length: 100 }, (_, index) => `found ${index}`);
  const { id, remove, add, analyse } = await createTagged(org, ...found);
  const { errors } = await org.sendGraphql(ADD, { id, tag: "vip" });
  t.is(errors![0]!.extensions.code, "CONFLICT");
  await remove("found 0");
  await add("vip");
  const again = await analyse(...found);
  t.is(again.length, 100);
  t.true(again.includes("vip"));
  t.false(again.includes("found 0"));
});

test("a recording that isn't processed has no tags yet", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  const { errors } = await org.sendGraphql(ADD, { id, tag: "vip" });
  t.is(errors![0]!.extensions.code, "CONFLICT");
});
