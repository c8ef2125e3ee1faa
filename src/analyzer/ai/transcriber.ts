import type { ModelSettings } from "../../base/config/config.js";
import type { JsonReader } from "../../../graph/recordings/transcript-formats/json-reader.js";
import { type HeardCall, UnanalyzableError } from "../analyzer.js";
import type { RetryOptions } from "../../base/model-server/retry.js";
import { retryOrGiveUp } from "./retry.js";
import {
  type RequestLimits,
  requestFromModel,
} from "../../base/model-server/request-from-model.js";
import { buildMultipartForm } from "../../base/model-server/multipart-form.js";
import { ModelError } from "../../base/model-server/model-error.js";
import { createRequestForms } from "./request-forms.js";
import { parseTranscription, toHeardCall } from "./transcription-response.js";

// Without a graphics card, a server needs about an hour for an hour of talk.
const DEFAULT_LIMITS: RequestLimits = {
  totalMs: 3 * 60 * 60_000,
  idleMs: 3 * 60 * 60_000,
  maxBytes: 64 * 1024 * 1024,
};
const MAX_UTTERANCES = 50_000;

/** A local audio file. */
export interface AudioFile {
  path: string;
  /** With the extension of its actual type. */
  name: string;
  contentType: string;
  /** Milliseconds; 0 if unknown. */
  duration: number;
}

/** Lists the response formats of a model, the most detailed first. */
const listFormats = (model: string): [string, ...string[]] => {
  if (/diariz/i.test(model)) return ["diarized_json", "verbose_json", "json"];
  // These models refuse other formats, and only after the whole upload.
  return /^gpt-4o(-mini)?-transcribe/.test(model) ? ["json"] : ["verbose_json", "json"];
};

/** The server refused the request, as it does for an unknown format. */
const REFUSED = new Set([400, 422]);
/** The server is down. A simpler format wouldn't help, and its result, without times, would be permanent. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** Creates a function that transcribes audio. It throws an UnanalyzableError. */
export const createTranscriber = (
  settings: ModelSettings & { limits?: RequestLimits | undefined },
  parts: RetryOptions,
): ((audio: AudioFile, signal: AbortSignal) => Promise<HeardCall>) => {
  const { model, key, limits = DEFAULT_LIMITS } = settings;
  const url = `${settings.url}/audio/transcriptions`;
  const server = { what: "The transcription server", key, limits };
  const beginFormats = createRequestForms(listFormats(model), parts.now);

  const send = async (
    audio: AudioFile,
    format: string,
    signal: AbortSignal,
  ): Promise<JsonReader> => {
    const fields = {
      model,
      response_format: format,
      // Without it, these models accept at most 30 seconds.
      ...(format === "diarized_json" && { chunking_strategy: "auto" }),
    };
    const payload = { form: await buildMultipartForm(fields, audio) };
    return parseTranscription((await requestFromModel(server, { url, payload }, signal)).text);
  };

  return async (audio, signal) => {
    const formats = beginFormats("transcription");
    const response = await retryOrGiveUp(parts, signal, async () => {
      for (;;)
        try {
          const answer = await send(audio, formats.form, signal);
          formats.onAccepted();
          return answer;
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          const { status = 0 } = error.details;
          if (status >= 500 && !UNAVAILABLE.has(status)) formats.onFailed();
          if (!(REFUSED.has(status) && formats.onRefused())) throw error;
        }
    });
    const heard = toHeardCall(response, audio.duration);
    const { utterances } = heard;
    if (utterances.length === 0)
      throw new UnanalyzableError("The recording has no speech", { understood: heard });
    if (utterances.length > MAX_UTTERANCES)
      throw new UnanalyzableError(`The recording has more than ${MAX_UTTERANCES} utterances`, {
        understood: { utterances: [], notices: heard.notices },
      });
    return heard;
  };
};
