import type { TrackerHit } from "../../db/trackers/hits.js";
import type { SaidBy, TrackerRule } from "../../db/trackers/trackers.js";

/** From this score on, in percent, a meaning counts as said. */
export const MIN_HIT_SCORE = 80;
/** From this score on, a meaning that doesn't count is a near miss. */
export const MIN_NEAR_SCORE = 50;

/** A meaning that debrief knows, for a tracker to start from. */
interface ReadyTracker {
  concept: string;
  name: string;
  saidBy: SaidBy;
}

/** Finds trackers in transcripts. */
export interface TrackerFinder {
  ready: readonly ReadyTracker[];
  /** Whether meanings are found, and not only phrases. */
  findsMeanings: boolean;
  /**
   * Returns the hits in each transcript, in the order of the call: at most 50 for each tracker. `transcripts`: packed, as
   * they are stored. `minScore`: in percent. @throws ShareExceededError, ThreadLimitError, the signal's reason
   */
  find: (
    organizationId: string,
    search: { rules: readonly TrackerRule[]; transcripts: readonly string[]; minScore: number },
    signal?: AbortSignal,
  ) => Promise<(TrackerHit & { quote: string })[][]>;
}
