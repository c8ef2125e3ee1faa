/** A call of two people, as a model writes it down. */
export const MODEL_SEGMENTS = [
  { start: 0, end: 2.5, speaker: "A", text: " Hello, this is Robin. Shall I send the estimate?" },
  { start: 2.5, end: 4, speaker: "B", text: " Yes, please, by Friday." },
];

export interface ChatRequest {
  /** Of the schema that was asked for. */
  name: string;
  authorization: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** The data of the call. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export type ModelScript = (chat: ChatRequest) => unknown;

export const MODEL_ANALYSIS = {
  summary: "Robin offers an estimate.",
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

/** What a model says that does its work. */
export const respondCorrectly: ModelScript = ({ name, data, body }) => {
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
  const asked = /Answer these questions[^\n]*\n([\s\S]*?)\n\n/.exec(body.messages[0].content);
  if (!asked) return MODEL_ANALYSIS;
  const answers = asked[1]!.split("\n").map((_, index) => ({
    question: index + 1,
    yes: index === 0,
    answer: index === 0 ? "Robin did." : null,
  }));
  return { ...MODEL_ANALYSIS, answers };
};

const SCHEMA_NAMES = ["template", "speakers", "turns"];

/** What a request to /chat/completions asks. */
export const parseChat = (
  body: ChatRequest["body"],
  authorization: string | undefined,
): ChatRequest => {
  const [system, user] = body.messages;
  const json = /<data>\n([\s\S]*)\n<\/data>/.exec(user.content);
  const schema = system.content.split("The JSON Schema of your answer:\n")[1];
  const fields = Object.keys(JSON.parse(schema).properties);
  const name = SCHEMA_NAMES.find((one) => fields.includes(one)) ?? "analysis";
  return { name, authorization, body, data: JSON.parse(json![1]!) };
};
