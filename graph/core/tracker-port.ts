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

/** A transcript in which trackers are looked for. */
export interface TrackedTranscript {
  /** Packed, as they are stored. */
  utterances: string;
  /** The stored vectors of its sentences. Absent: they are computed if a tracker has a meaning. */
  vectors?: string | undefined;
}

/** What was found in a transcript. */
export interface TrackedCall {
  /** In the order of the call: at most 50 for each tracker. */
  hits: (TrackerHit & { quote: string })[];
  /** The vectors that were computed for it, to be stored; null if there are none. */
  vectors: string | null;
}

/** Finds trackers in transcripts. */
export interface TrackerFinder {
  ready: readonly ReadyTracker[];
  /** Whether meanings are found, and not only phrases. */
  findsMeanings: boolean;
  /**
   * Returns what was found in each transcript. `minScore`: in percent. @throws ShareExceededError, ThreadLimitError, the
   * signal's reason
   */
  find: (
    organizationId: string,
    search: {
      rules: readonly TrackerRule[];
      transcripts: readonly TrackedTranscript[];
      minScore: number;
    },
    signal?: AbortSignal,
  ) => Promise<TrackedCall[]>;
}
