import type { AnalysisInput } from "../../../graph/analysis.js";
import { type Call, Hopeless, type Process } from "../analyzer.js";
import type { Ask } from "./chat.js";
import { analysisOf, type Findings, findingsOf } from "./findings.js";
import { mergeByRule } from "./merge.js";
import { type Line, partsOf, tokensOf } from "./parts.js";
import { dataOf, DEFAULT_PROMPT, systemOf } from "./prompts.js";
import { jsonSchemaOf } from "./schema.js";

/** How often the model is asked about one call, at most, to read it. */
const MOST_PARTS = 24;
/** Of the tokens, what an answer may take. */
const FOR_ANSWER = 0.3;
const MOST_FOR_ANSWER = 4_096;
/** Of the tokens, what is said around the data. */
const AROUND = 64;

/** How many tokens of data a question has room for, beside what else is said. */
export const roomOf = (contextTokens: number, said: string): number =>
  contextTokens -
  Math.min(MOST_FOR_ANSWER, Math.floor(contextTokens * FOR_ANSWER)) -
  tokensOf(said) -
  AROUND;

const questionsOf = ({ questions }: Process): string =>
  `Answer these questions in "answers", by their numbers:\n${questions
    .map(({ question }, index) => `${index + 1}. ${question}`)
    .join("\n")}`;

const taskOf = (process: Process | undefined): string =>
  [
    process?.prompt ?? DEFAULT_PROMPT,
    process && process.questions.length > 0 ? questionsOf(process) : `"answers" is null.`,
  ].join("\n\n");

const OF_A_PART =
  "The call is too long to be read at once. This is a part of it: be brief, there are others.";
const OF_PARTS =
  "The call was too long to be read at once. The data is what was found in its parts, in their order. Make one answer of it for the whole call: say nothing twice, and let what was said last count.";

/** Reads a call with a model, in parts where it has to. @throws Hopeless */
export const read = async (
  { ask, contextTokens }: { ask: Ask; contextTokens: number },
  call: Call,
  process: Process | undefined,
  signal: AbortSignal,
): Promise<AnalysisInput> => {
  const answer = findingsOf(process?.questions.length ?? 0);
  const task = taskOf(process);
  const question = async (system: string, data: object): Promise<Findings> =>
    ask({ name: "analysis", system: systemOf(system), user: dataOf(data), answer }, signal);

  const about = { rep: call.userName, client: call.clientName };
  const said = [
    systemOf(`${task}\n\n${OF_PARTS}`),
    JSON.stringify(jsonSchemaOf(answer)),
    dataOf(about),
  ];
  const room = roomOf(contextTokens, said.join(""));
  if (room < contextTokens / 8)
    throw new Hopeless(
      process
        ? `The prompt and the questions of the template "${process.name}" are too long for DEBRIEF_AI_CONTEXT_TOKENS`
        : "DEBRIEF_AI_CONTEXT_TOKENS is too low",
    );
  const parts = partsOf(call.utterances, room);
  if (parts.length > MOST_PARTS)
    throw new Hopeless(
      `The call is too long: it has ${parts.length} parts of DEBRIEF_AI_CONTEXT_TOKENS, and ${MOST_PARTS} are the most`,
    );
  const found: Findings[] = [];
  for (const [index, lines] of parts.entries()) {
    const alone = parts.length === 1;
    const data: { transcript: Line[] } = { ...about, transcript: lines };
    found.push(
      alone
        ? await question(task, data)
        : await question(`${task}\n\n${OF_A_PART}`, {
            part: index + 1,
            of: parts.length,
            ...data,
          }),
    );
  }
  const [only] = found;
  if (found.length === 1) return analysisOf(only!, call, process);
  const data = { ...about, parts: found };
  const whole =
    tokensOf(JSON.stringify(data)) <= room
      ? await question(`${task}\n\n${OF_PARTS}`, data)
      : mergeByRule(found);
  return analysisOf(whole, call, process);
};
