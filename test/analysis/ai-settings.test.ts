import test from "ava";
import { readConfig } from "../../src/config/config.js";
import { ConfigError } from "../../src/config/config-error.js";

const LEAST = {
  DEBRIEF_ANALYZER: "ai",
  DEBRIEF_AI_URL: "http://127.0.0.1:11434/v1",
  DEBRIEF_AI_CHAT_MODEL: "chatty",
};
const WHOLE = { ...LEAST, DEBRIEF_AI_TRANSCRIPTION_MODEL: "hearing" };
const NOWHERE = "/nowhere";

const read = (env: Record<string, string>) => readConfig({}, { HOME: NOWHERE, ...env }, NOWHERE).ai;

test("a chat model and its address suffice", (t) => {
  t.deepEqual(read(LEAST), {
    url: "http://127.0.0.1:11434/v1",
    transcriptionUrl: "http://127.0.0.1:11434/v1",
    key: undefined,
    chatModel: "chatty",
    transcriptionModel: undefined,
    contextTokens: 8192,
    concurrency: 2,
  });
});

test("transcription and chat may use different servers", (t) => {
  t.like(
    read({
      ...WHOLE,
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

test("model settings are ignored where no model analyses calls", (t) => {
  t.is(read({ ...WHOLE, DEBRIEF_ANALYZER: "basic", DEBRIEF_AI_URL: "x" }), undefined);
});

const bad: Record<string, string[]> = {
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

for (const [name, values] of Object.entries(bad))
  test(`a wrong ${name} is refused by name without repeating its value`, (t) => {
    for (const value of values) {
      const error = t.throws(() => read({ ...WHOLE, [name]: value }), { instanceOf: ConfigError });
      t.regex(error.message, new RegExp(`^${name} `), value);
      t.false(error.message.includes("canary"));
    }
  });

test("a transcription address requires a transcription model", (t) => {
  t.throws(() => read({ ...LEAST, DEBRIEF_AI_TRANSCRIPTION_URL: "http://127.0.0.1:8000/v1" }), {
    message: /DEBRIEF_AI_TRANSCRIPTION_MODEL/,
  });
});
