import "reflect-metadata";
import { createFindTrackers, withTrackers } from "../../src/analyzer/trackers/answer-questions.js";
import { createLog } from "../../src/base/log/log.js";
import { analyzeByRulesAsync, runAttempt } from "../helpers/analysis/run-attempt.js";
import { say } from "../helpers/recordings/say.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { createTracker, searchTrackers } from "../helpers/trackers/trackers.js";

const UPSERT = `mutation ($input: TemplateInput!) {
  template: upsertTemplate(input: $input) { id questions { id question tracker { id name } } }
}`;

const PROCESS = `query ($id: ID!) {
  recording(id: $id) { process { followed total answers { question yes answered answer evidence start source } } }
}`;

const WARRANTY = "You have a warranty of ten years on it.";

const CALL = [
  say("rep", "Good morning, this is Robin from Window World.", 0),
  say("client", "What about the guarantee?", 5_000),
  say("rep", `These are our best windows. ${WARRANTY}`, 10_000),
];

const createScorecard = async (org: Tenant, questions: object[]) =>
  (await org.graphql(UPSERT, { input: { name: "Visit", questions } })).template;

/** Analyses a call as the server does. */
const analyze = async (
  server: SharedServer,
  org: Tenant,
  transcript: object[],
  finder = server.services.trackers,
) => {
  const log = createLog("silent", { write: () => {} });
  const id = await org.ingestCall({ transcript });
  await runAttempt(server, org, id, {
    analyze: withTrackers(analyzeByRulesAsync, createFindTrackers(finder, log)),
  });
  return (await org.graphql(PROCESS, { id })).recording.process;
};

test("a question is answered yes with the words in which its tracker was found", async (t) => {
  const { server, org } = t.context;
  const trackerId = await createTracker(org, ["warranty"], { saidBy: "rep" });
  await createScorecard(org, [{ question: "Was our quality praised?", trackerId }]);
  const process = await analyze(server, org, CALL);
  t.like(process, { followed: 1, total: 1 });
  const found = { answer: WARRANTY, evidence: WARRANTY, source: "tracker" };
  t.like(process.answers[0], { yes: true, answered: true, ...found });
  t.true(process.answers[0].start > 10_000 && process.answers[0].start < 14_000);
});

test("without its tracker a question isn't answered, even if a sentence matches its wording", async (t) => {
  const { server, org } = t.context;
  const trackerId = await createTracker(org, ["guarantee"], { saidBy: "rep" });
  const question = "Is there a warranty of ten years?";
  await createScorecard(org, [{ question }, { question, trackerId }]);
  const { answers } = await analyze(server, org, CALL);
  t.like(answers[0], { yes: true, evidence: WARRANTY, source: "rules" });
  t.like(answers[1], { yes: false, answered: false, evidence: null, source: null });
});

test("an answer of a tracker counts for the choice of the template", async (t) => {
  const { server, org } = t.context;
  const trackerId = await createTracker(org, ["warranty"]);
  await createScorecard(org, [{ question: "Did it rain?" }]);
  await org.graphql(UPSERT, {
    input: { name: "Other", questions: [{ question: "Did it snow?", trackerId }] },
  });
  const { answers } = await analyze(server, org, CALL);
  t.is(answers[0].question, "Did it snow?");
});

test("words within a long sentence are evidence", async (t) => {
  const { server, org } = t.context;
  const trackerId = await createTracker(org, ["warranty"]);
  await createScorecard(org, [{ question: "Praised?", trackerId }]);
  const long = `${"and so on and so forth ".repeat(30)} the warranty ${"is what it is ".repeat(30)}`;
  const { answers } = await analyze(server, org, [say("rep", long, 0)]);
  t.true(answers[0].answered);
  t.regex(answers[0].evidence, /the warranty is/);
});

test("an answer has the time of the words that the tracker found, not of the same words elsewhere", async (t) => {
  const { server, org } = t.context;
  const trackerId = await createTracker(org, ["thank you"], { saidBy: "rep" });
  await createScorecard(org, [{ question: "Was the client thanked?", trackerId }]);
  const thanks = [say("client", "Thank you.", 3_000), say("rep", "Thank you.", 90_000)];
  const { answers } = await analyze(server, org, thanks);
  t.like(answers[0], { yes: true, start: 90_000 });
});

test("without the model of meanings, phrases still answer, and the wording decides the rest", async (t) => {
  const { server, org } = t.context;
  const ofPhrases = await createTracker(org, ["guarantee"]);
  const ofMeaning = await createTracker(org, [], {
    name: "Weather",
    examples: [{ text: "It rains all day." }],
  });
  await createScorecard(org, [
    { question: "Did the client ask?", trackerId: ofPhrases },
    { question: "Is there a warranty of ten years?", trackerId: ofMeaning },
  ]);
  const finder = server.services.trackers;
  const { answers } = await analyze(server, org, CALL, {
    ...finder,
    find: async (id, search, signal) => {
      if (search.needsVectors) throw new Error("no memory");
      return finder.find(id, search, signal);
    },
  });
  t.like(answers[0], { yes: true, source: "tracker" });
  t.like(answers[1], { yes: true, source: "rules", evidence: WARRANTY });
});

test("in a call that is too large to be searched, the wording decides", async (t) => {
  const { server, org } = t.context;
  const trackerId = await createTracker(org, ["guarantee"], { saidBy: "rep" });
  await createScorecard(org, [{ question: "Is there a warranty of ten years?", trackerId }]);
  const { answers } = await analyze(server, org, CALL, {
    ...server.services.trackers,
    find: async () => [{ hits: [], vectors: null, isTooLarge: true }],
  });
  t.like(answers[0], { yes: true, source: "rules", evidence: WARRANTY });
});

test("a tracker with a meaning answers by its examples, and by phrases alone it needs no model", async (t) => {
  const { server, org } = t.context;
  const input = { saidBy: "rep", examples: [{ text: "There is a warranty of ten years on it." }] };
  const trackerId = await createTracker(org, [], { ...input, name: "Guarantee" });
  const question = "Was our quality praised?";
  await createScorecard(org, [{ question, trackerId }]);
  t.like((await analyze(server, org, CALL)).answers[0], { yes: true, evidence: WARRANTY });
  const wordsOnly = { ...server.services.trackers, findsMeanings: false };
  const { answers } = await analyze(server, org, CALL, wordsOnly);
  t.like(answers[0], { answered: false });
});

test("a question keeps its tracker until another one or null is sent", async (t) => {
  const { org } = t.context;
  const tracker = { id: await createTracker(org, ["warranty"], { name: "One" }), name: "One" };
  const other = { id: await createTracker(org, ["guarantee"], { name: "Two" }), name: "Two" };
  const template = await createScorecard(org, [{ question: "Q?", trackerId: tracker.id }]);
  const [{ id }] = template.questions;
  const change = async (fields: object) => {
    const input = {
      id: template.id,
      name: "Visit",
      questions: [{ id, question: "Q?", ...fields }],
    };
    return (await org.graphql(UPSERT, { input })).template.questions[0].tracker;
  };
  t.deepEqual(template.questions[0].tracker, tracker);
  t.deepEqual(await change({}), tracker);
  t.deepEqual(await change({ trackerId: other.id }), other);
  t.is(await change({ trackerId: null }), null);
});

test("only a tracker of the organization can answer a question", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  const foreign = await createTracker(other, ["warranty"]);
  const deleted = await createTracker(org, ["warranty"]);
  await org.graphql("mutation ($id: ID!) { deleteTracker(id: $id) }", { id: deleted });
  for (const trackerId of ["no-such-id", "", foreign, deleted]) {
    const questions = [{ question: "A?" }, { question: "B?", trackerId }];
    const { errors } = await org.sendGraphql(UPSERT, { input: { name: "Visit", questions } });
    t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "questions.1.trackerId" });
  }
  t.deepEqual((await org.graphql("{ templates { id } }")).templates, []);
});

test("a tracker that answers a question can't be deleted", async (t) => {
  const { server, org } = t.context;
  const id = await createTracker(org, ["warranty"]);
  const template = await createScorecard(org, [{ question: "Praised?", trackerId: id }]);
  const DELETE = "mutation ($id: ID!) { deleteTracker(id: $id) }";
  const { errors } = await org.sendGraphql(DELETE, { id });
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "id" });
  t.is(
    errors?.[0]?.message,
    'id answers the question "Praised?" of the template "Visit"; change that first',
  );
  // A question that was removed from its template doesn't hold it.
  await org.graphql(UPSERT, { input: { id: template.id, name: "Visit", questions: [] } });
  await org.graphql(DELETE, { id });
  await searchTrackers(server, org);
  t.deepEqual((await org.graphql("{ trackers { id } }")).trackers, []);
});
