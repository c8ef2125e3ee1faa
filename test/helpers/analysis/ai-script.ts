import { sampleTexts } from "./analysis-texts.js";

/** A call of two people, as a transcription model returns it. */
export const MODEL_SEGMENTS = [
  { start: 0, end: 2.5, speaker: "A", text: " Hello, this is Robin. Shall I send the estimate?" },
  { start: 2.5, end: 4, speaker: "B", text: " Yes, please, by Friday." },
];

export interface ChatRequest {
  /** The name of the requested schema. */
  name: string;
  authorization: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** The call's data in the prompt. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export type ModelScript = (chat: ChatRequest) => unknown;

export const MODEL_ANALYSIS = {
  summary: "Robin offers an estimate.",
  ...sampleTexts,
  notes: "- by Friday",
  actionItems: [
    { text: "Send the estimate by Friday", side: "rep" },
    { text: "Read the estimate", side: "client" },
  ],
  coaching: "**Good**: a clear next step.",
  tags: ["estimate"],
  insights: { interests: ["a new roof"], concerns: [], facts: ["has a dog"] },
  closed: false,
  answers: null,
};

/** Returns words of the call's first line, or the quote of its first part. */
export const quoteFirst = ({ transcript, parts }: ChatRequest["data"]): string =>
  transcript ? transcript[0][2].split(" ").slice(0, 3).join(" ") : parts[0].answers[0].quote;

/** Responds like a working model. */
export const respondCorrectly: ModelScript = ({ name, data, body }) => {
  if (name === "readiness") return { ready: true };
  if (name === "template") return { template: 1 };
  if (name === "speakers")
    return {
      speakers: data.speakers.map((speaker: string, index: number) => ({
        speaker,
        role: index === 0 ? "rep" : "client",
      })),
    };
  if (name === "turns")
    return {
      turns: [{ line: 1, role: "rep" }, ...(data.lines[1] ? [{ line: 2, role: "client" }] : [])],
    };
  const questionList = /Answer these questions[^\n]*\n([\s\S]*?)\n\n/.exec(
    body.messages[0].content,
  );
  if (!questionList) return MODEL_ANALYSIS;
  const answers = questionList[1]!.split("\n").map((_, index) => ({
    question: index + 1,
    quote: index === 0 ? quoteFirst(data) : null,
    yes: index === 0,
    answer: index === 0 ? "Robin did." : null,
  }));
  return { ...MODEL_ANALYSIS, answers };
};

const SCHEMA_NAMES = ["template", "speakers", "turns"];

/** Parses a request to /chat/completions. */
export const parseChat = (
  body: ChatRequest["body"],
  authorization: string | undefined,
): ChatRequest => {
  const [system, user] = body.messages;
  // The doctor's health check, without data.
  if (!user) return { name: "readiness", authorization, body, data: null };
  const json = /<data>\n([\s\S]*)\n<\/data>/.exec(user.content);
  const schema = system.content.split("The JSON Schema of your answer:\n")[1];
  const fields = Object.keys(JSON.parse(schema).properties);
  const name = SCHEMA_NAMES.find((one) => fields.includes(one)) ?? "analysis";
  return { name, authorization, body, data: JSON.parse(json![1]!) };
};
