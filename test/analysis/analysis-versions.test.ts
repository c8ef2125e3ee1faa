import { readFileSync } from "node:fs";
import { optionalTextNames } from "../../db/analysis/optional-texts.js";
import { test } from "../helpers/suite.js";
import type { Tenant } from "../helpers/server.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;
const LIST = `query ($id: ID!, $first: Int, $after: String) { recording(id: $id) {
  editedFields analyses(first: $first, after: $after) { nodes { version } nextCursor hasMore } } }`;
const CONTENT = `query ($id: ID!, $version: Int!) { analysisContent(recordingId: $id, version: $version) {
  version name summary notes coaching closed tags actionItems { kind text assignee completed }
  process { template summary score followed missed answers { question answer yes answered } }
  metrics { talkTime questionsAsked processScore } } }`;
const CURRENT = `query ($id: ID!) { recording(id: $id) {
  name summary notes coaching closed tags actionItems { kind text assignee completed }
  process { template summary score followed missed answers { question answer yes answered } }
  metrics { talkTime questionsAsked processScore } } }`;
const RESTORE = `mutation ($id: ID!, $version: Int!) { restoreAnalysis(recordingId: $id, version: $version) { id } }`;
const REANALYZE = `mutation ($id: ID!, $replaceEdited: Boolean) {
  reanalyze(recordingId: $id, replaceEdited: $replaceEdited) { id } }`;
const TEMPLATE = `mutation { upsertTemplate(input: { name: "Visit", questions: [{ question: "Greeted?" }] }) {
  id questions { id } } }`;

const transcript = [
  { speaker: "Robin", role: "rep", text: "How are you?", start: 0, end: 2_000 },
  { speaker: "Kim", role: "client", text: "Fine.", start: 2_500, end: 3_000 },
];

const complete = async (org: Tenant, id: string, input: object): Promise<void> =>
  void (await org.graphql(COMPLETE, { id, input }));

const listVersions = async (org: Tenant, id: string, page: object = {}) => {
  const { editedFields, analyses } = (await org.graphql(LIST, { id, ...page })).recording;
  const versions = analyses.nodes.map(({ version }: { version: number }) => version);
  return { editedFields, versions, nextCursor: analyses.nextCursor };
};

test("each analysis after the first keeps the one before it, with all its parts", async (t) => {
  const { org } = t.context;
  const { upsertTemplate: template } = await org.graphql(TEMPLATE);
  const id = await org.createProcessed(
    { transcript },
    {
      name: "First",
      summary: "One.",
      notes: "A note.",
      coaching: "Well done.",
      closed: true,
      tags: ["b", "a"],
      actionItems: [{ kind: "client", text: "Sign.", assignee: "Kim" }],
      templateId: template.id,
      process: {
        summary: "All asked.",
        answers: [{ questionId: template.questions[0].id, answer: "Hello", yes: true }],
      },
    },
  );
  t.deepEqual((await listVersions(org, id)).versions, []);
  const first = (await org.graphql(CURRENT, { id })).recording;
  await complete(org, id, { summary: "Two." });
  t.deepEqual((await listVersions(org, id)).versions, [1]);
  t.deepEqual((await org.graphql(CONTENT, { id, version: 1 })).analysisContent, {
    version: 1,
    ...first,
  });
  t.is((await org.graphql(CONTENT, { id, version: 2 })).analysisContent, null);

  const second = (await org.graphql(CURRENT, { id })).recording;
  const sent = (await org.graphql("{ deliveries { nodes { id } } }")).deliveries.nodes.length;
  await org.graphql(RESTORE, { id, version: 1 });
  t.deepEqual((await org.graphql(CURRENT, { id })).recording, first);
  t.deepEqual((await org.graphql(CONTENT, { id, version: 2 })).analysisContent, {
    version: 2,
    ...second,
  });
  t.is((await org.graphql("{ deliveries { nodes { id } } }")).deliveries.nodes.length, sent);
});

test("an analysis that changes nothing keeps no version", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript }, { summary: "Same." });
  await complete(org, id, { summary: "Same." });
  t.deepEqual(await listVersions(org, id), { editedFields: [], versions: [], nextCursor: null });
});

test("a recording keeps its last 20 versions, and lists them in pages", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript });
  const other = await org.createProcessed({ transcript });
  for (let number = 1; number <= 23; number += 1) await complete(org, id, { summary: `${number}` });
  const found: number[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await listVersions(org, id, { first: 7, after });
    found.push(...page.versions);
    after = page.nextCursor;
  }
  t.deepEqual(
    found,
    Array.from({ length: 20 }, (_, index) => 23 - index),
  );
  const { nextCursor } = await listVersions(org, id, { first: 1 });
  const foreign = await org.sendGraphql(LIST, { id: other, after: nextCursor });
  t.is(foreign.errors?.[0]?.extensions.code, "INVALID_CURSOR");
});

test("an analysis is repeated over edited fields only on request", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript }, { summary: "One.", coaching: "Good." });
  await org.graphql(REANALYZE, { id });
  await complete(org, id, { summary: "One.", notes: "Kim likes tea.", coaching: "Good." });
  t.deepEqual((await listVersions(org, id)).editedFields, ["notes"]);
  await complete(org, id, { summary: "One.", notes: "Kim likes tea.", coaching: "Better." });
  t.deepEqual((await listVersions(org, id)).editedFields, ["notes", "coaching"]);
  const { errors } = await org.sendGraphql(REANALYZE, { id });
  t.is(errors?.[0]?.extensions.code, "CONFLICT");
  t.regex(errors?.[0]?.message ?? "", /notes, coaching/);
  t.is((await org.graphql(REANALYZE, { id, replaceEdited: true })).reanalyze.id, id);
  await org.graphql(RESTORE, { id, version: 1 });
  t.deepEqual((await listVersions(org, id)).editedFields, []);
});

test("an unknown version, or one of a recording without an analysis, can't be restored", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript });
  const unknown = await org.sendGraphql(RESTORE, { id, version: 1 });
  t.is(unknown.errors?.[0]?.extensions.code, "NOT_FOUND");
  const waiting = await org.ingestCall({ transcript });
  const early = await org.sendGraphql(RESTORE, { id: waiting, version: 1 });
  t.is(early.errors?.[0]?.extensions.code, "CONFLICT");
});

for (const text of optionalTextNames)
  test(`a change of ${text} alone keeps the version before it, is an edit, and can be undone`, async (t) => {
    const { org } = t.context;
    const id = await org.createProcessed({ transcript }, { summary: "One.", [text]: "Before." });
    await complete(org, id, { summary: "One.", [text]: "After." });
    const { versions, editedFields } = await listVersions(org, id);
    t.deepEqual([versions, editedFields], [[1], [text]]);
    const query = `query ($id: ID!, $version: Int!) {
      recording(id: $id) { ${text} }
      analysisContent(recordingId: $id, version: $version) { ${text} } }`;
    const read = async () => org.graphql(query, { id, version: 1 });
    t.deepEqual(await read(), {
      recording: { [text]: "After." },
      analysisContent: { [text]: "Before." },
    });
    await org.graphql(RESTORE, { id, version: 1 });
    t.is((await read()).recording[text], "Before.");
  });

test("the console compares every text of two analyses", (t) => {
  const folder = "web/screens/recording";
  const query = /^query AnalysisContent.*?^\}/ms.exec(
    readFileSync(`${folder}/recording.graphql`, "utf8"),
  )![0];
  const rows = readFileSync(`${folder}/analysis-rows.ts`, "utf8");
  for (const text of optionalTextNames) {
    t.regex(query, new RegExp(`^\\s+${text}$`, "m"));
    t.true(rows.includes(`content.${text} ??`), text);
  }
});
