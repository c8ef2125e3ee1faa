import type { Tenant } from "../helpers/server.js";
import { fetchStats } from "../helpers/stats/stats.js";
import { test } from "../helpers/suite.js";
import { createTemplate, UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";

const PROCESS = `query ($id: ID!) {
  recording(id: $id) {
    closed
    process {
      templateId template summary score followed missed total
      answers { questionId question answer yes answered evidence start }
    }
    metrics { talkTime processScore }
  }
}`;

const transcript = [
  { speaker: "Ann", role: "client", text: "Hello?", start: 0, end: 10_000 },
  { speaker: "Robin", role: "rep", text: "How are you?", start: 12_000, end: 22_000 },
];

const EVIDENCE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;

const readRecording = async (org: Tenant, id: string) =>
  (await org.get(`/v1/recordings/${id}`)).body.recording;

/** Creates a recording whose analysis answers yes, no, no without words, and leaves the fourth question open. */
const createAnswered = async (org: Tenant) => {
  const template = await createTemplate(org, "Greeted?", "Priced?", "Booked?", "Thanked?");
  const [greeted, priced, booked] = template.questions.map(({ id }) => id);
  const id = await org.createProcessed(
    { transcript },
    {
      closed: true,
      templateId: template.id,
      process: {
        summary: "A quarter.",
        answers: [
          { questionId: booked, yes: false },
          { questionId: greeted, answer: "Warmly", yes: true },
          { questionId: priced, answer: "Too late", yes: false },
        ],
      },
    },
  );
  return { id, template };
};

test("a recording lists every question of its process, the unanswered ones too", async (t) => {
  const { org } = t.context;
  const { id, template } = await createAnswered(org);
  const answers = (
    [
      ["Warmly", true, true],
      ["Too late", false, true],
      [null, false, true],
      [null, false, false],
    ] as const
  ).map(([answer, yes, answered], index) => ({
    questionId: template.questions[index]!.id,
    question: template.questions[index]!.question,
    answer,
    yes,
    evidence: null,
    start: null,
    answered,
  }));
  const process = {
    templateId: template.id,
    template: "Visit",
    summary: "A quarter.",
    score: 25,
  };
  const recording = await readRecording(org, id);
  t.true(recording.closed);
  t.deepEqual(recording.process, {
    ...process,
    answers: answers.map(({ answered: _, ...answer }) => answer),
  });
  const data = await org.graphql(PROCESS, { id });
  t.deepEqual(data.recording, {
    closed: true,
    process: { ...process, answers, followed: 1, missed: 3, total: 4 },
    metrics: { talkTime: 10_000, processScore: 25 },
  });
});

test("an unanswered question counts as asked and not answered yes, and its text says so", async (t) => {
  const { org } = t.context;
  const { id } = await createAnswered(org);
  const { events } = (await org.get("/v1/events")).body;
  const { data } = JSON.parse(
    events.find(({ recordingId }: { recordingId: string }) => recordingId === id).payload,
  );
  t.like(data, {
    process:
      "Q: Greeted?\nA: Warmly\n\nQ: Priced?\nA: Too late\n\nQ: Booked?\nA: No\n\nQ: Thanked?\nA: not answered\n\nA quarter.",
    processFollowed: 1,
    processMissed: 3,
    processTotal: 4,
  });
  const [entry] = (await fetchStats(org)).stats;
  t.is(entry.avgProcessScore, 25);
  t.deepEqual(
    entry.processQuestionBreakdown.map(
      ({ question, yesCount, totalCount }: Record<string, unknown>) => [
        question,
        yesCount,
        totalCount,
      ],
    ),
    [
      ["Greeted?", 1, 1],
      ["Priced?", 0, 1],
      ["Booked?", 0, 1],
      ["Thanked?", 0, 1],
    ],
  );
});

test("a process keeps the questions that the template had at the analysis", async (t) => {
  const { org } = t.context;
  const { id, template } = await createAnswered(org);
  const before = (await readRecording(org, id)).process;
  const [first] = template.questions;
  await org.graphql(UPSERT_TEMPLATE, {
    input: {
      id: template.id,
      name: "Renamed",
      questions: [{ id: first!.id, question: "Changed?" }, { question: "Added?" }],
    },
  });
  const after = (await readRecording(org, id)).process;
  t.deepEqual(after, { ...before, template: "Renamed" });
});

test("a recording has no process without answers, and no metrics without a transcript", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "Greeted?");
  const bare = await readRecording(org, await org.createProcessed());
  t.like(bare, { closed: false, process: null, metrics: null });
  const onlyTemplate = { templateId: template.id };
  const withTemplate = await org.createProcessed({ transcript: [] }, onlyTemplate);
  t.like(await readRecording(org, withTemplate), { process: null, metrics: null });
  const unanswered = await readRecording(
    org,
    await org.createProcessed({}, { ...onlyTemplate, process: { answers: [] } }),
  );
  t.like(unanswered, { metrics: null, process: { score: 0, summary: null } });
  t.is(unanswered.process.answers.length, 1);
});

test("a template without questions gives a process without answers and a score of 0", async (t) => {
  const { org } = t.context;
  const { id: templateId } = await createTemplate(org);
  const id = await org.createProcessed({}, { templateId, process: { answers: [] } });
  t.deepEqual((await readRecording(org, id)).process, {
    templateId,
    template: "Visit",
    summary: null,
    score: 0,
    answers: [],
  });
});

test("metrics have the values of the formulas", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript, duration_ms: 60_000 });
  t.deepEqual((await readRecording(org, id)).metrics, {
    talkTime: 10_000,
    talkRatio: 0.5,
    waitedToTalkAvg: 2000,
    talkSpeed: 18,
    conversationSwitches: 1,
    switchesPerMinute: 1,
    questionsAsked: 1,
  });
});

test("a list with details shows the same process and metrics", async (t) => {
  const { org } = t.context;
  const { id } = await createAnswered(org);
  await org.createProcessed();
  const { recordings } = (await org.get("/v1/recordings?include=details")).body;
  for (const listed of recordings) t.deepEqual(listed, await readRecording(org, listed.id));
  t.is(recordings[1].id, id);
  const plain = (await org.get("/v1/recordings")).body.recordings[0];
  t.false("process" in plain || "metrics" in plain || "closed" in plain);
});

test("evidence has its time, and must be words of one line of the transcript", async (t) => {
  const { org } = t.context;
  const { template } = await createAnswered(org);
  const id = await org.ingestCall({ call_id: "evidence", transcript });
  const build = (evidence: string) => ({
    summary: "",
    templateId: template.id,
    process: { answers: [{ questionId: template.questions[1]!.id, yes: true, evidence }] },
  });
  for (const evidence of ["How are they?", "Hello? How are you?", "", " "]) {
    const { errors } = await org.sendGraphql(EVIDENCE, { id, input: build(evidence) });
    t.like(errors![0], {
      message: "process.answers.0.evidence must be words of one line of the transcript",
      extensions: { code: "INVALID_FIELD", field: "process.answers.0.evidence" },
    });
  }
  await org.graphql(EVIDENCE, { id, input: build("are you?") });
  const { process } = await readRecording(org, id);
  t.like(process.answers[1], { yes: true, evidence: "are you?", start: 15_333 });
  t.is(process.answers[0].evidence, null);
});
