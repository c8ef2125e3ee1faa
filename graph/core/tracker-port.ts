import type { SpeakerRole } from "../../db/recordings/transcript.js";
import type { TrackerHit } from "../../db/trackers/hits.js";
import type { SaidBy, TrackerRule } from "../../db/trackers/trackers.js";

/** From this score on, in percent, a meaning counts as said. */
export const MIN_HIT_SCORE = 80;
/** From this score on, a meaning that doesn't count is a near miss. */
export const MIN_NEAR_SCORE = 50;

/** The meanings that say how a call ended, and not what was done in it. */
export const OUTCOME_CONCEPTS: ReadonlySet<string | null | undefined> = new Set([
  "deal_closed",
  "deal_lost",
]);

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
  /** The stored vectors of its sentences. */
  vectors?: string | undefined;
}

/** What was found in a transcript. */
export interface TrackedCall {
  /** In the order of the call: at most 50 for each tracker. */
  hits: (TrackerHit & { quote: string })[];
  /** The vectors that were computed for it, to be stored; null if there are none. */
  vectors: string | null;
  /** Set if it is too large to be searched. */
  isTooLarge?: true;
}

/** A search for trackers. */
interface TrackerSearch {
  rules: readonly TrackerRule[];
  transcripts: readonly TrackedTranscript[];
  /** In percent. */
  minScore: number;
  /** Whether vectors are computed for transcripts without stored ones. Otherwise only phrases are found in these. */
  needsVectors: boolean;
}

/** A yes/no question of a scorecard. */
export interface AskedQuestion {
  id: string;
  question: string;
  /** The tracker that answers it; null: its wording decides. */
  trackerId: string | null;
}

/** What answers a question yes in a call. */
export interface FoundAnswer {
  questionId: string;
  /** Milliseconds from the start of the recording. */
  start: number;
  quote: string;
}

/** Questions about calls, with the rules of the trackers that answer some of them. */
interface QuestionSearch {
  questions: readonly AskedQuestion[];
  rules: readonly TrackerRule[];
  transcripts: readonly TrackedTranscript[];
}

/** Finds trackers in transcripts. */
export interface TrackerFinder {
  ready: readonly ReadyTracker[];
  /** Returns whether a question of a scorecard asks how the call ended. */
  asksForOutcome: (question: string) => boolean;
  /** Whether meanings are found, and not only phrases. */
  findsMeanings: boolean;
  /** Names whose vectors are stored and compared. */
  space: string;
  /**
   * Returns what the phrases of trackers consist of, as lists of letters and digits in lower case: a transcript in ASCII
   * has none of the phrases if it has all parts of none of the lists. Undefined if there are too many to say so.
   */
  listParts: (rules: readonly TrackerRule[]) => string[][] | undefined;
  /**
   * Returns what was found in each transcript. @throws ShareExceededError, ThreadLimitError, ProcessEndError, the
   * signal's reason
   */
  find: (
    organizationId: string,
    search: TrackerSearch,
    signal?: AbortSignal,
  ) => Promise<TrackedCall[]>;
  /**
   * Returns which questions the rules would answer yes about each transcript. @throws UNAVAILABLE, ShareExceededError,
   * the signal's reason
   */
  answer: (
    organizationId: string,
    search: QuestionSearch,
    signal?: AbortSignal,
  ) => Promise<FoundAnswer[][]>;
}

/** A place in a transcript where a sentence was said. */
export interface SentencePlace {
  /** The index of the sentence among those that have a meaning. */
  index: number;
  /** Milliseconds from the start of the recording. */
  start: number;
  end: number;
  role: SpeakerRole;
  /** The speaker's name as it was sent. */
  speaker: string;
  text: string;
}

/** A packed transcript with the indexes of the wanted sentences. */
export interface SentencesToLocate {
  utterances: string;
  /** The number of its sentences that have a meaning. */
  count: number;
  indexes: readonly number[];
}

/** What the sentences of a search are compared with. */
export interface MeaningQuery {
  /** What sets a text apart from ordinary sentences. */
  vector: Float32Array;
  /** The cosine of the vector with the text itself: no other sentence has a larger one by far. */
  ownSimilarity: number;
}

/** Finds sentences by their stored vectors. */
export interface SentenceFinder {
  /** Names whose vectors they are; only those are compared. */
  space: string;
  /** Prepares the search for a text. @throws UNAVAILABLE, ShareExceededError, ThreadLimitError, the signal's reason */
  prepare: (organizationId: string, text: string, signal?: AbortSignal) => Promise<MeaningQuery>;
  /**
   * Returns the places of the sentences with these indexes in each packed transcript, in the order of the call. A
   * transcript that doesn't have `count` sentences has none: its vectors are of another text. @throws
   * ShareExceededError, ThreadLimitError, the signal's reason
   */
  locate: (
    organizationId: string,
    calls: readonly SentencesToLocate[],
    signal?: AbortSignal,
  ) => Promise<SentencePlace[][]>;
}
