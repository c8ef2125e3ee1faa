import { estimateTokens } from "./chunk-transcript.js";

/** The share of the context that is reserved for the answer. */
const ANSWER_SHARE = 0.3;
const MAX_ANSWER_TOKENS = 4_096;
/** Reserved for the framing of messages. */
const OVERHEAD_TOKENS = 64;
/** How much longer than planned an answer may be after it was cut off once. */
const MAX_GROWTH = 4;

/** Returns how many tokens the context reserves for an answer. */
export const computeAnswerTokens = (contextTokens: number): number =>
  Math.min(MAX_ANSWER_TOKENS, Math.floor(contextTokens * ANSWER_SHARE));

/** Returns how many tokens of data fit into the context beside the instructions and the answer. */
export const computeTokenBudget = (contextTokens: number, instructions: string): number =>
  contextTokens -
  computeAnswerTokens(contextTokens) -
  estimateTokens(instructions) -
  OVERHEAD_TOKENS;

/** Returns how many tokens the answer to a prompt may have after an earlier answer was cut off. */
export const computeExtendedAnswerTokens = (contextTokens: number, prompt: string): number => {
  const planned = computeAnswerTokens(contextTokens);
  const room = contextTokens - estimateTokens(prompt) - OVERHEAD_TOKENS;
  return Math.max(planned, Math.min(planned * MAX_GROWTH, room));
};
