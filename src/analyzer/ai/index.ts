import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { AiSettings } from "../../config/config.js";
import type { Analyze, Transcribe } from "../analyzer.js";
import { type RetryOptions, DEFAULT_RETRY_DELAYS_MS } from "./retry.js";
import { createChat } from "./chat.js";
import type { RequestLimits } from "./post-to-model.js";
import { type AudioOptions, sweepStaleFiles, withAudio } from "../audio.js";
import { analyzeByModel } from "./analyze-by-model.js";
import { assignRoles } from "./assign-roles.js";
import { chooseTemplate } from "./choose-template.js";
import { createTranscriber } from "./transcriber.js";

export interface AiOptions extends Omit<AudioOptions, "downloads">, Pick<RetryOptions, "log"> {
  settings: AiSettings;
  retryDelaysMs?: readonly number[];
  /** Overrides the limits of requests to both servers. */
  requestLimits?: RequestLimits;
}

/** Analysis and transcription by models, as the settings choose them. */
export interface Ai {
  analyze: Analyze;
  /** Undefined without a transcription model. */
  transcribe: Transcribe | undefined;
}

export const createAi = (parts: AiOptions): Ai => {
  sweepStaleFiles(parts.directory);
  const { settings, requestLimits, log, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS } = parts;
  const retryOptions: RetryOptions = { log, delaysMs: retryDelaysMs, random: Math.random };
  const { contextTokens } = settings;
  const ask = createChat({ ...settings, limits: requestLimits }, retryOptions);
  const analyze: Analyze = async (call, signal) => {
    const model = { ask, contextTokens };
    const utterances = await assignRoles(model, call, signal);
    const callWithRoles = { ...call, utterances };
    const template = await chooseTemplate(model, callWithRoles, signal);
    const input = await analyzeByModel(model, callWithRoles, template, signal);
    return utterances === call.utterances ? input : { ...input, transcript: [...utterances] };
  };
  if (settings.transcriptionModel === undefined) return { analyze, transcribe: undefined };
  const transcription = createTranscriber({ ...settings, limits: requestLimits }, retryOptions);
  const downloads = new FairShares(SHARE_LIMITS.audioDownloads);
  return {
    analyze,
    transcribe: async (audio, signal, inPlace) =>
      withAudio({ ...parts, ...retryOptions, downloads }, audio, signal, async (file) =>
        inPlace(() => transcription(file, signal)),
      ),
  };
};
