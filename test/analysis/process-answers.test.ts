import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { createTemplate, UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";

const PROCESS =
  "process { summary followed missed total score answers { questionId question answer yes source } }";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  recording: completeAnalysis(recordingId: $id, input: $input) {
    template { id } ${PROCESS}
  }
}`;

const analyse = async (org: Tenant, id: string, input: object): Promise<GraphAnswer> =>
  org.sendGraphql(COMPLETE, { id, input: { summary: "A summary.", ...input } });

test("an answer stays after its question is removed from the template", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?", "Two?");
  const [one, two] = template.questions;
  const id = await org.createProcessed(undefined, {
    templateId: template.id,
    process: { answers: [{ questionId: one!.id, answer: "Yes, he did.", yes: true }] },
  });
  await org.graphql(UPSERT_TEMPLATE, {
    input: { id: template.id, name: "Visit", questions: [two] },
  });
  const { recording } = await org.graphql(
    `query ($id: ID!) { recording(id: $id) { ${PROCESS} } }`,
    {
      id,
    },
  );
  t.deepEqual(recording.process, {
    summary: null,
    followed: 1,
    missed: 1,
    total: 2,
    score: 50,
    answers: [
      {
        questionId: one!.id,
        question: "One?",
        answer: "Yes, he did.",
        yes: true,
        source: "program",
      },
      { questionId: two!.id, question: "Two?", answer: null, yes: false, source: null },
    ],
  });
});

test("a removed question accepts no answers", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?", "Two?");
  const [one, two] = template.questions;
  await org.graphql(UPSERT_TEMPLATE, {
    input: { id: template.id, name: "Visit", questions: [two] },
  });
  const { errors } = await analyse(org, await org.ingestCall(), {
    templateId: template.id,
    process: { answers: [{ questionId: one!.id, yes: true }] },
  });
  t.deepEqual(errors?.[0]?.extensions, {
    code: "INVALID_FIELD",
    field: "process.answers.0.questionId",
  });
});

test("unanswered questions and questions answered no count as missed", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?", "Two?", "Three?", "Four?");
  const [, two, three, four] = template.questions.map(({ id }) => id);
  const { data } = await analyse(org, await org.ingestCall(), {
    templateId: template.id,
    process: {
      summary: "Half of it.",
      answers: [
        { questionId: four, yes: true },
        { questionId: three, answer: "No.", yes: false },
        { questionId: two, answer: "At the end.", yes: true },
      ],
    },
  });
  const counts = { followed: 2, missed: 2, total: 4, score: 50 };
  t.like(data.recording.process, { summary: "Half of it.", ...counts });
  t.deepEqual(
    data.recording.process.answers.map((answer: { question: string; yes: boolean }) => [
      answer.question,
      answer.yes,
    ]),
    [
      ["One?", false],
      ["Two?", true],
      ["Three?", false],
      ["Four?", true],
    ],
  );
});

test("a process without answers misses every question", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?", "Two?");
  const { data } = await analyse(org, await org.ingestCall(), {
    templateId: template.id,
    process: { answers: [] },
  });
  t.like(data.recording.process, { followed: 0, missed: 2, total: 2 });
});

test("an analysis with a template but without a process has no process result", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?");
  const { data } = await analyse(org, await org.ingestCall(), { templateId: template.id });
  t.deepEqual(data.recording, {
    template: { id: template.id },
    process: null,
  });
});

test("an answer to an unknown, repeated or other template's question is refused", async (t) => {
  const { org, server } = t.context;
  const template = await createTemplate(org, "One?");
  const otherTemplate = await createTemplate(org, "Another's?");
  const one = { questionId: template.questions[0]!.id, yes: true };
  const id = await org.ingestCall();
  const before = await loadRowsByTable(server.services.db, org.id);
  for (const questionId of ["no-such-id", otherTemplate.questions[0]!.id, one.questionId]) {
    const answers = [one, { questionId, yes: false }];
    const { errors } = await analyse(org, id, { templateId: template.id, process: { answers } });
    t.deepEqual(errors?.[0]?.extensions, {
      code: "INVALID_FIELD",
      field: "process.answers.1.questionId",
    });
  }
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

test("a process requires a template id", async (t) => {
  const { org } = t.context;
  const { errors } = await analyse(org, await org.ingestCall(), { process: { answers: [] } });
  t.deepEqual(errors?.[0]?.extensions, { code: "MISSING_REQUIRED_FIELD", field: "templateId" });
});

test("another organization's template is refused like an unknown one", async (t) => {
  const { org, server } = t.context;
  const foreign = await createTemplate(await server.createTenant(), "Theirs?");
  const id = await org.ingestCall();
  for (const templateId of ["no-such-id", foreign.id]) {
    const { errors } = await analyse(org, id, { templateId });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "templateId" });
  }
});
