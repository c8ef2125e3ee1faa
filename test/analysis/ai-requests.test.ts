import "reflect-metadata";
import { type AiContext, createAiSuite, loadRecording } from "../helpers/analysis/ai-suite.js";
import { buildUtterances, SAMPLE_LINES } from "../helpers/analysis/analyzer-calls.js";
import { FORM_MEMORY_MS } from "../../src/analyzer/ai/request-forms.js";

const test = createAiSuite();
const transcript = buildUtterances(SAMPLE_LINES);
const FAILURE = { status: 500 };
const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;

const listFormats = ({ ai }: AiContext): (string | undefined)[] =>
  ai.chats.splice(0).map(({ body }) => body.response_format?.type);

const listTokenLimits = ({ ai }: AiContext): string[][] =>
  ai.chats.splice(0).map(({ body }) => Object.keys(body).filter((key) => key.endsWith("_tokens")));

/** Creates a function that analyses a new call with the same worker each time, and returns the recording. */
const createAnalyse = ({ org, analyse, buildParts }: AiContext, call: object = { transcript }) => {
  const parts = buildParts();
  return async () => {
    const id = await org.ingestCall(call);
    await analyse(id, {}, parts);
    return loadRecording(org, id);
  };
};

test.serial("the second failure steps down to a simpler request, for that request", async (t) => {
  const analyseNext = createAnalyse(t.context);
  t.context.ai.fail("chat", FAILURE, { status: 503 });
  t.is((await analyseNext()).status, "processed");
  t.deepEqual(listFormats(t.context), ["json_schema", "json_schema", "json_object"]);
  await analyseNext();
  t.deepEqual(listFormats(t.context), ["json_schema"]);
});

test.serial("one failure repeats the full request", async (t) => {
  const analyseNext = createAnalyse(t.context);
  t.context.ai.fail("chat", FAILURE);
  await analyseNext();
  t.deepEqual(listFormats(t.context), ["json_schema", "json_schema"]);
});

test.serial(
  "a server that fails at schemas in two requests in a row gets simpler ones, for ten minutes",
  async (t) => {
    const { ai, clock } = t.context;
    Object.assign(ai, { unknown: ["json_schema"], unknownStatus: 500 });
    const analyseNext = createAnalyse(t.context);
    const stepsDown = ["json_schema", "json_schema", "json_object"];
    for (const expected of [stepsDown, stepsDown, ["json_object"], ["json_object"]]) {
      t.is((await analyseNext()).status, "processed");
      t.deepEqual(listFormats(t.context), expected);
    }
    clock.time += FORM_MEMORY_MS;
    ai.unknown = [];
    for (let request = 0; request < 2; request += 1) {
      await analyseNext();
      t.deepEqual(listFormats(t.context), ["json_schema"]);
    }
  },
);

test.serial("a refused format is requested again after ten minutes", async (t) => {
  const { ai, clock } = t.context;
  ai.unknown = ["json_schema", "json_object"];
  const analyseNext = createAnalyse(t.context);
  for (const expected of [["json_schema", "json_object", undefined], [undefined]]) {
    await analyseNext();
    t.deepEqual(listFormats(t.context), expected);
  }
  clock.time += FORM_MEMORY_MS;
  ai.unknown = [];
  await analyseNext();
  t.deepEqual(listFormats(t.context), ["json_schema"]);
});

test.serial("a server that refuses list limits still gets a schema", async (t) => {
  t.context.ai.unknown = ["maxItems"];
  t.is((await createAnalyse(t.context)()).status, "processed");
  t.deepEqual(listFormats(t.context), ["json_schema", "json_schema"]);
});

test.serial("the limit of an answer has the name that the server knows, or none", async (t) => {
  const { ai } = t.context;
  for (const [unknown, expected] of [
    [["max_tokens"], [["max_tokens"], ["max_completion_tokens"]]],
    [
      ["max_tokens", "max_completion_tokens"],
      [["max_tokens"], ["max_completion_tokens"], []],
    ],
  ] as const) {
    ai.unknown = [...unknown];
    const analyseNext = createAnalyse(t.context);
    t.is((await analyseNext()).status, "processed");
    t.deepEqual(listTokenLimits(t.context), expected);
    await analyseNext();
    t.deepEqual(listTokenLimits(t.context), expected.slice(-1));
  }
});

test.serial(
  "an answer that was cut off is requested again, shorter and with more room",
  async (t) => {
    const { ai } = t.context;
    ai.fail("chat", "too long");
    t.is((await createAnalyse(t.context)()).status, "processed");
    const [first, second] = ai.chats as [(typeof ai.chats)[0], (typeof ai.chats)[0]];
    t.true(second.body.max_tokens > first.body.max_tokens);
    t.true(second.body.max_tokens < 8_192);
    t.regex(second.body.messages.at(-1).content, /cut off\. Be much shorter/);
  },
);

test.serial("an answer about roles that is cut off leaves the roles unknown", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.fail("chat", "too long", "too long", "too long");
  const unknown = transcript.map((line) => ({ ...line, role: "other", speaker: "Speaker" }));
  const id = await org.ingestCall({ transcript: unknown });
  await analyse(id);
  const { status, transcript: utterances } = await loadRecording(org, id);
  t.is(status, "processed");
  t.true(utterances.every(({ role }: { role: string }) => role === "other"));
});

test.serial(
  "a connection that the server closed after its answer costs no failed try",
  async (t) => {
    const { org, ai, log } = t.context;
    for (const name of ["Sale", "Visit"])
      await org.graphql(TEMPLATE, { input: { name, questions: [{ question: "Why?" }] } });
    ai.keepsConnections = false;
    const analyseNext = createAnalyse(t.context);
    for (let call = 0; call < 2; call += 1) t.is((await analyseNext()).status, "processed");
    t.true(ai.resets > 0);
    t.is(ai.chats.length, 4);
    t.deepEqual(
      log.filter(({ msg }) => msg !== "analysed"),
      [],
    );
  },
);

test.serial("the audio of a call is sent again on a new connection", async (t) => {
  const { ai, log } = t.context;
  ai.keepsConnections = false;
  const analyseNext = createAnalyse(t.context, { recording_url: ai.audio });
  for (let call = 0; call < 2; call += 1) t.is((await analyseNext()).status, "processed");
  t.true(ai.resets > 1);
  t.deepEqual(
    ai.transcriptions.map(({ file }) => file.bytes),
    [49_164, 49_164],
  );
  t.deepEqual(
    log.filter(({ msg }) => msg !== "analysed"),
    [],
  );
});

test.serial("a transcription steps down on the second failure, for that call", async (t) => {
  const { ai } = t.context;
  const analyseNext = createAnalyse(t.context, { recording_url: ai.audio });
  const listTranscriptions = () => ai.transcriptions.splice(0).map(({ format }) => format);
  ai.fail("transcription", FAILURE, FAILURE);
  t.is((await analyseNext()).status, "processed");
  t.deepEqual(listTranscriptions(), ["verbose_json", "verbose_json", "json"]);
  await analyseNext();
  t.deepEqual(listTranscriptions(), ["verbose_json"]);
  // The server is restarting: a transcript without times would stay.
  ai.fail("transcription", { status: 502 }, { status: 503 });
  await analyseNext();
  t.deepEqual(listTranscriptions(), ["verbose_json", "verbose_json", "verbose_json"]);
});

test.serial("each kind of request steps down by itself", async (t) => {
  const { org, ai } = t.context;
  for (const name of ["Sale", "Visit"])
    await org.graphql(TEMPLATE, { input: { name, questions: [{ question: "Why?" }] } });
  ai.fail("chat", { status: 422 });
  t.is((await createAnalyse(t.context)()).status, "processed");
  t.deepEqual(
    ai.chats.map(({ name, body }) => [name, body.response_format?.type]),
    [
      ["template", "json_schema"],
      ["template", "json_object"],
      ["analysis", "json_schema"],
    ],
  );
});
