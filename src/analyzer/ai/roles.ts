import * as z from "zod";
import type { SpeakerRole, StoredUtterance } from "../../../db/transcripts.js";
import type { Call } from "../analyzer.js";
import type { Ask } from "./chat.js";
import { partsOf } from "./parts.js";
import { dataOf, systemOf } from "./prompts.js";
import { roomOf } from "./reading.js";
import { BadAnswer } from "./trouble.js";

interface RoleParts {
  ask: Ask;
  contextTokens: number;
}

const MOST_SPEAKERS = 20;
const MOST_WINDOWS = 24;

const role = z
  .enum(["rep", "client", "other"])
  .describe("rep: works for the team; client: is the customer's side; other: neither, or not sure");

const BY_NAME =
  "Say for each speaker of the call who it is: the rep, or the client. Other where you are not sure.";
const BY_LINE =
  "The lines of a call do not say who speaks. Say who does: the number of each line where another one begins to speak, and who that is. The first line is one. Other where you are not sure.";

const people = ({ userName, clientName }: Call) => ({ rep: userName, client: clientName });

const bySpeaker = async (
  { ask, contextTokens }: RoleParts,
  call: Call,
  names: string[],
  signal: AbortSignal,
): Promise<StoredUtterance[]> => {
  const system = systemOf(BY_NAME);
  const answer = z.object({
    speakers: z.array(z.object({ speaker: z.string(), role })).describe("Each of them once."),
  });
  const [transcript] = partsOf(call.utterances, roomOf(contextTokens, system) - 400);
  const data = { ...people(call), speakers: names, transcript };
  const { speakers } = await ask({ name: "speakers", system, user: dataOf(data), answer }, signal);
  const roles = new Map(speakers.map((given) => [given.speaker, given.role]));
  return call.utterances.map((utterance) => ({
    ...utterance,
    role: roles.get(utterance.speaker) ?? "other",
  }));
};

const NAMES: Record<SpeakerRole, string> = { rep: "Rep", client: "Client", other: "Speaker" };

const byLine = async (
  { ask, contextTokens }: RoleParts,
  call: Call,
  signal: AbortSignal,
): Promise<StoredUtterance[]> => {
  const system = systemOf(BY_LINE);
  const room = roomOf(contextTokens, system) - 200;
  // Long ones are shown by their beginning; a line is an utterance here.
  const shown = call.utterances.map((one) => ({ ...one, text: one.text.slice(0, 300) }));
  const windows = partsOf(shown, Math.floor(room / 1.3));
  if (windows.length > MOST_WINDOWS) return [...call.utterances];
  const roles: SpeakerRole[] = [];
  for (const lines of windows) {
    const answer = z.object({
      turns: z.array(z.object({ line: z.int().min(1).max(lines.length), role })),
    });
    const numbered = lines.map(([at, , text], index) => [index + 1, at, text]);
    const before = roles.at(-1) ?? null;
    const data = { ...people(call), spokeBefore: before, lines: numbered };
    const { turns } = await ask({ name: "turns", system, user: dataOf(data), answer }, signal);
    const begins = new Map(turns.map((turn) => [turn.line, turn.role]));
    let now: SpeakerRole = before ?? "other";
    for (const index of lines.keys()) {
      now = begins.get(index + 1) ?? now;
      roles.push(now);
    }
  }
  return call.utterances.map((utterance, index) => {
    const found = roles[index] ?? "other";
    return { ...utterance, role: found, speaker: NAMES[found] };
  });
};

/**
 * Who is the rep and who the client, where the transcript says it of nobody. All stay `other` where the model
 * gives no answer that could be one. Nothing else of the transcript changes, but for names where there were
 * none. @throws Hopeless
 */
export const withRoles = async (
  parts: RoleParts,
  call: Call,
  signal: AbortSignal,
): Promise<readonly StoredUtterance[]> => {
  const { utterances } = call;
  if (utterances.some((utterance) => utterance.role !== "other")) return utterances;
  const names = [...new Set(utterances.map(({ speaker }) => speaker))];
  if (names.length > MOST_SPEAKERS) return utterances;
  try {
    return names.length > 1
      ? await bySpeaker(parts, call, names, signal)
      : await byLine(parts, call, signal);
  } catch (error) {
    if (error instanceof BadAnswer) return utterances;
    throw error;
  }
};
