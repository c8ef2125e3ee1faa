import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import { type Failure, invalidField } from "../../core/errors.js";

/** An utterance of a transcript from elsewhere. start and end: integer milliseconds. */
export interface ParsedUtterance {
  speaker: string;
  role: SpeakerRole;
  text: string;
  start: number;
  end: number;
}

/** The name of a speaker that the transcript doesn't name. */
export const UNNAMED_SPEAKER = "Speaker";

/** The field of every failure: the one in which each surface receives transcripts. */
export const TRANSCRIPT_FIELD = "transcript";

/** Creates the failure of a line, which counts from 1. */
export const invalidLine = (line: number, reason: string): Failure =>
  invalidField(TRANSCRIPT_FIELD, `is invalid in line ${line}: ${reason}`);
