import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import { type Failure, invalidField } from "../../core/errors.js";

/** An utterance of a foreign transcript. start and end: integer milliseconds. */
export interface ParsedUtterance {
  speaker: string;
  role: SpeakerRole;
  text: string;
  start: number;
  end: number;
}

/** The name for a speaker without a name. */
export const UNNAMED_SPEAKER = "Speaker";

/** The field that every error names: the one that receives transcripts. */
export const TRANSCRIPT_FIELD = "transcript";

/** Creates the error for a line. Lines count from 1. */
export const invalidLine = (line: number, reason: string): Failure =>
  invalidField(TRANSCRIPT_FIELD, `is invalid in line ${line}: ${reason}`);
