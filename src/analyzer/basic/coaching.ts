import { measure } from "../../../graph/measures.js";
import type { Call } from "../analyzer.js";

const SECOND_MS = 1_000;
/** Of less nothing can be said. */
const SHORTEST_MS = 60 * SECOND_MS;
const FEWEST_TURNS = 5;

// Where a figure is worth a hint. They are rules of thumb, and docs/analysis.md says so.
const MOST_TALK = 0.65;
const LONGEST_MS = 90 * SECOND_MS;
const LEAST_WAIT_MS = 300;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const seconds = (ms: number): string => `${Math.round(ms / SECOND_MS)} s`;

/** For how long the rep spoke with nobody in between, at most. */
const longestStretch = (utterances: Call["utterances"]): number => {
  let longest = 0;
  let began: number | undefined;
  let latest = 0;
  for (const { role, start, end } of utterances) {
    if (role !== "rep") {
      began = undefined;
      continue;
    }
    latest = began === undefined ? end : Math.max(latest, end);
    began ??= start;
    longest = Math.max(longest, latest - began);
  }
  return longest;
};

/**
 * Markdown made of figures alone: what the rep may look at, never a judgement of what was said. Null where
 * the call is too short for it, or does not say who the rep is.
 */
export const coachingOf = ({ utterances }: Call): string | null => {
  const { talkMs, spokenMs, waitedMs, waitedCount } = measure(utterances);
  if (spokenMs < SHORTEST_MS || talkMs === 0 || talkMs === spokenMs) return null;
  const share = talkMs / spokenMs;
  const longest = longestStretch(utterances);
  const waited = waitedCount >= FEWEST_TURNS ? waitedMs / waitedCount : undefined;
  const lines = [
    `You talked **${percent(share)}** of the time${share > MOST_TALK ? ": leave the client more of it" : ""}.`,
    `Your longest stretch was **${seconds(longest)}**${longest >= LONGEST_MS ? ": stop for a question on the way" : ""}.`,
    ...(waited !== undefined && waited < LEAST_WAIT_MS
      ? [
          `You began to speak **${Math.round(waited)} ms** after the client, on average: wait a moment longer.`,
        ]
      : []),
  ];
  return lines.map((line) => `- ${line}`).join("\n");
};
