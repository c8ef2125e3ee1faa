import { isDeepStrictEqual } from "node:util";
import type { Notice } from "../../db/recordings/notices.js";
import type { StoredUtterance } from "../../db/recordings/transcript.js";
import type { AnalysisInput } from "../../graph/analysis/inputs.js";
import { loadRedactor } from "../../graph/redaction/redactor.js";
import { saveTranscript } from "../../graph/analysis/transitions.js";
import type { Context } from "../../graph/context/context.js";
import {
  type Analyze,
  type Audio,
  type Call,
  type HeardCall,
  UnanalyzableError,
  type Transcribe,
} from "./analyzer.js";
import type { RunInSlot } from "./analysis-slots.js";
import type { ClaimedRecording } from "./claim-recording.js";

export interface AnalysisSteps {
  analyze: Analyze;
  /** Undefined: only calls with a transcript are analysed. */
  transcribe?: Transcribe | undefined;
  /** Undefined: no limit on concurrent analyses. */
  runInSlot?: RunInSlot | undefined;
  /** Receives the transcription progress of a call in percent; null at the end. */
  onTranscriptionProgress?: (percent: number | null) => void;
}

/** What was heard, with utterances in the order of start. */
interface StoredTranscript {
  utterances: StoredUtterance[];
  notices: Notice[];
}

/** The analysis of a call, or the reason why there is none. */
export type AnalysisResult =
  | { input: AnalysisInput; notices?: Notice[] }
  | { reason: string; understood?: HeardCall | undefined };

/** Analyses a claimed recording. Updates `claimed` when it stores a transcript on the way. */
export interface CachedAnalysis {
  run: (claimed: ClaimedRecording, signal: AbortSignal) => Promise<AnalysisResult>;
  /** Reports `reason` as the result for the call, with what was understood nevertheless. */
  giveUp: (claimed: ClaimedRecording, reason: string, understood?: HeardCall) => void;
}

/**
 * Creates an analysis that caches the transcript and the result, so that a retry repeats only the steps whose input
 * has changed.
 */
export const createCachedAnalysis = (
  { analyze: analyzeNow, transcribe, runInSlot, onTranscriptionProgress }: AnalysisSteps,
  context: Context,
  holder: string,
): CachedAnalysis => {
  let transcribed: ({ audio: Audio } & StoredTranscript) | undefined;
  let last: { call: Call; result: AnalysisResult } | undefined;

  const inPlace = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    runInSlot ? runInSlot(context.organizationId, work, signal) : work();
  /** The call may have been stored before its organization enabled redaction, and its transcript may be new. */
  const redact = async (utterances: readonly StoredUtterance[]): Promise<StoredUtterance[]> => {
    const redactor = await loadRedactor(context, context.organizationId);
    return redactor ? redactor.redactTranscript(utterances) : [...utterances];
  };

  const analyze: Analyze = async (call, signal) => {
    const utterances = await redact(call.utterances);
    return inPlace(() => analyzeNow({ ...call, utterances }, signal), signal);
  };

  const transcribeOnce = async (audio: Audio, signal: AbortSignal): Promise<StoredTranscript> => {
    if (transcribed && isDeepStrictEqual(transcribed.audio, audio)) return transcribed;
    const heard = await transcribe!(
      audio,
      signal,
      (work) => inPlace(work, signal),
      onTranscriptionProgress,
    );
    const utterances = heard.utterances
      .map(({ speaker, role, text, start, end }) => ({
        speaker,
        role: role ?? "other",
        text,
        start,
        end,
      }))
      .toSorted((a, b) => a.start - b.start);
    transcribed = { audio, utterances, notices: heard.notices };
    return transcribed;
  };

  const run: CachedAnalysis["run"] = async (claimed, signal) => {
    if (last && isDeepStrictEqual(last.call, claimed.call)) return last.result;
    let result: AnalysisResult;
    const { recording, call, audio, audioFailure, knownTerms } = claimed;
    if (call.utterances.length === 0 && !(audio && transcribe))
      throw new UnanalyzableError("The recording has neither audio nor a transcript to analyse");
    if (call.utterances.length > 0 || !audio) result = { input: await analyze(call, signal) };
    else {
      if (audioFailure !== null) throw new UnanalyzableError(audioFailure);
      const heard = await transcribeOnce(audio, signal);
      onTranscriptionProgress?.(null);
      const { notices } = heard;
      const { repairWords } = await import("./vocabulary/repair-words.js");
      const utterances = await repairWords(heard.utterances, knownTerms);
      const callWithTranscript = { ...call, utterances };
      // A processed recording changes only once, when the analysis ends.
      if (recording.status === "processed")
        result = {
          input: { transcript: utterances, ...(await analyze(callWithTranscript, signal)) },
          notices,
        };
      else {
        const claim = { holder, seenPosition: recording.updatedPosition };
        claimed.recording = await saveTranscript(
          context,
          recording.id,
          { utterances, notices },
          claim,
        );
        claimed.call = callWithTranscript;
        result = { input: await analyze(callWithTranscript, signal) };
      }
    }
    last = { call: claimed.call, result };
    return result;
  };

  return {
    run,
    giveUp: ({ call }, reason, understood) =>
      void (last = { call, result: { reason, understood } }),
  };
};
