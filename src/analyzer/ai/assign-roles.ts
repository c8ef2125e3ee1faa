import * as z from "zod";
import type { SpeakerRole, StoredUtterance } from "../../../db/recordings/transcript.js";
import type { Call } from "../analyzer.js";
import type { AskModel } from "./chat.js";
import { chunkTranscript } from "./chunk-transcript.js";
import { buildDataMessage, buildSystemPrompt } from "./prompts.js";
import { computeTokenBudget } from "./token-budget.js";
import { InvalidAnswerError } from "./model-errors.js";

interface RoleOptions {
  ask: AskModel;
  contextTokens: number;
}

const MAX_SPEAKERS = 20;
const MAX_CHUNKS = 24;

const roleSchema = z
  .enum(["rep", "client", "other"])
  .describe("rep: works for the team; client: on the customer's side; other: neither, or unsure");

const SPEAKERS_TASK =
  "State for each speaker of the call whether it is the rep or the client. Use other if you are not sure.";
const TURNS_TASK =
  "The lines of a call do not show who speaks. List each line where the speaker changes: its number, and who speaks from there on. Include the first line. Use other if you are not sure.";

const participantsOf = ({ userName, clientName }: Call) => ({ rep: userName, client: clientName });

const assignRolesBySpeaker = async (
  { ask, contextTokens }: RoleOptions,
  call: Call,
  names: string[],
  signal: AbortSignal,
): Promise<StoredUtterance[]> => {
  const system = buildSystemPrompt(SPEAKERS_TASK);
  const answerSchema = z.object({
    speakers: z
      .array(z.object({ speaker: z.string(), role: roleSchema }))
      .describe("Each speaker once."),
  });
  const [transcript] = chunkTranscript(
    call.utterances,
    computeTokenBudget(contextTokens, system) - 400,
  );
  const data = { ...participantsOf(call), speakers: names, transcript };
  const { speakers } = await ask(
    { name: "speakers", system, user: buildDataMessage(data), answerSchema },
    signal,
  );
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  return call.utterances.map((utterance) => ({
    ...utterance,
    role: roles.get(utterance.speaker) ?? "other",
  }));
};

const ROLE_NAMES: Record<SpeakerRole, string> = { rep: "Rep", client: "Client", other: "Speaker" };

const assignRolesByLine = async (
  { ask, contextTokens }: RoleOptions,
  call: Call,
  signal: AbortSignal,
): Promise<StoredUtterance[]> => {
  const system = buildSystemPrompt(TURNS_TASK);
  const budget = computeTokenBudget(contextTokens, system) - 200;
  // The start of each utterance is enough, and fits on one line.
  const excerpts = call.utterances.map((utterance) => ({
    ...utterance,
    text: utterance.text.slice(0, 300),
  }));
  const windows = chunkTranscript(excerpts, Math.floor(budget / 1.3));
  if (windows.length > MAX_CHUNKS) return [...call.utterances];
  const roles: SpeakerRole[] = [];
  for (const lines of windows) {
    const answerSchema = z.object({
      turns: z.array(z.object({ line: z.int().min(1).max(lines.length), role: roleSchema })),
    });
    const numbered = lines.map(([time, , text], index) => [index + 1, time, text]);
    const previousRole = roles.at(-1) ?? null;
    const data = { ...participantsOf(call), spokeBefore: previousRole, lines: numbered };
    const { turns } = await ask(
      { name: "turns", system, user: buildDataMessage(data), answerSchema },
      signal,
    );
    const roleByFirstLine = new Map(turns.map((turn) => [turn.line, turn.role]));
    let current: SpeakerRole = previousRole ?? "other";
    for (const index of lines.keys()) {
      current = roleByFirstLine.get(index + 1) ?? current;
      roles.push(current);
    }
  }
  return call.utterances.map((utterance, index) => {
    const role = roles[index] ?? "other";
    return { ...utterance, role, speaker: ROLE_NAMES[role] };
  });
};

/**
 * Assigns the roles rep and client if every utterance has the role `other`. Roles stay `other` if the model returns no
 * valid answer. Names speakers if the transcript has only one; changes nothing else.
 * @throws UnanalyzableError
 */
export const assignRoles = async (
  parts: RoleOptions,
  call: Call,
  signal: AbortSignal,
): Promise<readonly StoredUtterance[]> => {
  const { utterances } = call;
  if (utterances.some((utterance) => utterance.role !== "other")) return utterances;
  const names = [...new Set(utterances.map(({ speaker }) => speaker))];
  if (names.length > MAX_SPEAKERS) return utterances;
  try {
    return names.length > 1
      ? await assignRolesBySpeaker(parts, call, names, signal)
      : await assignRolesByLine(parts, call, signal);
  } catch (error) {
    if (error instanceof InvalidAnswerError) return utterances;
    throw error;
  }
};
