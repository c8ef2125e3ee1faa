import { measureTranscript } from "../../../graph/stats/measures.js";
import type { Call } from "../analyzer.js";

const SECOND_MS = 1_000;
/** Shorter calls get no coaching. */
const MIN_SPOKEN_MS = 60 * SECOND_MS;
const MIN_TURNS = 5;

// Figures beyond these get a hint. They are rules of thumb; docs/analysis.md states them.
const MAX_TALK_RATIO = 0.65;
const MAX_STRETCH_MS = 90 * SECOND_MS;
const MIN_WAIT_MS = 300;

const formatPercent = (share: number): string => `${Math.round(100 * share)} %`;
const formatSeconds = (ms: number): string => `${Math.round(ms / SECOND_MS)} s`;

/** Returns the longest time that the rep spoke without interruption, in milliseconds. */
const computeLongestStretch = (utterances: Call["utterances"]): number => {
  let longest = 0;
  let stretchStart: number | undefined;
  let stretchEnd = 0;
  for (const { role, start, end } of utterances) {
    if (role !== "rep") {
      stretchStart = undefined;
      continue;
    }
    stretchEnd = stretchStart === undefined ? end : Math.max(stretchEnd, end);
    stretchStart ??= start;
    longest = Math.max(longest, stretchEnd - stretchStart);
  }
  return longest;
};

/**
 * Builds coaching in Markdown from figures alone, without judging the words. Null if the call is too short, or has no
 * separate utterances by the rep.
 */
export const buildCoaching = ({ utterances }: Call): string | null => {
  const { talkMs, spokenMs, waitedMs, waitedCount } = measureTranscript(utterances);
  if (spokenMs < MIN_SPOKEN_MS || talkMs === 0 || talkMs === spokenMs) return null;
  const share = talkMs / spokenMs;
  const longest = computeLongestStretch(utterances);
  const waited = waitedCount >= MIN_TURNS ? waitedMs / waitedCount : undefined;
  const lines = [
    `You talked **${formatPercent(share)}** of the time${share > MAX_TALK_RATIO ? ": leave the client more of it" : ""}.`,
    `Your longest stretch was **${formatSeconds(longest)}**${longest >= MAX_STRETCH_MS ? ": stop for a question on the way" : ""}.`,
    ...(waited !== undefined && waited < MIN_WAIT_MS
      ? [
          `You began to speak **${Math.round(waited)} ms** after the client, on average: wait a moment longer.`,
        ]
      : []),
  ];
  return lines.map((line) => `- ${line}`).join("\n");
};
