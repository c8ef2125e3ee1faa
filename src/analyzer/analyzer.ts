import type { AnalysisInput } from "../../graph/analysis.js";
import type { StoredUtterance } from "../../db/transcripts.js";

/** A template of the organization, with what it asks now. */
export interface Process {
  id: string;
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

/** Finds in a call what an analysis is to say. What it throws is shown as the reason that it failed. */
export type Analyze = (call: Call) => Promise<AnalysisInput>;
