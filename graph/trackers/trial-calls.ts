import type { TrackedTranscript } from "../core/tracker-port.js";

/** The newest calls on which something is tried. */
export const TRIAL_PAGE = {
  below: Number.MAX_SAFE_INTEGER,
  maxCalls: 50,
  maxBytes: 4 * 1024 ** 2,
};
/** How much of the calls' transcripts may lack stored vectors, of which each takes 10 ms. */
const MAX_BYTES_TO_COMPUTE = 48 * 1024;

/** Keeps the calls whose meanings are stored, and the newest others as long as they take a few seconds. */
export const keepReady = <Call extends TrackedTranscript>(calls: readonly Call[]): Call[] => {
  let bytes = 0;
  return calls.filter(({ utterances, vectors }) => {
    if (vectors !== undefined) return true;
    const isFirst = bytes === 0;
    bytes += utterances.length;
    return isFirst || bytes <= MAX_BYTES_TO_COMPUTE;
  });
};
