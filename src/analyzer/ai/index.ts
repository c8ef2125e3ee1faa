import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { ChatSettings, ModelSettings } from "../../base/config/config.js";
import type { Analyze, FindTrackers, Transcribe } from "../analyzer.js";
import { answerByTrackers } from "../tracked-questions.js";
import { type AudioOptions, sweepStaleFiles, withAudio } from "./audio.js";
import type { RetryOptions } from "../../base/model-server/retry.js";
import { DEFAULT_RETRY_DELAYS_MS } from "./retry.js";
import { createChat } from "./chat.js";
import type { RequestLimits } from "../../base/model-server/request-from-model.js";
import { analyzeByModel } from "./analyze-by-model.js";
import { assignRoles } from "./assign-roles.js";
import { chooseTemplate } from "./choose-template.js";
import { createTranscriber } from "./transcriber.js";

/** How to call a model server. */
interface ModelOptions extends Pick<RetryOptions, "log" | "now"> {
  retryDelaysMs?: readonly number[];
  /** Overrides the limits of requests. */
  requestLimits?: RequestLimits;
}

export interface ModelAnalysisOptions extends ModelOptions {
  settings: ChatSettings;
  findTrackers: FindTrackers;
}

export interface ModelTranscriptionOptions extends ModelOptions, Omit<AudioOptions, "downloads"> {
  settings: ModelSettings;
}

const buildRetryOptions = ({
  log,
  now,
  retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
}: ModelOptions): RetryOptions => ({ log, now, delaysMs: retryDelaysMs, random: Math.random });

/** Creates the analysis of transcripts by a chat model. */
export const createModelAnalysis = (options: ModelAnalysisOptions): Analyze => {
  const { settings, requestLimits, findTrackers } = options;
  const { contextTokens } = settings;
  const ask = createChat({ ...settings, limits: requestLimits }, buildRetryOptions(options));
  return async (call, signal) => {
    const model = { ask, contextTokens };
    const utterances = await assignRoles(model, call, signal);
    const callWithRoles = { ...call, utterances };
    const template = await chooseTemplate(model, callWithRoles, signal);
    const questions = template?.questions ?? [];
    const used = new Set(questions.map(({ trackerId }) => trackerId));
    const trackers = call.trackers.filter(({ id }) => used.has(id));
    const found = await findTrackers({ ...callWithRoles, trackers }, signal);
    const { answers, others } = answerByTrackers(questions, found);
    const asked = template && { ...template, questions: others };
    const input = await analyzeByModel(model, callWithRoles, asked, signal);
    input.process?.answers.push(...answers);
    return utterances === call.utterances ? input : { ...input, transcript: [...utterances] };
  };
};

/** Creates the transcription of audio by a model server. */
export const createModelTranscription = (options: ModelTranscriptionOptions): Transcribe => {
  sweepStaleFiles(options.directory);
  const { settings, requestLimits } = options;
  const retryOptions = buildRetryOptions(options);
  const transcribe = createTranscriber({ ...settings, limits: requestLimits }, retryOptions);
  const downloads = new FairShares(SHARE_LIMITS.audioDownloads);
  return async (audio, signal, inPlace) =>
    withAudio({ ...options, ...retryOptions, downloads }, audio, signal, async (file) =>
      inPlace(() => transcribe(file, signal)),
    );
};
