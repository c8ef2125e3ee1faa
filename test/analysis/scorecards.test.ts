import "reflect-metadata";
import type { Analyze } from "../../src/analyzer/analyzer.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import { createTemplate, UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";
import type { Tenant } from "../helpers/server.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { test } from "../helpers/suite.js";

const PROCESS = `templateVersion followed missed total score
  answers { questionId kind weight yes rating answered foundYes foundRating
    verdict { yes rating notApplicable } }`;
const READ = `query ($id: ID!) { recording(id: $id) {
  process { ${PROCESS} } metrics { processScore } } }`;
const SET = `mutation ($id: ID!, $question: ID!, $yes: Boolean, $rating: Int, $notApplicable: Boolean) {
  recording: setVerdict(recordingId: $id, questionId: $question, yes: $yes, rating: $rating,
    notApplicable: $notApplicable) { process { ${PROCESS} } }
}`;
const UPSERT = `mutation ($input: TemplateInput!) {
  template: upsertTemplate(input: $input) { id name version questions { id question kind weight } }
}`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;

const transcript = [{ speaker: "R", role: "rep", text: "Hello there.", start: 0, end: 900 }];

interface Question {
  id?: string;
  question: string;
  kind?: "yesNo" | "rating";
  weight?: number;
}

type Answer = { yes: boolean } | { rating: number } | undefined;

const upsert = async (
  org: Tenant,
  questions: Question[],
  others: object = {},
): Promise<{ id: string; version: number; questions: Required<Question>[] }> =>
  (await org.graphql(UPSERT, { input: { name: "Visit", questions, ...others } })).template;

/** Analyses a call with a scorecard; an undefined answer is left out. */
const createScored = async (org: Tenant, questions: Question[], answers: Answer[]) => {
  const template = await upsert(org, questions);
  const ids = template.questions.map(({ id }) => id);
  const buildAnalysis = (given: Answer[]) => ({
    summary: "Done.",
    templateId: template.id,
    process: {
      answers: given.flatMap((answer, index) =>
        answer ? [{ questionId: ids[index], ...answer }] : [],
      ),
    },
  });
  const id = await org.createProcessed({ transcript }, buildAnalysis(answers));
  return {
    id,
    template,
    ids,
    read: async () => (await org.graphql(READ, { id })).recording,
    set: async (index: number, verdict: object) =>
      (await org.graphql(SET, { id, question: ids[index], ...verdict })).recording.process,
    complete: async (given: Answer[]) => {
      await org.graphql(COMPLETE, { id, input: buildAnalysis(given) });
    },
  };
};

/** Returns the code and the field of the error, which must be the only one. */
const listErrors = async (org: Tenant, document: string, variables: object) => {
  const { errors = [] } = await org.sendGraphql(document, variables);
  return errors.map(({ extensions }) => [extensions.code, extensions.field]);
};

test("a question counts by its weight", async (t) => {
  const { org } = t.context;
  const questions = [{ question: "One?", weight: 3 }, { question: "Two?" }];
  const { id, read } = await createScored(org, questions, [{ yes: true }, { yes: false }]);
  t.like(await read(), {
    process: { score: 75, followed: 1, missed: 1, total: 2 },
    metrics: { processScore: 75 },
  });
  const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
  t.is(recording.process.score, 75);
  t.like((await fetchStats(org)).stats[0], { avgProcessScore: 75, recordingsWithProcess: 1 });
});

test("a rating counts once it is given, from nothing for 1 to a yes for 5", async (t) => {
  const { org } = t.context;
  const questions: Question[] = [
    { question: "One?" },
    { question: "How well?", kind: "rating", weight: 2 },
  ];
  const { read, set } = await createScored(org, questions, [{ yes: true }, undefined]);
  t.like((await read()).process, { score: 100, followed: 1, missed: 0, total: 1 });
  const scores: number[] = [];
  for (const rating of [1, 2, 3, 4, 5]) scores.push((await set(1, { rating })).score);
  t.deepEqual(
    scores,
    [0, 1, 2, 3, 4].map((steps) => (100 * (4 + 2 * steps)) / 12),
  );
  t.like(await set(1, { rating: 4 }), { followed: 2, missed: 0, total: 2 });
  const rated = await set(1, { rating: 3 });
  t.like(rated, { followed: 1, missed: 1, total: 2 });
  t.like(rated.answers[1], {
    rating: 3,
    yes: false,
    foundRating: null,
    verdict: { yes: false, rating: 3, notApplicable: false },
  });
  t.like(await set(1, { yes: null }), { score: 100, total: 1 });
});

test("what doesn't apply counts nowhere", async (t) => {
  const { org } = t.context;
  const { id, ids, read, set } = await createScored(
    org,
    [{ question: "One?" }, { question: "Two?" }],
    [{ yes: true }, { yes: false }],
  );
  const list = async (answer: string) => {
    const { recordings } = await org.graphql(
      `query ($filter: RecordingFilter) { recordings(filter: $filter) { nodes { id } } }`,
      { filter: { questionId: ids[1], answer } },
    );
    return recordings.nodes.map((node: { id: string }) => node.id);
  };
  t.deepEqual([await list("no"), await list("notApplicable")], [[id], []]);
  t.like(await set(1, { notApplicable: true }), { score: 100, followed: 1, missed: 0, total: 1 });
  t.like((await read()).process.answers[1], {
    yes: false,
    foundYes: false,
    verdict: { notApplicable: true },
  });
  t.deepEqual(
    [await list("no"), await list("missed"), await list("notFound"), await list("notApplicable")],
    [[], [], [], [id]],
  );
  const [stats] = (await fetchStats(org)).stats;
  t.is(stats!.avgProcessScore, 100);
  t.deepEqual(
    stats!.processQuestionBreakdown.map(({ questionId }: { questionId: string }) => questionId),
    [ids[0]],
  );
  const { verdictAgreement } = await org.graphql("{ verdictAgreement { questionId } }");
  t.deepEqual(verdictAgreement, []);
});

test("a call of which no question counts has no score, and changes no average", async (t) => {
  const { org } = t.context;
  const questions: Question[] = [{ question: "How well?", kind: "rating" }];
  const { read, set } = await createScored(org, questions, [undefined]);
  t.like(await read(), { process: { score: 0, total: 0 }, metrics: { processScore: null } });
  t.is((await read()).process.answers.length, 1);
  t.like((await fetchStats(org)).stats[0], { recordingsWithProcess: 0, avgProcessScore: 0 });
  await set(0, { rating: 5 });
  t.like(await read(), { process: { score: 100, total: 1 }, metrics: { processScore: 100 } });
  t.like((await fetchStats(org)).stats[0], { recordingsWithProcess: 1, avgProcessScore: 100 });
});

test("the lists by score use weights, and calls without a score come last", async (t) => {
  const { org } = t.context;
  const questions: Question[] = [
    { question: "One?", weight: 3 },
    { question: "Two?" },
    { question: "How well?", kind: "rating", weight: 10 },
  ];
  const { id: light, set } = await createScored(org, questions, [{ yes: false }, { yes: true }]);
  const { id: heavy } = await createScored(org, questions, [{ yes: true }, { yes: false }]);
  const { id: none } = await createScored(org, [questions[2]!], []);
  const list = async (order: string) => {
    const { recordings } = await org.graphql(`{ recordings(order: ${order}) { nodes { id } } }`);
    return recordings.nodes.map((node: { id: string }) => node.id);
  };
  t.deepEqual(await list("highestScore"), [heavy, light, none]);
  t.deepEqual(await list("lowestScore"), [light, heavy, none]);
  await set(2, { rating: 5 });
  t.deepEqual(await list("highestScore"), [light, heavy, none], "79 before 75");
});

test("a change of the questions is a new version, and earlier scores stay", async (t) => {
  const { org } = t.context;
  const { template, ids, read, complete } = await createScored(
    org,
    [{ question: "One?", weight: 3 }, { question: "Two?" }],
    [{ yes: true }, { yes: false }],
  );
  const [first, second] = ids;
  t.is(template.version, 1);
  const { id } = template;
  const same = [
    { id: first!, question: "One?" },
    { id: second!, question: "Two?" },
  ];
  const renamed = await upsert(org, same, { id, name: "Visits" });
  t.like(renamed, { version: 1 });
  t.deepEqual(
    renamed.questions.map(({ weight }) => weight),
    [3, 1],
    "absent means unchanged",
  );
  const reweighted = [{ id: first!, question: "One?", weight: 1 }, same[1]!];
  t.is((await upsert(org, reweighted, { id })).version, 2);
  t.is((await upsert(org, reweighted.toReversed(), { id })).version, 3);
  t.like((await read()).process, { score: 75, templateVersion: 1 });
  await complete([{ yes: true }, { yes: false }]);
  t.like((await read()).process, { score: 50, templateVersion: 3 });
  await org.graphql(
    "mutation ($id: ID!) { restoreAnalysis(recordingId: $id, version: 1) { id } }",
    {
      id: (await org.graphql("{ recordings { nodes { id } } }")).recordings.nodes[0].id,
    },
  );
  t.like((await read()).process, { score: 75, templateVersion: 1 });
});

test("a verdict stays while it fits the question", async (t) => {
  const { org } = t.context;
  const questions = [{ question: "One?" }, { question: "Two?" }, { question: "Three?" }];
  const { template, ids, read, set, complete } = await createScored(org, questions, []);
  await set(0, { yes: true });
  await set(1, { notApplicable: true });
  await set(2, { yes: true });
  const changed = ids.map((id, index) => ({
    id,
    question: `${index}?`,
    kind: index < 2 ? ("rating" as const) : ("yesNo" as const),
  }));
  await upsert(org, changed, { id: template.id });
  await complete([{ rating: 2 }, { rating: 3 }, { yes: false }]);
  const { answers, followed, total } = (await read()).process;
  t.deepEqual(
    answers.map(({ rating, yes, foundRating, verdict }: Record<string, unknown>) => [
      rating,
      yes,
      foundRating,
      verdict,
    ]),
    [
      [2, false, 2, null],
      [null, false, 3, { yes: false, rating: null, notApplicable: true }],
      [null, true, null, { yes: true, rating: null, notApplicable: false }],
    ],
  );
  t.deepEqual([followed, total], [1, 2]);
});

test("people's ratings are compared with those that the analysis found", async (t) => {
  const { org } = t.context;
  const questions: Question[] = [
    { question: "How well?", kind: "rating" },
    { question: "How loud?", kind: "rating" },
  ];
  const { ids, set } = await createScored(org, questions, [{ rating: 4 }, undefined]);
  const read = async () =>
    (await org.graphql("{ verdictAgreement { questionId verdicts agreed wrongYes } }"))
      .verdictAgreement;
  await set(1, { rating: 2 });
  await set(0, { rating: 4 });
  t.deepEqual(await read(), [{ questionId: ids[0], verdicts: 1, agreed: 1, wrongYes: 0 }]);
  await set(0, { rating: 5 });
  t.like((await read())[0], { agreed: 0, wrongYes: 0 });
  await set(0, { rating: 3 });
  t.like((await read())[0], { agreed: 0, wrongYes: 1 });
});

test("a rating whose evidence no one said isn't stored, and doesn't count", async (t) => {
  const { org, server } = t.context;
  const { id: templateId, questions } = await upsert(org, [
    { question: "One?" },
    { question: "How well?", kind: "rating" },
  ]);
  const [one, well] = questions.map(({ id }) => id) as [string, string];
  const answers = [
    { questionId: one, yes: true, evidence: "Hello there" },
    { questionId: well, rating: 5, evidence: "Good-bye" },
  ];
  const analyze: Analyze = async () => ({
    summary: "Done.",
    templateId,
    process: { answers: answers.map((answer) => ({ ...answer, source: "model" as const })) },
  });
  const id = await org.ingestCall({ transcript });
  await runAttempt(server, org, id, { analyze });
  const { process } = (await org.graphql(READ, { id })).recording;
  t.like(process, { score: 100, followed: 1, total: 1 });
  t.like(process.answers[1], { rating: null, answered: false });
});

const listVersions = async (org: Tenant, id: string) => {
  const query = `query ($id: ID!) { recording(id: $id) {
    editedFields analyses(first: 5) { nodes { version } } } }`;
  const { editedFields, analyses } = (await org.graphql(query, { id })).recording;
  return [editedFields, analyses.nodes.map(({ version }: { version: number }) => version)];
};

test("an analysis that finds the same stores no version, also after an earlier release", async (t) => {
  const { org, server } = t.context;
  const questions = [{ question: "One?" }, { question: "Two?" }];
  const { id, complete, read } = await createScored(org, questions, [{ yes: true }]);
  const analyse = () => complete([{ yes: true }]);
  await analyse();
  const [edited, versions] = await listVersions(org, id);
  await analyse();
  t.deepEqual(await listVersions(org, id), [edited, versions]);
  await server.services
    .db("recordings")
    .where({ organization_id: org.id, id })
    .update({ template_version: null, process_points: null, process_max: null });
  t.like((await read()).process, { score: 50, templateVersion: null });
  await analyse();
  t.deepEqual(await listVersions(org, id), [edited, versions]);
  t.like((await read()).process, { score: 50, templateVersion: 1 });
});

test("another weight makes another analysis, which no person has written", async (t) => {
  const { org } = t.context;
  const questions = [{ question: "One?" }, { question: "Two?" }];
  const { id, ids, template, complete } = await createScored(org, questions, [{ yes: true }]);
  await complete([{ yes: true }]);
  const [edited, before] = await listVersions(org, id);
  await upsert(
    org,
    ids.map((question, index) => ({ id: question, ...questions[index]!, weight: 2 - index })),
    { id: template.id },
  );
  await complete([{ yes: true }]);
  const [editedAfter, after] = await listVersions(org, id);
  t.deepEqual(editedAfter, edited);
  t.is(after.length, before.length + 1);
});

for (const [name, question, field] of [
  ["a weight of 0", { question: "One?", weight: 0 }, "questions.0.weight"],
  ["a weight of 11", { question: "One?", weight: 11 }, "questions.0.weight"],
] as const)
  test(`${name} is refused`, async (t) => {
    const { org } = t.context;
    const input = { name: "Visit", questions: [question] };
    t.deepEqual(await listErrors(org, UPSERT_TEMPLATE, { input }), [["INVALID_FIELD", field]]);
  });

test("a tracker doesn't rate", async (t) => {
  const { org } = t.context;
  const { upsertTracker: tracker } = await org.graphql(
    `mutation { upsertTracker(input: { name: "Price", phrases: ["price"] }) { id } }`,
  );
  const question = { question: "How well?", kind: "rating", trackerId: tracker.id };
  const input = { name: "Visit", questions: [question] };
  t.deepEqual(await listErrors(org, UPSERT_TEMPLATE, { input }), [
    ["INVALID_FIELD", "questions.0.trackerId"],
  ]);
  const { template } = await org.graphql(UPSERT, {
    input: { ...input, questions: [{ ...question, kind: "yesNo" }] },
  });
  const [{ id }] = template.questions;
  await upsert(org, [{ id, question: "How well?", kind: "rating" }], { id: template.id });
  const { templates } = await org.graphql("{ templates { questions { kind tracker { id } } } }");
  t.deepEqual(templates[0].questions, [{ kind: "rating", tracker: null }]);
});

for (const [name, kind, answer, code, field] of [
  ["no rating", "rating", { yes: true }, "MISSING_REQUIRED_FIELD", "rating"],
  ["a rating of 0", "rating", { rating: 0 }, "INVALID_FIELD", "rating"],
  ["a rating of 6", "rating", { rating: 6 }, "INVALID_FIELD", "rating"],
  ["no yes", "yesNo", {}, "MISSING_REQUIRED_FIELD", "yes"],
  ["a rating of yes or no", "yesNo", { yes: true, rating: 3 }, "INVALID_FIELD", "rating"],
] as const)
  test(`an answer with ${name} is refused`, async (t) => {
    const { org } = t.context;
    const { id: templateId, questions } = await upsert(org, [{ question: "One?", kind }]);
    const id = await org.ingestCall({ transcript });
    const input = {
      summary: "Done.",
      templateId,
      process: { answers: [{ questionId: questions[0]!.id, ...answer }] },
    };
    t.deepEqual(await listErrors(org, COMPLETE, { id, input }), [
      [code, `process.answers.0.${field}`],
    ]);
  });

for (const [name, verdict, code, field] of [
  ["nothing", {}, "MISSING_REQUIRED_FIELD", "yes"],
  ["yes for a rating", { yes: true }, "INVALID_FIELD", "yes"],
  ["a rating of 6", { rating: 6 }, "INVALID_FIELD", "rating"],
  ["two verdicts", { rating: 3, notApplicable: true }, "INVALID_FIELD", "notApplicable"],
  ["a rating and yes", { rating: 3, yes: true }, "INVALID_FIELD", "rating"],
] as const)
  test(`a verdict with ${name} is refused`, async (t) => {
    const { org } = t.context;
    const { id, ids, read } = await createScored(
      org,
      [{ question: "How well?", kind: "rating" }],
      [{ rating: 2 }],
    );
    const before = await read();
    t.deepEqual(await listErrors(org, SET, { id, question: ids[0], ...verdict }), [[code, field]]);
    t.deepEqual(await read(), before);
  });

test("a rating for a yes/no question is refused", async (t) => {
  const { org } = t.context;
  const { id: templateId, questions } = await createTemplate(org, "One?");
  const id = await org.createProcessed({ transcript }, { templateId, process: { answers: [] } });
  const variables = { id, question: questions[0]!.id, rating: 3 };
  t.deepEqual(await listErrors(org, SET, variables), [["INVALID_FIELD", "rating"]]);
});
