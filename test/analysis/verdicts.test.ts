import { createTemplate } from "../helpers/analysis/templates.js";
import type { Tenant } from "../helpers/server.js";
import { fetchStats } from "../helpers/stats/stats.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { test } from "../helpers/suite.js";

const PROCESS = `process { followed missed score canJudge
  answers { questionId yes answered source foundYes verdict { yes by } } }`;
const READ = `query ($id: ID!) { recording(id: $id) { ${PROCESS} } }`;
const SET = `mutation ($id: ID!, $question: ID!, $yes: Boolean) {
  recording: setVerdict(recordingId: $id, questionId: $question, yes: $yes) { ${PROCESS} }
}`;
const AGREEMENT = "{ verdictAgreement { questionId verdicts agreed wrongYes } }";

const transcript = [{ speaker: "R", role: "rep", text: "Hello there.", start: 0, end: 900 }];

/** Analyses a call: the first question is answered yes, the second no, and the third not. */
const createJudged = async (org: Tenant, call: object = {}) => {
  const { id: templateId, questions } = await createTemplate(org, "One?", "Two?", "Three?");
  const [one, two, three] = questions.map((question) => question.id) as [string, string, string];
  const answers = [
    { questionId: one, yes: true },
    { questionId: two, yes: false },
  ];
  const analysis = { templateId, process: { answers } };
  const id = await org.createProcessed({ transcript, ...call }, analysis);
  const set = async (question: string, yes: boolean | null) =>
    (await org.graphql(SET, { id, question, yes })).recording.process;
  const read = async () => (await org.graphql(READ, { id })).recording.process;
  return { id, one, two, three, set, read, analysis };
};

test("a person's verdict counts instead of the analysis, and both are shown", async (t) => {
  const { org } = t.context;
  const { one, two, three, set, read, id } = await createJudged(org);
  t.like(await set(three, true), { followed: 2, missed: 1 });
  t.like(await set(one, false), { followed: 1, missed: 2 });
  t.like(await set(two, false), { followed: 1, missed: 2 });
  const process = await read();
  t.deepEqual(process.answers, [
    {
      questionId: one,
      yes: false,
      answered: true,
      source: "program",
      foundYes: true,
      verdict: { yes: false, by: null },
    },
    {
      questionId: two,
      yes: false,
      answered: true,
      source: "program",
      foundYes: false,
      verdict: { yes: false, by: null },
    },
    {
      questionId: three,
      yes: true,
      answered: false,
      source: null,
      foundYes: false,
      verdict: { yes: true, by: null },
    },
  ]);
  const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
  t.deepEqual(
    recording.process.answers.map(({ yes }: { yes: boolean }) => yes),
    [false, false, true],
  );
  const { stats } = await fetchStats(org);
  t.like(stats[0], { avgProcessScore: 100 / 3 });
  t.deepEqual(
    stats[0]!.processQuestionBreakdown.map(({ yesCount }: { yesCount: number }) => yesCount),
    [0, 0, 1],
  );
});

test("a verdict that is taken back leaves what the analysis found", async (t) => {
  const { org } = t.context;
  const { one, set, read } = await createJudged(org);
  const before = await read();
  await set(one, false);
  t.deepEqual(await set(one, null), before);
  t.deepEqual(await set(one, null), before);
});

test("a verdict outlives another analysis and a restored version", async (t) => {
  const { org } = t.context;
  const { id, one, three, set, read, analysis } = await createJudged(org);
  await set(one, false);
  await set(three, true);
  const complete = async (input: object): Promise<void> => {
    await org.graphql(
      "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }",
      { id, input },
    );
  };
  await complete({
    summary: "Again",
    ...analysis,
    process: { answers: [{ questionId: three, yes: true }] },
  });
  t.like(await read(), { followed: 1 });
  t.deepEqual(
    (await read()).answers.map(({ yes, foundYes }: { yes: boolean; foundYes: boolean }) => [
      yes,
      foundYes,
    ]),
    [
      [false, false],
      [false, false],
      [true, true],
    ],
  );
  await set(three, null);
  await org.graphql(
    "mutation ($id: ID!) { restoreAnalysis(recordingId: $id, version: 1) { id } }",
    { id },
  );
  const restored = await read();
  t.like(restored, { followed: 0 });
  t.deepEqual(
    restored.answers.map(
      ({ yes, foundYes, verdict }: { yes: boolean; foundYes: boolean; verdict: object | null }) => [
        yes,
        foundYes,
        verdict !== null,
      ],
    ),
    [
      [false, true, true],
      [false, false, false],
      [false, false, false],
    ],
  );
});

test("a verdict comes back with its question, after analyses without it", async (t) => {
  const { org } = t.context;
  const { id, one, three, set, read, analysis } = await createJudged(org);
  const other = await createTemplate(org, "Four?");
  const complete = async (input: object): Promise<void> => {
    await org.graphql(
      "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }",
      { id, input: { summary: "Again", ...input } },
    );
  };
  const leave = async (): Promise<void> => {
    for (const yes of [true, false])
      await complete({
        templateId: other.id,
        process: { answers: [{ questionId: other.questions[0]!.id, yes }] },
      });
    await complete({});
  };
  const judged = async (): Promise<string[]> =>
    (await read()).answers
      .filter(({ verdict }: { verdict: object | null }) => verdict !== null)
      .map(({ questionId }: { questionId: string }) => questionId);
  await set(one, false);
  await set(three, true);
  await leave();
  await complete(analysis);
  t.deepEqual(await judged(), [one, three]);
  t.like((await read()).answers[0], { yes: false, foundYes: true });
  await set(three, null);
  await leave();
  await complete(analysis);
  t.deepEqual(await judged(), [one], "one that was taken back doesn't");
});

test("a version of an earlier release, without sources and verdicts, can be read", async (t) => {
  const { server, org } = t.context;
  const { id, analysis } = await createJudged(org);
  await org.graphql(
    "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }",
    { id, input: { summary: "Again", ...analysis } },
  );
  const versions = server.services.db("analysis_versions").where("recording_id", id);
  const { content } = await versions.clone().first("content");
  const earlier = JSON.parse(content);
  for (const answer of earlier.answers)
    for (const name of ["source", "machineYes", "verdictBy", "verdictAt"]) delete answer[name];
  await versions.update("content", JSON.stringify(earlier));
  const found = await org.graphql(
    `query ($id: ID!) { analysisContent(recordingId: $id, version: 1) { ${PROCESS} } }`,
    { id },
  );
  t.false(found.analysisContent.process.canJudge);
  t.deepEqual(
    found.analysisContent.process.answers.map(
      ({ foundYes, source, verdict }: Record<string, unknown>) => [foundYes, source, verdict],
    ),
    [
      [true, null, null],
      [false, null, null],
      [false, null, null],
    ],
  );
});

test("admins and the rep's manager judge, a rep doesn't", async (t) => {
  const { server, org } = t.context;
  const rep = `rep@${org.id}.example.com`;
  const lead = `lead@${org.id}.example.com`;
  for (const email of [rep, lead]) await org.createUser(email, { name: email.split("@")[0]! });
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: rep }], leads: [lead] },
  });
  const { id, one } = await createJudged(org, { user_email: rep });
  const own = await createJudged(org, { user_email: lead });
  const judge = async (
    { query }: ConsoleSession,
    call = id,
    question = one,
    // oxlint-disable-next-line typescript/no-explicit-any
  ): Promise<any> =>
    JSON.parse(
      (
        await query(
          `mutation { setVerdict(recordingId: "${call}", questionId: "${question}", yes: false) { ${PROCESS} } }`,
        )
      ).text,
    );
  const manager = await signInAs(server, org, lead, "manager");
  const { process } = (await judge(manager)).data.setVerdict;
  t.true(process.canJudge);
  t.deepEqual(process.answers[0].verdict, { yes: false, by: "lead" });
  const refused = [
    await judge(await signInAs(server, org, rep, "rep")),
    await judge(manager, own.id, own.one),
  ];
  for (const { errors } of refused) t.is(errors[0].extensions.code, "FORBIDDEN");
  const admin = await signInAs(server, org, "rep@example.com", "admin");
  t.true((await judge(admin, own.id, own.one)).data.setVerdict.process.canJudge);
});

test("how often people and analyses agree is counted by question", async (t) => {
  const { org } = t.context;
  const { one, two, three, set } = await createJudged(org);
  t.deepEqual((await org.graphql(AGREEMENT)).verdictAgreement, []);
  await set(one, false);
  await set(two, false);
  await set(three, true);
  const found = (await org.graphql(AGREEMENT)).verdictAgreement as { questionId: string }[];
  t.deepEqual(
    [one, two, three].map((question) => found.find(({ questionId }) => questionId === question)),
    [
      { questionId: one, verdicts: 1, agreed: 0, wrongYes: 1 },
      { questionId: two, verdicts: 1, agreed: 1, wrongYes: 0 },
      { questionId: three, verdicts: 1, agreed: 0, wrongYes: 0 },
    ],
  );
});

test("a verdict on an unknown question, or without an analysis, is refused", async (t) => {
  const { org } = t.context;
  const { id } = await createJudged(org);
  const refuse = async (call: string, question: string) =>
    (await org.sendGraphql(SET, { id: call, question, yes: true })).errors![0]!.extensions;
  t.like(await refuse(id, "none"), { code: "INVALID_FIELD", field: "questionId" });
  t.like(await refuse(await org.ingestCall(), "none"), { code: "CONFLICT" });
  t.like(await refuse("none", "none"), { code: "NOT_FOUND" });
  const { errors } = await org.sendGraphql(SET, { id, question: "none" });
  t.like(errors![0]!.extensions, { code: "MISSING_REQUIRED_FIELD", field: "yes" });
});
