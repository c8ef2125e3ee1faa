import { packUtterances } from "../../db/recordings/transcript.js";
import { createFinders } from "../../src/analyzer/trackers/off-main-thread.js";
import { createLog } from "../../src/base/log/log.js";
import { say } from "../helpers/recordings/say.js";
import { test } from "../helpers/suite.js";
import { createTracker } from "../helpers/trackers/trackers.js";

const UPSERT = `mutation ($input: TemplateInput!) {
  template: upsertTemplate(input: $input) { id questions { id } } }`;

const TRY = `query ($input: TemplateInput!, $insteadOf: ID) {
  trial: tryTemplate(input: $input, insteadOf: $insteadOf) {
    calls score scoreBefore
    questions { question yes yesBefore answers { yes yesBefore start quote recording { id } } }
  }
}`;

const WARRANTY = "You have a warranty of ten years on every window.";
const ORDER = "Would you like to go ahead with the windows today?";

const fillCalls = async (org: {
  createProcessed: (fields: object, analysis?: object) => Promise<string>;
}) => {
  const both = await org.createProcessed({
    call_id: "both",
    transcript: [
      say("rep", WARRANTY, 1_000),
      say("client", "I see.", 5_000),
      say("rep", ORDER, 9_000),
    ],
  });
  const one = await org.createProcessed({
    call_id: "one",
    transcript: [say("rep", WARRANTY, 2_000), say("client", "Not today.", 7_000)],
  });
  return { both, one };
};

test("a changed question shows the calls whose answer changes, and the average score", async (t) => {
  const { org } = t.context;
  const { both, one } = await fillCalls(org);
  const questions = [
    { question: "Is there a warranty of ten years?" },
    { question: "Was every window mentioned?", weight: 3 },
  ];
  const { template } = await org.graphql(UPSERT, { input: { name: "Visit", questions } });
  const [warranty, windows] = template.questions;
  const trackerId = await createTracker(org, ["go ahead"], { saidBy: "rep" });
  const input = {
    id: template.id,
    name: "Visit",
    questions: [
      { id: warranty.id, question: "Is there a warranty of ten years?" },
      { id: windows.id, question: "Did the rep close?", trackerId },
      { question: "Was the weather discussed?" },
      { question: "How friendly was it?", kind: "rating" },
    ],
  };
  const { trial } = await org.graphql(TRY, { input });
  // 1 of 4 and 4 of 4 points of the yes/no questions, of which the new one has none.
  t.is(trial.calls, 2);
  t.is(trial.scoreBefore, 100);
  t.is(trial.score, (100 * (1 + 4)) / 10);
  const [same, changed, added, rated] = trial.questions;
  t.like(same, { yes: 2, yesBefore: 2, answers: [] });
  t.like(changed, { yes: 1, yesBefore: 2 });
  t.deepEqual(changed.answers, [
    { yes: false, yesBefore: true, start: 2_000, quote: WARRANTY, recording: { id: one } },
    { yes: true, yesBefore: true, start: 10_440, quote: ORDER, recording: { id: both } },
  ]);
  t.like(added, { yes: 0, yesBefore: null, answers: [] });
  t.like(rated, { yes: null, yesBefore: null, answers: [] });
  const saved = await org.graphql("{ templates { questions { question } } }");
  t.is(saved.templates[0].questions[1].question, "Was every window mentioned?", "nothing is saved");
});

test("a copy is compared with the template that it was made from", async (t) => {
  const { org } = t.context;
  await fillCalls(org);
  const questions = [{ question: "Is there a warranty of ten years?" }, { question: "Windows?" }];
  const { template } = await org.graphql(UPSERT, { input: { name: "Visit", questions } });
  const input = {
    name: "Copy",
    questions: [{ question: "Is there a warranty of ten years?" }, { question: "Snow and ice?" }],
  };
  const { trial } = await org.graphql(TRY, { input, insteadOf: template.id });
  t.is(trial.scoreBefore, 100);
  t.is(trial.score, 50);
  t.like(trial.questions[0], { yes: 2, yesBefore: 2 });
  t.like(trial.questions[1], { yes: 0, yesBefore: 2 });
  t.is(trial.questions[1].answers.length, 2, "both lose their yes");
});

test("only calls from the sources of a template are tried", async (t) => {
  const { org } = t.context;
  await fillCalls(org);
  const questions = [{ question: "Is there a warranty of ten years?" }];
  const input = { name: "Visit", questions, sources: ["meeting"] };
  const { trial } = await org.graphql(TRY, { input });
  t.deepEqual(trial, {
    calls: 0,
    score: null,
    scoreBefore: null,
    questions: [{ question: questions[0]!.question, yes: 0, yesBefore: null, answers: [] }],
  });
});

test("only calls of a template's teams are tried", async (t) => {
  const { org } = t.context;
  await fillCalls(org);
  const member = "member@example.com";
  await org.createUser(member, { name: "Mo" });
  const transcript = [say("rep", WARRANTY, 1_000)];
  await org.createProcessed({ call_id: "theirs", user_email: member, transcript });
  const { upsertTeam } = await org.graphql(
    `mutation { upsertTeam(input: { name: "North", members: [{ email: "${member}" }] }) { id } }`,
  );
  const questions = [{ question: "Is there a warranty of ten years?" }];
  const input = { name: "Visit", questions, teamIds: [upsertTeam.id] };
  t.is((await org.graphql(TRY, { input })).trial.calls, 1);
  t.is((await org.graphql(TRY, { input: { name: "Visit", questions } })).trial.calls, 3);
});

test("without meanings, the wording answers a question whose tracker has a meaning", async (t) => {
  const { trackers } = createFinders(undefined, createLog("silent", { write: () => {} }));
  const utterances = packUtterances([
    { speaker: "A", role: "rep", text: WARRANTY, start: 1_000, end: 5_000 },
  ]);
  const rule = { phrases: "[]", minutes: null, saidBy: "rep", part: "call", examples: [] } as const;
  const question = { id: "q", question: "Is there a warranty of ten years?", trackerId: "w" };
  const answers = await trackers.answer("org", {
    questions: [question],
    rules: [{ ...rule, id: "w", concept: "warranty" }],
    transcripts: [{ utterances }],
  });
  t.deepEqual(answers, [[{ questionId: "q", start: 1_000, quote: WARRANTY }]]);
});

test("a trial refuses what upsertTemplate refuses", async (t) => {
  const { org } = t.context;
  const refuse = async (input: object, insteadOf?: string) =>
    (await org.sendGraphql(TRY, { input: { name: "Visit", ...input }, insteadOf })).errors?.[0]
      ?.extensions;
  t.like(await refuse({ questions: [{ question: " " }] }), { field: "questions.0.question" });
  const unknown = { questions: [{ question: "Why?", trackerId: "none" }] };
  t.like(await refuse(unknown), { field: "questions.0.trackerId" });
  t.like(await refuse({ questions: [] }, "none"), { code: "NOT_FOUND" });
  t.like(await refuse({ id: "none", questions: [] }), { code: "NOT_FOUND" });
});
