import { isDeepStrictEqual } from "node:util";
import type { StoredUtterance } from "../../db/transcripts.js";
import type { AnalysisInput } from "../../graph/analysis.js";
import { keepTranscript } from "../../graph/analysis-moves.js";
import type { Context } from "../../graph/context.js";
import { type Analyze, type Audio, type Call, Hopeless, type Transcribe } from "./analyzer.js";
import type { Claimed } from "./claim.js";

export interface FindingParts {
  analyze: Analyze;
  /** Undefined: only calls that bring a transcript are analysed. */
  transcribe?: Transcribe | undefined;
}

/** What there is to say of a call, or why there is nothing. */
export type Found = { input: AnalysisInput } | { reason: string };

/** Finds what there is to say of a recording. `claimed` becomes what is kept of it on the way. */
export interface Finding {
  find: (claimed: Claimed, signal: AbortSignal) => Promise<Found>;
  /** Nothing can be found of the call. */
  giveUp: (claimed: Claimed, reason: string) => void;
}

/**
 * Remembers what it has heard and found: what a change of the recording has nothing to do with is not asked
 * of anybody again.
 */
export const createFinding = (
  { analyze, transcribe }: FindingParts,
  context: Context,
  holder: string,
): Finding => {
  let heard: { audio: Audio; utterances: StoredUtterance[] } | undefined;
  let last: { call: Call; found: Found } | undefined;

  const hear = async (audio: Audio, signal: AbortSignal): Promise<StoredUtterance[]> => {
    if (heard && isDeepStrictEqual(heard.audio, audio)) return heard.utterances;
    const said = await transcribe!(audio, signal);
    const utterances = said
      .map(({ speaker, role, text, start, end }) => ({
        speaker,
        role: role ?? "other",
        text,
        start,
        end,
      }))
      .toSorted((a, b) => a.start - b.start);
    heard = { audio, utterances };
    return utterances;
  };

  const find: Finding["find"] = async (claimed, signal) => {
    if (last && isDeepStrictEqual(last.call, claimed.call)) return last.found;
    let input: AnalysisInput;
    const { recording, call, audio } = claimed;
    if (call.utterances.length === 0 && !(audio && transcribe))
      throw new Hopeless("Nothing is kept of the call that could be analysed");
    if (call.utterances.length > 0 || !audio) input = await analyze(call, signal);
    else {
      const utterances = await hear(audio, signal);
      const whole = { ...call, utterances };
      // What is shown of a processed one changes as a whole, when the analysis ends.
      if (recording.status === "processed")
        input = { transcript: utterances, ...(await analyze(whole, signal)) };
      else {
        const claim = { holder, seen: recording.updatedPosition };
        claimed.recording = await keepTranscript(context, recording.id, utterances, claim);
        claimed.call = whole;
        input = await analyze(whole, signal);
      }
    }
    const found = { input };
    last = { call: claimed.call, found };
    return found;
  };

  return {
    find,
    giveUp: ({ call }, reason) => void (last = { call, found: { reason } }),
  };
};
