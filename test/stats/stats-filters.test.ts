import { fetchStats } from "../helpers/stats/stats.js";
import { test } from "../helpers/suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

test("tags and templates filter together, and unknown values match nothing", async (t) => {
  const { org } = t.context;
  const { id: visit } = await createTemplate(org, "Greeted?");
  const lists = [["a"], ["a", "b"], ["b", "c"], ["a", "c"], [], ["__proto__", "a"]];
  for (const [index, tags] of lists.entries())
    await org.createProcessed({}, { tags, ...(index % 2 && { templateId: visit }) });
  const countRecordings = async (parameters: Record<string, string>): Promise<number> =>
    (await fetchStats(org, parameters)).stats[0].totalRecordings;
  t.is(await countRecordings({}), 6);
  t.is(await countRecordings({ tag: "a" }), 4);
  t.is(await countRecordings({ includedTags: "a,b" }), 5);
  t.is(await countRecordings({ includedTags: "b,c", tag: "a" }), 2);
  t.is(await countRecordings({ excludedTags: "b" }), 4);
  t.is(await countRecordings({ excludedTags: "b,c,unknown" }), 3);
  t.is(await countRecordings({ tag: "a", includedTags: "b,c", excludedTags: "c" }), 1);
  t.is(await countRecordings({ tag: "a", excludedTags: "a" }), 0);
  t.is(await countRecordings({ aiTemplate: visit }), 3);
  t.is(await countRecordings({ aiTemplate: visit, tag: "a" }), 3);
  t.is(await countRecordings({ aiTemplate: visit, excludedTags: "c" }), 2);
  for (const unknown of ["tag", "includedTags", "aiTemplate"])
    t.is(await countRecordings({ [unknown]: "unknown" }), 0, unknown);
  t.is(await countRecordings({ tag: "a,b" }), 0, "the comma is part of the tag");
  const { recordingsByTag } = (await fetchStats(org)).stats[0];
  t.deepEqual(Object.entries(recordingsByTag), [
    ["__proto__", 1],
    ["a", 4],
    ["b", 2],
    ["c", 2],
  ]);
  const { stats } = await org.graphql(
    `{ stats(groupBy: user, filter: { templateId: "" }) { stats { totalRecordings } } }`,
  );
  t.is(stats.stats[0].totalRecordings, 0, "no template has an empty id");
});

test("questions come in template order with their current text", async (t) => {
  const { org } = t.context;
  const upsert = async (input: object) =>
    (
      await org.graphql(
        `mutation ($input: TemplateInput!) {
          upsertTemplate(input: $input) { id questions { id question } }
        }`,
        { input },
      )
    ).upsertTemplate;
  const second = await upsert({ name: "B", questions: [{ question: "1" }, { question: "2" }] });
  const first = await upsert({ name: "A", questions: [{ question: "3" }] });
  for (const { id } of [second, first])
    await org.createProcessed({}, { templateId: id, process: { answers: [] } });
  const [one, two] = second.questions;
  await upsert({
    id: second.id,
    name: "B",
    questions: [{ question: "new" }, { id: two.id, question: "2, now" }],
  });
  const { processQuestionBreakdown } = (await fetchStats(org)).stats[0];
  t.deepEqual(
    processQuestionBreakdown.map(({ questionId, question }: Record<string, string>) => [
      questionId,
      question,
    ]),
    [
      [first.questions[0].id, "3"],
      [two.id, "2, now"],
      [one.id, "1"],
    ],
  );
});
