import type { AnalysisInput } from "../../graph/analysis.js";
import type { StoredUtterance } from "../../db/transcripts.js";
import type { UtteranceInput } from "../../graph/transcripts.js";

/** A template of the organization, with what it asks now. */
export interface Process {
  id: string;
  name: string;
  /** What a model is asked for; null: the usual. */
  prompt: string | null;
  questions: { id: string; question: string }[];
}

/** What is known of a call before it is analysed. */
export interface Call {
  /** In the order of start. At least one. */
  utterances: readonly StoredUtterance[];
  /** The rep's. */
  userName: string;
  clientName: string | null;
  /** By name. */
  processes: readonly Process[];
}

/** Where a call can be heard. */
export interface Audio {
  organizationId: string;
  /** What debrief keeps of it. */
  kept: { file: string; type: string } | null;
  /** Where the dialer keeps it. */
  mediaUrl: string | null;
  /** In milliseconds; 0 where it is not known. */
  duration: number;
}

/**
 * Finds in a call what an analysis is to say. It may be tried again after what it throws, but for what is
 * Hopeless. `signal`: nobody waits for it any more.
 */
export type Analyze = (call: Call, signal: AbortSignal) => Promise<AnalysisInput>;

/** Writes down what is said in a call, in any order. Throws as Analyze does. */
export type Transcribe = (audio: Audio, signal: AbortSignal) => Promise<UtteranceInput[]>;

/** It would fail again just so. The message is shown as the reason; the cause is for the log. */
export class Hopeless extends Error {}
