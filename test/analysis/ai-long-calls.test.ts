import "reflect-metadata";
import { quoteFirst, respondCorrectly } from "../helpers/analysis/ai-script.js";
import { createAiSuite, loadRecording } from "../helpers/analysis/ai-suite.js";
import {
  type CallLine,
  SAMPLE_LINES,
  buildUtterances,
} from "../helpers/analysis/analyzer-calls.js";

const test = createAiSuite();
const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;
const QUESTIONS = ["Was the budget asked for?", "Was financing explained?"];
const sale = { name: "Sale", questions: QUESTIONS.map((question) => ({ question })) };

const buildLongCall = (count: number, words = 60): CallLine[] =>
  Array.from({ length: count }, (_, index): CallLine => [
    index % 2 ? "client" : "rep",
    `${index}: ${"roof and gutter ".repeat(words / 3)}`,
  ]);

test.serial("a long call is analysed in parts, and the model merges them in order", async (t) => {
  const { org, ai, analyse } = t.context;
  await org.graphql(TEMPLATE, { input: sale });
  ai.script = (chat) =>
    chat.data.parts
      ? { ...(respondCorrectly(chat) as object), summary: "All of it." }
      : respondCorrectly(chat);
  const id = await org.ingestCall({ transcript: buildUtterances(buildLongCall(60)) });
  await analyse(id, { chat: { contextTokens: 8_192 } });
  const parts = ai.chats.slice(0, -1);
  t.true(parts.length > 1);
  t.deepEqual(
    parts.map(({ data }) => [data.part, data.of]),
    parts.map((_, index) => [index + 1, parts.length]),
  );
  const lines = parts.flatMap(({ data }) => data.transcript.map(([, , text]: string[]) => text));
  t.deepEqual(
    lines,
    buildLongCall(60).map(([, text]) => text),
  );
  for (const { body } of ai.chats) t.true(JSON.stringify(body.messages).length / 3 < 8_192 * 0.8);
  t.is(ai.chats.at(-1)!.data.parts.length, parts.length);
  t.like(await loadRecording(org, id), {
    status: "processed",
    summary: "All of it.",
    process: { followed: 1 },
  });
});

test.serial("rules merge parts that are too long for the model", async (t) => {
  const { org, ai, analyse } = t.context;
  await org.graphql(TEMPLATE, { input: sale });
  ai.script = (chat) => ({
    ...(respondCorrectly(chat) as object),
    summary: `Part ${chat.data.part}. ${"x".repeat(2_000)}`,
    answers: [1, 2].map((question) => ({
      question,
      quote: quoteFirst(chat.data),
      yes: chat.data.part === question,
      answer: null,
    })),
  });
  const id = await org.ingestCall({ transcript: buildUtterances(buildLongCall(40)) });
  await analyse(id, { chat: { contextTokens: 4_096 } });
  t.true(ai.chats.every(({ data }) => data.part));
  const recording = await loadRecording(org, id);
  t.regex(recording.summary, /^Part 1\. x+\n\nPart 2\. /);
  t.deepEqual(recording.tags, ["estimate"]);
  t.is(recording.actionItems.length, 2);
  t.is(recording.process.followed, 2);
});

test.serial("rules keep the rating that has a quote, and a yes, of any part", async (t) => {
  const { org, ai, analyse } = t.context;
  const questions = [{ question: QUESTIONS[0] }, { question: "How friendly?", kind: "rating" }];
  await org.graphql(TEMPLATE, { input: { name: "Sale", questions } });
  ai.script = ({ data, ...chat }) => {
    const isFirst = data.part === 1;
    const answer = { answer: null, quote: quoteFirst(data) };
    return {
      ...(respondCorrectly({ data, ...chat }) as object),
      summary: `Part ${data.part}. ${"x".repeat(2_000)}`,
      answers: [
        { ...answer, question: 1, yes: isFirst, rating: isFirst ? 5 : 1 },
        {
          ...answer,
          question: 2,
          yes: true,
          rating: isFirst ? 4 : 2,
          ...(!isFirst && { quote: null }),
        },
      ],
    };
  };
  const id = await org.ingestCall({ transcript: buildUtterances(buildLongCall(40)) });
  await analyse(id, { chat: { contextTokens: 4_096 } });
  const { process } = (
    await org.graphql(
      "query ($id: ID!) { recording(id: $id) { process { followed answers { yes rating } } } }",
      { id },
    )
  ).recording;
  t.deepEqual(process, {
    followed: 2,
    answers: [
      { yes: true, rating: null },
      { yes: true, rating: 4 },
    ],
  });
});

test.serial(
  "a call beyond the token budget fails with a reason and sends no request",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const id = await org.ingestCall({ transcript: buildUtterances(buildLongCall(400)) });
    await analyse(id, { chat: { contextTokens: 3_000 } });
    t.regex(
      (await loadRecording(org, id)).failureReason,
      /^The call is too long: it has \d+ parts of DEBRIEF_AI_CONTEXT_TOKENS/,
    );
    t.is(ai.chats.length, 0);
  },
);

test.serial(
  "questions that leave no room for the call fail with the template's name",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const questions = Array.from({ length: 200 }, (_, n) => ({
      question: `${n}? ${"why ".repeat(50)}`,
    }));
    await org.graphql(TEMPLATE, { input: { name: "Endless", questions } });
    const id = await org.ingestCall({ transcript: buildUtterances(SAMPLE_LINES) });
    await analyse(id);
    t.regex(
      (await loadRecording(org, id)).failureReason,
      /questions of the template "Endless" are too long/,
    );
    t.is(ai.chats.length, 0);
  },
);
