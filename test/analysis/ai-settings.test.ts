import test from "ava";
import { readConfig } from "../../src/config/config.js";
import { ConfigError } from "../../src/config/config-error.js";

const MINIMAL = {
  DEBRIEF_ANALYZER: "ai",
  DEBRIEF_AI_URL: "http://127.0.0.1:11434/v1",
  DEBRIEF_AI_CHAT_MODEL: "chatty",
};
const COMPLETE = { ...MINIMAL, DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing" };
const NO_DIRECTORY = "/nowhere";

const read = (env: Record<string, string>) =>
  readConfig({}, { HOME: NO_DIRECTORY, ...env }, NO_DIRECTORY).ai;

test("a chat model and its URL are enough", (t) => {
  t.deepEqual(read(MINIMAL), {
    url: "http://127.0.0.1:11434/v1",
    transcriptionUrl: "http://127.0.0.1:11434/v1",
    key: undefined,
    chatModel: "chatty",
    transcriptionModel: undefined,
    contextTokens: 8192,
    concurrency: 2,
  });
});

test("transcription and chat can use different servers", (t) => {
  t.like(
    read({
      ...COMPLETE,
      DEBRIEF_AI_URL: "https://models.example.com/v1/",
      DEBRIEF_AI_TRANSCRIPTION_URL: "http://127.0.0.1:8000/v1",
      DEBRIEF_AI_KEY: "sk-1",
      DEBRIEF_AI_CONTEXT_TOKENS: "128000",
      DEBRIEF_AI_CONCURRENCY: "8",
    }),
    {
      url: "https://models.example.com/v1",
      transcriptionUrl: "http://127.0.0.1:8000/v1",
      key: "sk-1",
      contextTokens: 128_000,
      concurrency: 8,
    },
  );
});

test("model settings are ignored unless a model analyses calls", (t) => {
  t.is(read({ ...COMPLETE, DEBRIEF_ANALYZER: "basic", DEBRIEF_AI_URL: "x" }), undefined);
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
