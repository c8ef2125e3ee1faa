import "reflect-metadata";
import { readFileSync } from "node:fs";
import { DEFAULT_PROMPT } from "../../src/analyzer/ai/prompts.js";
import { mapTexts } from "../helpers/analysis/analysis-texts.js";
import { MODEL_ANALYSIS } from "../helpers/analysis/ai-script.js";
import { createAiSuite, MODEL_KEY, loadRecording } from "../helpers/analysis/ai-suite.js";
import { createTracker } from "../helpers/trackers/trackers.js";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";

const test = createAiSuite();
const transcript = buildUtterances(SAMPLE_LINES);
const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;
const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

test.serial("a call's audio is transcribed and analysed, and one event is sent", async (t) => {
  const { org, ai, analyse, listFiles } = t.context;
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  await org.graphql(WEBHOOK, { input: { url: receiver.url } });
  const id = await org.ingestCall({
    recording_url: ai.audio,
    customer: { id: "c", name: "Kim Lee" },
  });
  await analyse(id);
  const found = await loadRecording(org, id);
  t.like(found, {
    status: "processed",
    failureReason: null,
    summary: "Robin offers an estimate.",
    ...mapTexts((name) => MODEL_ANALYSIS[name]),
    tags: ["estimate"],
    closed: false,
    duration: 4_000,
    process: null,
    metrics: { talkTime: 2_500, conversationSwitches: 1, questionsAsked: 1 },
  });
  t.deepEqual(found.transcript, [
    {
      speaker: "Robin Rep",
      role: "rep",
      text: "Hello, this is Robin. Shall I send the estimate?",
      start: 0,
      end: 2_500,
    },
    {
      speaker: "Kim Lee",
      role: "client",
      text: "Yes, please, by Friday.",
      start: 2_500,
      end: 4_000,
    },
  ]);
  t.deepEqual(found.actionItems, [
    { kind: "explicit", text: "Send the estimate by Friday", assignee: "Robin Rep" },
    { kind: "client", text: "Read the estimate", assignee: "Kim Lee" },
  ]);
  t.deepEqual(found.client.insights, { interests: ["a new roof"], facts: ["has a dog"] });
  t.truthy(found.client.insightsUpdatedAt);
  await receiver.count(1);
  t.is((await org.graphql("{ deliveries { nodes { event } } }")).deliveries.nodes.length, 1);
  t.deepEqual(listFiles(), []);
});

test.serial("models receive only the call's audio and words, with the key", async (t) => {
  const { org, ai, analyse } = t.context;
  const id = await org.ingestCall({
    recording_url: ai.audio,
    customer: {
      id: "crm-4",
      name: "Kim Lee",
      email: "kim@example.com",
      location: "1 Elm Street",
    },
    custom_fields: { margin: "98-765" },
  });
  await analyse(id);
  const [transcription] = ai.transcriptions;
  t.like(transcription, {
    authorization: `Bearer ${MODEL_KEY}`,
    model: "hearing",
    format: "verbose_json",
    file: { name: "call.wav", type: "audio/wav", bytes: 49_164 },
  });
  t.true(Number(transcription!.length) > 49_164);
  t.deepEqual(
    ai.chats.map(({ name }) => name),
    ["turns", "analysis"],
  );
  const { authorization, body, data } = ai.chats[1]!;
  t.is(authorization, `Bearer ${MODEL_KEY}`);
  t.like(body, { model: "chatty", response_format: { type: "json_schema" } });
  t.is(body.max_tokens, Math.floor(8192 * 0.3));
  const { strict, schema } = body.response_format.json_schema;
  t.true(strict);
  t.is(schema.additionalProperties, false);
  t.deepEqual(schema.required.toSorted(), Object.keys(schema.properties).toSorted());
  t.notRegex(JSON.stringify(schema), /"(max|min)(Length|imum)"|"minItems"|"pattern"|"\$schema"/);
  t.is(schema.properties.tags.maxItems, 8);
  t.deepEqual(data, {
    rep: "Robin Rep",
    client: "Kim Lee",
    transcript: [
      ["0:00", "rep", "Hello, this is Robin. Shall I send the estimate?"],
      ["0:02", "client", "Yes, please, by Friday."],
    ],
  });
  for (const secret of ["kim@example.com", "Elm", "98-765", "crm-4", org.apiKey, org.id, id])
    t.false(JSON.stringify(ai.chats).includes(secret), secret);
});

test.serial("a call with a transcript isn't transcribed", async (t) => {
  const { org, ai, analyse } = t.context;
  const id = await org.ingestCall({ transcript, recording_url: ai.audio });
  await analyse(id);
  t.is((await loadRecording(org, id)).status, "processed");
  t.deepEqual([ai.transcriptions.length, ai.fetched], [0, 0]);
  t.deepEqual(
    ai.chats.map(({ name }) => name),
    ["analysis"],
  );
});

test.serial(
  "without a transcription model, a call without a transcript stays received",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const id = await org.ingestCall({ recording_url: ai.audio });
    await analyse(id, { transcription: null });
    t.is((await loadRecording(org, id)).status, "received");
    t.is(ai.chats.length, 0);
  },
);

test.serial(
  "the fitting template is chosen, its questions answered and its prompt used",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const upsertTemplate = async (name: string, prompt: string | null, ...questions: string[]) =>
      org.graphql(TEMPLATE, {
        input: { name, prompt, questions: questions.map((question) => ({ question })) },
      });
    await upsertTemplate("Complaint", null, "Was it solved?");
    await upsertTemplate(
      "Sale",
      "Look for roofs.",
      "Was the budget asked for?",
      "Was financing explained?",
    );
    const { script } = ai;
    ai.script = (chat) => (chat.name === "template" ? { template: 2 } : script(chat));
    const id = await org.ingestCall({ transcript });
    await analyse(id);
    t.deepEqual(
      ai.chats.map(({ name }) => name),
      ["template", "analysis"],
    );
    const [system] = ai.chats[1]!.body.messages;
    t.regex(
      system.content,
      /^Look for roofs\.\n\nAnswer these questions .*\n1\. Was the budget asked for\?\n2\. /,
    );
    t.like(await loadRecording(org, id), {
      template: { name: "Sale" },
      process: {
        followed: 1,
        total: 2,
        answers: [
          {
            question: "Was the budget asked for?",
            yes: true,
            answer: "Robin did.",
            source: "model",
          },
          { question: "Was financing explained?", yes: false, answer: null },
        ],
      },
    });
  },
);

test.serial("a question of a tracker is answered by it, and the model isn't asked", async (t) => {
  const { org, ai, analyse } = t.context;
  const trackerId = await createTracker(org, ["estimate"], { saidBy: "rep" });
  const questions = [{ question: "Was it in writing?", trackerId }, { question: "Was it cheap?" }];
  await org.graphql(TEMPLATE, { input: { name: "Sale", questions } });
  const id = await org.ingestCall({ transcript });
  await analyse(id);
  const [system] = ai.chats[0]!.body.messages;
  t.regex(system.content, /\n1\. Was it cheap\?/);
  t.notRegex(system.content, /Was it in writing/);
  const { answers } = (await loadRecording(org, id)).process;
  t.like(answers[0], { question: "Was it in writing?", yes: true, source: "tracker" });
  t.regex(answers[0].answer, /estimate/);
});

/** A line of a speaker whose role is unknown. */
const say = (speaker: string, text: string, start: number) => ({
  speaker,
  role: "other",
  text,
  start,
  end: start + 1_000,
});

test.serial(
  "a tracker of the rep isn't found in the client's words, whose roles a model tells",
  async (t) => {
    const { org, analyse } = t.context;
    const trackerId = await createTracker(org, ["warranty"], { saidBy: "rep" });
    const questions = [{ question: "Was it praised?", trackerId }];
    await org.graphql(TEMPLATE, { input: { name: "Sale", questions } });
    const id = await org.ingestCall({
      transcript: [say("A", "Good morning.", 0), say("B", "What about the warranty?", 1_000)],
    });
    await analyse(id);
    t.like(await loadRecording(org, id), {
      transcript: [{ role: "rep" }, { role: "client" }],
      process: { followed: 0, answers: [{ yes: false, source: null }] },
    });
  },
);

test.serial("servers without streaming or without JSON schemas work too", async (t) => {
  const { org, ai, analyse, buildParts } = t.context;
  ai.streams = false;
  ai.unknown = ["json_schema", "json_object"];
  const id = await org.ingestCall({ transcript });
  const parts = buildParts();
  await analyse(id, {}, parts);
  const again = await org.ingestCall({ transcript });
  await analyse(again, {}, parts);
  for (const one of [id, again])
    t.is((await loadRecording(org, one)).summary, "Robin offers an estimate.");
  // The accepted format is remembered.
  t.deepEqual(
    ai.chats.map(({ body }) => body.response_format?.type),
    ["json_schema", "json_object", undefined, undefined],
  );
});

test("docs/analysis.md quotes the default prompt", (t) => {
  const quoted = DEFAULT_PROMPT.split("\n").map((line) => `    ${line}`);
  t.true(readFileSync("docs/analysis.md", "utf8").includes(`\n\n${quoted.join("\n")}\n\n`));
});
