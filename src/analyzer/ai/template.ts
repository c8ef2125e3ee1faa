import * as z from "zod";
import type { Call, Process } from "../analyzer.js";
import type { Ask } from "./chat.js";
import { partsOf } from "./parts.js";
import { dataOf, systemOf } from "./prompts.js";
import { roomOf } from "./reading.js";

const SHOWN = 300;

const TASK =
  "A team has several kinds of calls, each with a template of what such a call should have. Say which template fits the call: its number, or null if none does.";

/** By their numbers: the name, and what is asked of it as far as that is short. */
const listed = (processes: readonly Process[], most: number): string[] =>
  processes.map(({ name, questions }, index) => {
    const asked = questions.map(({ question }) => question).join(" ");
    return `${index + 1}. ${name.slice(0, SHOWN)}: ${asked}`.slice(0, most);
  });

/** The template that fits the call. There is nothing to ask where there is one at most. */
export const templateOf = async (
  { ask, contextTokens }: { ask: Ask; contextTokens: number },
  { utterances, processes, userName, clientName }: Call,
  signal: AbortSignal,
): Promise<Process | undefined> => {
  if (processes.length <= 1) return processes[0];
  // Half of what there is room for is the call's.
  const most = Math.max(80, Math.floor(contextTokens / processes.length));
  const system = systemOf(`${TASK}\n\n${listed(processes, most).join("\n")}`);
  const lines = partsOf(utterances, Math.max(200, roomOf(contextTokens, system)))[0]!;
  const answer = z.object({
    template: z.int().min(1).max(processes.length).nullable().describe("The number, or null."),
  });
  const data = { rep: userName, client: clientName, beginningOfTheCall: lines };
  const { template } = await ask({ name: "template", system, user: dataOf(data), answer }, signal);
  return template === null ? undefined : processes[template - 1];
};
