import type { StoredUtterance } from "../../../db/recordings/transcript.js";
import { yieldToEventLoop } from "../../turns/yield-to-event-loop.js";
import { formatSrtCue } from "./srt.js";
import { formatWebVttCue, WEBVTT_HEADER } from "./webvtt.js";

const CUES_PER_STEP = 2_000;

const formatCues = async (
  header: string,
  utterances: readonly StoredUtterance[],
  formatCue: (utterance: StoredUtterance, number: number) => string,
): Promise<string> => {
  const parts = [header];
  for (const [index, utterance] of utterances.entries()) {
    if (index > 0 && index % CUES_PER_STEP === 0) await yieldToEventLoop();
    parts.push(formatCue(utterance, index + 1));
  }
  return parts.join("");
};

/** Formats a transcript as WebVTT, without loss. Other requests run in between. */
export const formatWebVtt = async (utterances: readonly StoredUtterance[]): Promise<string> =>
  formatCues(WEBVTT_HEADER, utterances, formatWebVttCue);

/** Formats a transcript as SRT. Texts lose their line ends, which would end a cue. Other requests run in between. */
export const formatSrt = async (utterances: readonly StoredUtterance[]): Promise<string> =>
  formatCues("", utterances, formatSrtCue);
