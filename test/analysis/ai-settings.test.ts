import test, { type ExecutionContext } from "ava";
import { readConfig } from "../../src/base/config/config.js";
import { ConfigError } from "../../src/base/config/config-error.js";

const MINIMAL = {
  DEBRIEF_ANALYZER: "ai",
  DEBRIEF_AI_URL: "http://127.0.0.1:11434/v1",
  DEBRIEF_AI_CHAT_MODEL: "chatty",
};
const COMPLETE = { ...MINIMAL, DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing" };
const NO_DIRECTORY = "/nowhere";

const WHISPER = {
  DEBRIEF_AI_TRANSCRIPTION_URL: "http://127.0.0.1:8000/v1",
  DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing",
};

const read = (env: Record<string, string>) =>
  readConfig({}, { HOME: NO_DIRECTORY, ...env }, NO_DIRECTORY);

const readError = (t: ExecutionContext, env: Record<string, string>): string =>
  t.throws(() => read(env), { instanceOf: ConfigError }).message;

test("a chat model and its URL are enough; debrief itself transcribes", (t) => {
  t.like(read(MINIMAL), {
    transcriber: "embedded",
    chat: {
      url: "http://127.0.0.1:11434/v1",
      key: undefined,
      model: "chatty",
      contextTokens: 8192,
      concurrency: 2,
    },
    transcription: undefined,
  });
});

test("a transcription model selects its server, beside the chat model's or another", (t) => {
  t.like(read(COMPLETE).transcription, { url: MINIMAL.DEBRIEF_AI_URL, model: "hearing" });
  t.like(
    read({
      ...MINIMAL,
      ...WHISPER,
      DEBRIEF_AI_URL: "https://models.example.com/v1/",
      DEBRIEF_AI_KEY: "sk-1",
      DEBRIEF_AI_CONTEXT_TOKENS: "128000",
      DEBRIEF_AI_CONCURRENCY: "8",
    }),
    {
      transcriber: "ai",
      chat: {
        url: "https://models.example.com/v1",
        key: "sk-1",
        model: "chatty",
        contextTokens: 128_000,
        concurrency: 8,
      },
      transcription: {
        url: "http://127.0.0.1:8000/v1",
        key: "sk-1",
        model: "hearing",
        concurrency: 8,
      },
    },
  );
});

test("a transcription server needs no chat model", (t) => {
  for (const analyzer of ["basic", ""])
    t.like(read({ ...WHISPER, DEBRIEF_ANALYZER: analyzer }), {
      transcriber: "ai",
      chat: undefined,
      transcription: { url: "http://127.0.0.1:8000/v1", model: "hearing" },
    });
});

test("DEBRIEF_TRANSCRIBER overrides the transcription model", (t) => {
  for (const transcriber of ["embedded", "none"])
    t.like(read({ ...COMPLETE, DEBRIEF_TRANSCRIBER: transcriber }), {
      transcriber,
      isTranscriberSet: true,
      transcription: undefined,
    });
});

test("a required setting is missing: the error names it and what requires it", (t) => {
  for (const [env, pattern] of [
    [{ DEBRIEF_ANALYZER: "ai" }, /^DEBRIEF_AI_URL is required with DEBRIEF_ANALYZER=ai;/],
    [
      { DEBRIEF_ANALYZER: "ai", DEBRIEF_AI_URL: "http://a/v1" },
      /^DEBRIEF_AI_CHAT_MODEL is required with DEBRIEF_ANALYZER=ai;/,
    ],
    [
      { DEBRIEF_TRANSCRIBER: "ai" },
      /^DEBRIEF_AI_URL or DEBRIEF_AI_TRANSCRIPTION_URL is required with DEBRIEF_TRANSCRIBER=ai;/,
    ],
    [
      { DEBRIEF_TRANSCRIBER: "ai", DEBRIEF_AI_URL: "http://a/v1" },
      /^DEBRIEF_AI_TRANSCRIPTION_MODEL is required with DEBRIEF_TRANSCRIBER=ai;/,
    ],
    [
      { DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing" },
      /^DEBRIEF_AI_URL or .* is required with DEBRIEF_TRANSCRIBER=ai, the default with DEBRIEF_AI_TRANSCRIPTION_MODEL;/,
    ],
  ] as [Record<string, string>, RegExp][])
    t.regex(readError(t, env), pattern);
});

test("an embedding model selects its server, unless meanings are off", (t) => {
  const env = { DEBRIEF_AI_URL: "http://a/v1/", DEBRIEF_AI_EMBEDDING_MODEL: "babel" };
  for (const analyzer of ["", "ai", "external"])
    t.deepEqual(
      read({ ...env, DEBRIEF_AI_CHAT_MODEL: "chatty", DEBRIEF_ANALYZER: analyzer }).embedding,
      { url: "http://a/v1", key: undefined, model: "babel", concurrency: 2 },
    );
  const url = "http://b/v1";
  t.is(read({ ...env, DEBRIEF_AI_EMBEDDING_URL: url }).embedding?.url, url);
  t.is(read({ ...env, DEBRIEF_MEANING: "off" }).embedding, undefined);
  t.is(read({}).embedding, undefined);
  t.regex(
    readError(t, { DEBRIEF_AI_EMBEDDING_MODEL: "babel" }),
    /^DEBRIEF_AI_URL or DEBRIEF_AI_EMBEDDING_URL is required with DEBRIEF_AI_EMBEDDING_MODEL;/,
  );
  t.regex(
    readError(t, { DEBRIEF_AI_EMBEDDING_URL: "http://a/v1" }),
    /^DEBRIEF_AI_EMBEDDING_URL has no effect without DEBRIEF_AI_EMBEDDING_MODEL; set both/,
  );
});

test("settings of models that do nothing are ignored", (t) => {
  t.like(read({ ...COMPLETE, DEBRIEF_ANALYZER: "external", DEBRIEF_AI_URL: "x" }), {
    chat: undefined,
    transcription: undefined,
  });
  t.is(read({ ...MINIMAL, DEBRIEF_ANALYZER: "basic", DEBRIEF_AI_URL: "x" }).chat, undefined);
  t.is(read({ ...WHISPER, DEBRIEF_AI_URL: "x" }).transcription?.url, "http://127.0.0.1:8000/v1");
});

const invalid: Record<string, string[]> = {
  DEBRIEF_AI_URL: [
    "",
    "127.0.0.1:11434",
    "ftp://a/v1",
    "http://u:canary@a/v1",
    "http://a/v1?key=canary",
  ],
  DEBRIEF_AI_KEY: ["canary canary", "canäry"],
  DEBRIEF_AI_CHAT_MODEL: ["", " "],
  DEBRIEF_AI_TRANSCRIPTION_MODEL: [" ", "x".repeat(1025)],
  DEBRIEF_AI_TRANSCRIPTION_URL: ["localhost"],
  DEBRIEF_AI_CONTEXT_TOKENS: ["2047", "8k", "-1"],
  DEBRIEF_AI_CONCURRENCY: ["0", "1.5", "101"],
};

for (const [name, values] of Object.entries(invalid))
  test(`an invalid ${name} is refused by name, without its value`, (t) => {
    for (const value of values) {
      const error = t.throws(() => read({ ...COMPLETE, [name]: value }), {
        instanceOf: ConfigError,
      });
      t.regex(error.message, new RegExp(`^${name} `), value);
      t.false(error.message.includes("canary"));
    }
  });

test("a transcription URL requires a transcription model", (t) => {
  t.throws(() => read({ ...MINIMAL, DEBRIEF_AI_TRANSCRIPTION_URL: "http://127.0.0.1:8000/v1" }), {
    message: /DEBRIEF_AI_TRANSCRIPTION_MODEL/,
  });
});
