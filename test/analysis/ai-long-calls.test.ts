import "reflect-metadata";
import { sensible } from "./helpers/ai-script.js";
import { aiSuite, read } from "./helpers/ai-suite.js";
import { type Line, TALK, transcriptOf } from "./helpers/analyzed.js";

const test = aiSuite();
const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;
const QUESTIONS = ["Was the budget asked for?", "Was financing explained?"];
const sale = { name: "Sale", questions: QUESTIONS.map((question) => ({ question })) };

const long = (count: number, words = 60): Line[] =>
  Array.from({ length: count }, (_, index): Line => [
    index % 2 ? "client" : "rep",
    `${index}: ${"roof and gutter ".repeat(words / 3)}`,
  ]);

test.serial(
  "a long call is read in parts that fit, in order, and put together by the model",
  async (t) => {
    const { org, ai, analyse } = t.context;
    await org.graph(TEMPLATE, { input: sale });
    ai.script = (chat) =>
      chat.data.parts ? { ...(sensible(chat) as object), summary: "All of it." } : sensible(chat);
    const id = await org.call({ transcript: transcriptOf(long(60)) });
    await analyse(id, { contextTokens: 8_192 });
    const parts = ai.chats.slice(0, -1);
    t.true(parts.length > 1);
    t.deepEqual(
      parts.map(({ data }) => [data.part, data.of]),
      parts.map((_, index) => [index + 1, parts.length]),
    );
    const lines = parts.flatMap(({ data }) => data.transcript.map(([, , text]: string[]) => text));
    t.deepEqual(
      lines,
      long(60).map(([, text]) => text),
    );
    for (const { body } of ai.chats) t.true(JSON.stringify(body.messages).length / 3 < 8_192 * 0.8);
    t.is(ai.chats.at(-1)!.data.parts.length, parts.length);
    t.like(await read(org, id), {
      status: "processed",
      summary: "All of it.",
      process: { followed: 1 },
    });
  },
);

test.serial("parts that are too long to be put together by the model are by rule", async (t) => {
  const { org, ai, analyse } = t.context;
  await org.graph(TEMPLATE, { input: sale });
  ai.script = (chat) => ({
    ...(sensible(chat) as object),
    summary: `Part ${chat.data.part}. ${"x".repeat(2_000)}`,
    answers: [1, 2].map((question) => ({
      question,
      yes: chat.data.part === question,
      answer: null,
    })),
  });
  const id = await org.call({ transcript: transcriptOf(long(40)) });
  await analyse(id, { contextTokens: 4_096 });
  t.true(ai.chats.every(({ data }) => data.part));
  const found = await read(org, id);
  t.regex(found.summary, /^Part 1\. x+\n\nPart 2\. /);
  t.deepEqual(found.tags, ["estimate"]);
  t.is(found.actionItems.length, 2);
  t.is(found.process.followed, 2);
});

test.serial(
  "a call that is too long for the budget is refused with a reason, and costs nothing",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const id = await org.call({ transcript: transcriptOf(long(400)) });
    await analyse(id, { contextTokens: 3_000 });
    t.regex(
      (await read(org, id)).failureReason,
      /^The call is too long: it has \d+ parts of DEBRIEF_AI_CONTEXT_TOKENS/,
    );
    t.is(ai.chats.length, 0);
  },
);

test.serial(
  "questions that leave no room for a call are refused with the template's name",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const questions = Array.from({ length: 200 }, (_, n) => ({
      question: `${n}? ${"why ".repeat(50)}`,
    }));
    await org.graph(TEMPLATE, { input: { name: "Endless", questions } });
    const id = await org.call({ transcript: transcriptOf(TALK) });
    await analyse(id);
    t.regex(
      (await read(org, id)).failureReason,
      /questions of the template "Endless" are too long/,
    );
    t.is(ai.chats.length, 0);
  },
);
