import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { describeModelServers } from "../../src/analyzer/ai/describe-servers.js";
import { type AiServer, startAiServer } from "../helpers/analysis/ai-server.js";
import { REFUSING_PORT } from "../helpers/net/free-port.js";
import { startEmbeddingModel } from "../helpers/meaning/embedding-model.js";
import { MODEL_KEY } from "../helpers/analysis/ai-suite.js";
import { createInstallation, type Installation } from "../helpers/server/program.js";

const test = anyTest as TestFn<{ ai: AiServer }>;

test.beforeEach(async (t) => {
  t.context = { ai: await startAiServer() };
});

test.afterEach.always((t) => t.context.ai.close());

const TIMES = { quickMs: 10_000, answerMs: 10_000, totalMs: 20_000 };
const SHORT_TIMES = { ...TIMES, answerMs: 200 };

const describe = async (
  { url }: { url: string },
  { model = "chatty", times = TIMES }: { model?: string; times?: typeof TIMES } = {},
): Promise<string[]> => {
  const server = { url, key: MODEL_KEY, concurrency: 1 };
  const lines = await describeModelServers(
    {
      chat: { ...server, model, contextTokens: 8_192 },
      transcription: { ...server, model: "hearing" },
      embedding: undefined,
    },
    times,
  );
  return lines.map((line) => line.replaceAll(url, "<url>"));
};

const assertDescribes = async (
  t: ExecutionContext<{ ai: AiServer }>,
  [chat, transcription]: [chat: string, transcription: string],
  options?: Parameters<typeof describe>[1],
): Promise<void> => {
  const lines = await describe(t.context.ai, options);
  t.deepEqual(lines, [
    `chat model ${options?.model ?? "chatty"} at <url>: ${chat}`,
    `transcription model hearing at <url>: ${transcription}`,
  ]);
  t.false(lines.join().includes(MODEL_KEY));
};

const CHAT_WORKS = "answers in the shape of a JSON schema";
const TRANSCRIPTION_WORKS = "accepts requests; not tested with audio";

test("working model servers are described by what they can do, for one small answer", async (t) => {
  const { ai } = t.context;
  await assertDescribes(t, [CHAT_WORKS, TRANSCRIPTION_WORKS]);
  t.is(ai.chats.length, 1);
  t.is(ai.chats[0]!.body.max_tokens, 256);
  t.is(ai.transcriptions.length, 0);
});

test("a chat server is described by the simplest format that it needs", async (t) => {
  const { ai } = t.context;
  ai.unknown = ["json_schema"];
  await assertDescribes(t, ["answers in JSON, without support for schemas", TRANSCRIPTION_WORKS]);
  ai.unknown.push("json_object");
  await assertDescribes(t, [
    "answers, without support for JSON formats; a prompt describes the format",
    TRANSCRIPTION_WORKS,
  ]);
});

test("a model that needs more tokens for a short answer is named as such", async (t) => {
  t.context.ai.fail("chat", "too long");
  await assertDescribes(t, [
    `${CHAT_WORKS}; a short answer took more than 256 tokens, as of models that reason`,
    TRANSCRIPTION_WORKS,
  ]);
});

test("a model that the server doesn't list is reported, beside what the server answers", async (t) => {
  const { ai } = t.context;
  ai.models = ["a", "b\u001b[2J", "hearing", "d", "e", "f"];
  await assertDescribes(t, [
    `${CHAT_WORKS}; its list of models lacks this one (a, b[2J, hearing, d, e, …)`,
    TRANSCRIPTION_WORKS,
  ]);
  ai.fail("chat", { status: 404 });
  ai.models = [];
  await assertDescribes(t, [
    "not usable now: The chat server does not have this model or address; the operator can correct the DEBRIEF_AI_ settings (404); its list of models lacks this one (it is empty)",
    `${TRANSCRIPTION_WORKS}; its list of models lacks this one (it is empty)`,
  ]);
  ai.models = undefined;
  await assertDescribes(t, [
    `${CHAT_WORKS}; it has no list of models`,
    `${TRANSCRIPTION_WORKS}; it has no list of models`,
  ]);
});

test("a server that fails or refuses is reported with the reason", async (t) => {
  const { ai } = t.context;
  const faults = [
    [
      { status: 401 },
      "The chat server rejects the key; the operator can correct DEBRIEF_AI_KEY (401)",
    ],
    [{ status: 500 }, "The chat server failed (500)"],
    ["no JSON", "The chat server returned an invalid response"],
  ] as const;
  for (const [fault, reason] of faults) {
    ai.fail("chat", fault);
    await assertDescribes(t, [`not usable now: ${reason}`, TRANSCRIPTION_WORKS]);
  }
});

test("a server without the transcription address is reported", async (t) => {
  const server = createServer((_, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const [, transcription] = await describe({ url });
  t.is(
    transcription,
    "transcription model hearing at <url>: not usable now: The transcription server does not have this model or address; the operator can correct the DEBRIEF_AI_ settings (404)",
  );
});

test("a server that doesn't answer is reported after the time limit", async (t) => {
  t.context.ai.fail("chat", "silent");
  await assertDescribes(
    t,
    ["not usable now: The chat server did not respond in time", TRANSCRIPTION_WORKS],
    { times: SHORT_TIMES },
  );
});

test("an embedding server is described by the length of its vectors", async (t) => {
  const model = await startEmbeddingModel(t);
  const embedding = model.settings;
  const describeIt = async () =>
    describeModelServers({ chat: undefined, transcription: undefined, embedding }, SHORT_TIMES);
  const name = `embedding model babel at ${embedding.url}`;
  t.deepEqual(await describeIt(), [`${name}: answers with 700 numbers a sentence`]);
  t.deepEqual(
    model.requests.map(({ input }) => input),
    [["Are you ready?"]],
  );
  model.answer = () => ({ status: 404, body: "{}" });
  t.regex(
    (await describeIt())[0]!,
    /: not usable now: The embedding server does not have this model/,
  );
});

test("without models, there is nothing to describe", async (t) => {
  t.deepEqual(
    await describeModelServers({ chat: undefined, transcription: undefined, embedding: undefined }),
    [],
  );
});

const runDoctor = async (program: Installation, url: string, ...flags: string[]) =>
  program.run(["doctor", ...flags], {
    DEBRIEF_ANALYZER: "ai",
    DEBRIEF_AI_URL: url,
    DEBRIEF_AI_CHAT_MODEL: "chatty",
    DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing",
    DEBRIEF_AI_KEY: MODEL_KEY,
  });

test("the doctor describes the model servers, and an unreachable one is no problem of the database", async (t) => {
  const { ai } = t.context;
  const program = await createInstallation();
  t.teardown(() => program.remove());
  await program.run(["org", "create", "Acme"]);
  const works = await runDoctor(program, ai.url);
  t.is(works.code, 0, works.stderr);
  const lines = works.stdout.split("\n").filter((line) => line.startsWith("models: "));
  t.deepEqual(lines, [
    `models: chat model chatty at ${ai.url}: ${CHAT_WORKS}`,
    `models: transcription model hearing at ${ai.url}: ${TRANSCRIPTION_WORKS}`,
  ]);
  const refusing = `http://127.0.0.1:${REFUSING_PORT}/v1`;
  const { code, stdout } = await runDoctor(program, refusing, "--json");
  t.is(code, 0);
  const { ok, models } = JSON.parse(stdout);
  t.true(ok);
  t.is(models.length, 2);
  for (const line of models) t.regex(line, /not usable now: .* could not be reached.*ECONNREFUSED/);
  t.false((works.stdout + stdout).includes(MODEL_KEY));
});
