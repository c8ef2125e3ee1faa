import type { AnalysisInput } from "../../graph/analysis/inputs.js";
import type { QuestionKind } from "../../db/analysis/questions.js";
import type { Notice } from "../../db/recordings/notices.js";
import type { StoredUtterance } from "../../db/recordings/transcript.js";
import type { TrackerRule } from "../../db/trackers/trackers.js";
import type { UtteranceInput } from "../../graph/recordings/transcript.js";

/** A question of a template. */
export interface AnalysisQuestion {
  id: string;
  question: string;
  /** The tracker that answers it: yes where it is found. Without one, the question's wording decides. */
  trackerId?: string | null;
  /** Rules and trackers answer only yes/no questions. Default: yesNo. */
  kind?: QuestionKind;
}

/** A template of the organization, with its current questions. */
export interface AnalysisTemplate {
  id: string;
  name: string;
  /** The instructions for a model; null: the default prompt. */
  prompt: string | null;
  questions: AnalysisQuestion[];
}

/** Where a tracker was found in a call. */
export interface FoundTracker {
  /** Words of one line of the transcript. */
  quote: string;
  /** Milliseconds from the start of the call. */
  start: number;
}

/** Where trackers were found in a call, by tracker; null for one that was looked for and not found. */
export type FoundTrackers = ReadonlyMap<string, FoundTracker | null>;

/** The input of an analysis. */
export interface Call {
  organizationId: string;
  /** In the order of start; at least one. */
  utterances: readonly StoredUtterance[];
  /** The rep's name. */
  userName: string;
  clientName: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Ordered by name. */
  templates: readonly AnalysisTemplate[];
  /** The trackers that answer questions of the templates. */
  trackers: readonly TrackerRule[];
  /** Where these trackers were found. Absent until the call was searched for them. */
  found?: FoundTrackers;
}

/** The audio of a call. */
export interface Audio {
  organizationId: string;
  /** A file in debrief's media store. */
  storedFile: { file: string; type: string } | null;
  /** The dialer's URL of the audio. */
  mediaUrl: string | null;
  /** Milliseconds; 0 if unknown. */
  duration: number;
  /** The rep's side of a recording with a channel per speaker. */
  repChannel: 0 | 1;
}

/** Looks for the trackers of a call that answer questions. @throws the signal's reason */
export type FindTrackers = (call: Call, signal: AbortSignal) => Promise<FoundTrackers>;

/** Analyses a call. May be retried after any error but UnanalyzableError. `signal` aborts it. */
export type Analyze = (call: Call, signal: AbortSignal) => Promise<AnalysisInput>;

/** What was heard, with utterances in any order, and what was left out or estimated. */
export interface HeardCall {
  utterances: UtteranceInput[];
  notices: Notice[];
}

/**
 * Transcribes a call. Throws as Analyze does. Fetches the audio first. Runs only the
 * model's work with `inPlace`, which waits for a slot.
 */
export type Transcribe = (
  audio: Audio,
  signal: AbortSignal,
  inPlace: <T>(work: () => Promise<T>) => Promise<T>,
  /** Receives the transcription progress in whole percent. */
  onProgress?: (percent: number) => void,
) => Promise<HeardCall>;

/** A retry would fail in the same way. Users see the message as the failure reason; the cause goes to the log. */
export class UnanalyzableError extends Error {
  /** What was understood nevertheless. It is kept with the failed recording. */
  readonly understood: HeardCall | undefined;

  constructor(
    message: string,
    { cause, understood }: ErrorOptions & { understood?: HeardCall } = {},
  ) {
    super(message, { cause });
    this.understood = understood;
  }
}
