import "reflect-metadata";
import { findRecordingById } from "../../db/recordings/recording.js";
import { failAnalysis } from "../../graph/analysis/transitions.js";
import { createContext } from "../../graph/context/context.js";
import { createTemplate, UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const REANALYZE = "mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }";
const transcript = [{ speaker: "R", role: "rep", text: "Hello there.", start: 0, end: 900 }];

/** Returns the data of the organization's events of a type, oldest first. */
const listData = async (org: Tenant, type: string) => {
  const { body } = await org.get(`/v1/events?type=${type}`);
  return body.events.map(({ payload }: { payload: string }) => JSON.parse(payload).data);
};

test("the first analysis with a template sends score.created, with every answer", async (t) => {
  const { org } = t.context;
  const { id: templateId, questions } = await createTemplate(org, "One?", "Two?");
  const answers = [{ questionId: questions[1]!.id, yes: true, answer: "Warmly" }];
  const analysis = { templateId, process: { answers } };
  const id = await org.createProcessed({ transcript, name: "Visit" }, analysis);
  const [data, ...others] = await listData(org, "score.created");
  t.deepEqual(others, []);
  t.like(data, { score: 50, templateId, recordingId: id, recordingName: "Visit" });
  t.deepEqual(data.answers, [
    { questionId: questions[0]!.id, question: "One?", yes: false, answer: null, rating: null },
    { questionId: questions[1]!.id, question: "Two?", yes: true, answer: "Warmly", rating: null },
  ]);
  await org.graphql(COMPLETE, { id, input: { summary: "Again.", ...analysis } });
  t.is((await listData(org, "score.created")).length, 1, "not of a later analysis");
});

test("an analysis without a template, or with one without questions, sends no score", async (t) => {
  const { org } = t.context;
  await org.createProcessed({ transcript });
  const { id: templateId } = await createTemplate(org);
  await org.createProcessed(
    { transcript, call_id: "two" },
    { templateId, process: { answers: [] } },
  );
  t.deepEqual(await listData(org, "score.created"), []);
});

test("a recording that becomes failed sends recording.failed, each time", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ custom_fields: { campaign: "spring", status: "mine" } });
  for (const reason of ["No sound", "No sound again"])
    await org.graphql(
      `mutation ($id: ID!, $reason: String!) {
        startAnalysis(recordingId: $id) { id }
        failAnalysis(recordingId: $id, reason: $reason) { id }
      }`,
      { id, reason },
    );
  const failures = await listData(org, "recording.failed");
  t.like(failures[0], { campaign: "spring", id, status: "failed", failureReason: "No sound" });
  t.is(failures[1].failureReason, "No sound again");
  t.is(failures.length, 2);
});

test("a recording whose new analysis fails stays processed and sends nothing", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({ transcript });
  await org.graphql(REANALYZE, { id });
  const { recording } = await org.graphql("query ($id: ID!) { recording(id: $id) { status } }", {
    id,
  });
  t.is(recording.status, "processed");
  const context = createContext(
    server.services,
    { role: "internal", organizationId: org.id },
    "test",
  );
  const row = await findRecordingById(server.services.db, org.id, id);
  await failAnalysis(context, id, "No sound", { seenPosition: row!.updatedPosition });
  t.deepEqual(await listData(org, "recording.failed"), []);
});

test("the text of a process says what people judged", async (t) => {
  const { org } = t.context;
  const questions = ["One?", "Two?", "Three?", "Four?"].map((question) => ({ question }));
  const rated = ["How well?", "How loud?"].map((question) => ({ question, kind: "rating" }));
  const { template } = await org.graphql(UPSERT_TEMPLATE, {
    input: { name: "Visit", questions: [...questions, ...rated] },
  });
  const ids: string[] = template.questions.map(({ id }: { id: string }) => id);
  const answers = [
    ...ids.slice(0, 3).map((questionId) => ({ questionId, yes: true, answer: "At the start." })),
    { questionId: ids[4], rating: 4, answer: "Well." },
  ];
  const analysis = { templateId: template.id, process: { answers } };
  const id = await org.createProcessed({ transcript }, analysis);
  const read = async () => {
    await org.graphql("mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }", { id });
    const { process } = (await listData(org, "recording.integration_updated")).at(-1)!;
    return [...(process as string).matchAll(/^A: (.*)$/gm)].map(([, text]) => text);
  };
  const start = "At the start.";
  t.deepEqual(await read(), [start, start, start, "not answered", "4 of 5: Well.", "not answered"]);
  const judge = async (index: number, verdict: object) => {
    await org.graphql(
      `mutation ($id: ID!, $question: ID!, $yes: Boolean, $rating: Int, $notApplicable: Boolean) {
        setVerdict(recordingId: $id, questionId: $question, yes: $yes, rating: $rating,
          notApplicable: $notApplicable) { id } }`,
      { id, question: ids[index], ...verdict },
    );
  };
  await judge(0, { yes: true });
  await judge(1, { yes: false });
  await judge(2, { notApplicable: true });
  await judge(3, { yes: false });
  await judge(4, { rating: 2 });
  await judge(5, { rating: 5 });
  t.deepEqual(await read(), [start, "No", "doesn't apply", "No", "2 of 5", "5 of 5"]);
});
