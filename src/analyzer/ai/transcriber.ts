import * as z from "zod";
import type { ModelSettings } from "../../base/config/config.js";
import type { UtteranceInput } from "../../../graph/recordings/transcript.js";
import { type HeardCall, UnanalyzableError } from "../analyzer.js";
import { retry, type RetryOptions } from "./retry.js";
import { type RequestLimits, requestFromModel } from "./request-from-model.js";
import { cleanText } from "./json-schema.js";
import { buildMultipartForm } from "./multipart-form.js";
import { ModelError } from "./model-errors.js";
import { createRequestForms } from "./request-forms.js";

// Without a graphics card, a server needs about an hour for an hour of talk.
const DEFAULT_LIMITS: RequestLimits = {
  totalMs: 3 * 60 * 60_000,
  idleMs: 3 * 60 * 60_000,
  maxBytes: 64 * 1024 * 1024,
};
const MAX_UTTERANCES = 50_000;
const MAX_SPEAKER_CHARACTERS = 200;
const MAX_TEXT_CHARACTERS = 30_000;
const UNNAMED_SPEAKER = "Speaker";

/** A local audio file. */
export interface AudioFile {
  path: string;
  /** With the extension of its actual type. */
  name: string;
  contentType: string;
  /** Milliseconds; 0 if unknown. */
  duration: number;
}

const responseSchema = z.object({
  text: z.string().nullish(),
  duration: z.coerce.number().nonnegative().catch(0),
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        speaker: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .nullish(),
});

type TranscriptionResponse = z.infer<typeof responseSchema>;

const cleanUtterance = (text: string): string =>
  cleanText(text).slice(0, MAX_TEXT_CHARACTERS).toWellFormed();

const toMilliseconds = (seconds: number): number =>
  Number.isFinite(seconds) ? Math.min(Math.max(0, Math.round(seconds * 1000)), 2 ** 31 - 1) : 0;

/** Splits a text without times into sentences, and spreads them over the duration by length. */
const spreadSentences = (text: string, duration: number): UtteranceInput[] => {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)];
  const timeAt = (index: number): number =>
    Math.round((duration * index) / Math.max(1, text.length));
  return sentences.map(({ segment, index }) => ({
    speaker: UNNAMED_SPEAKER,
    role: "other",
    text: cleanUtterance(segment),
    start: timeAt(index),
    end: timeAt(index + segment.length),
  }));
};

/** Converts a response to utterances. `knownDuration`: milliseconds. */
const toUtterances = (
  { segments, text, duration }: TranscriptionResponse,
  knownDuration: number,
): UtteranceInput[] => {
  const utterances =
    segments && segments.length > 0
      ? segments.map(({ start, end, text: words, speaker }): UtteranceInput => ({
          speaker:
            cleanUtterance(String(speaker ?? "")).slice(0, MAX_SPEAKER_CHARACTERS) ||
            UNNAMED_SPEAKER,
          role: "other",
          text: cleanUtterance(words),
          start: toMilliseconds(start),
          end: Math.max(toMilliseconds(start), toMilliseconds(end)),
        }))
      : spreadSentences(text ?? "", toMilliseconds(duration) || knownDuration);
  return utterances.filter((utterance) => utterance.text !== "");
};

const malformedAnswer = (message: string): ModelError =>
  new ModelError("The transcription server returned an invalid response", message, {
    maxRetries: 2,
  });

const parseResponse = (answer: string): TranscriptionResponse => {
  let json: unknown;
  try {
    json = JSON.parse(answer);
  } catch {
    throw malformedAnswer(`invalid JSON: ${answer.slice(0, 200)}`);
  }
  const { success, data, error } = responseSchema.safeParse(json);
  if (!success) throw malformedAnswer(z.prettifyError(error));
  if (typeof data.text !== "string" && !data.segments)
    throw malformedAnswer("neither text nor segments");
  return data;
};

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
  ): Promise<TranscriptionResponse> => {
    const fields = {
      model,
      response_format: format,
      // Without it, these models accept at most 30 seconds.
      ...(format === "diarized_json" && { chunking_strategy: "auto" }),
    };
    const payload = { form: await buildMultipartForm(fields, audio) };
    return parseResponse((await requestFromModel(server, { url, payload }, signal)).text);
  };

  return async (audio, signal) => {
    const formats = beginFormats("transcription");
    const response = await retry(parts, signal, async () => {
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
    const utterances = toUtterances(response, audio.duration);
    if (utterances.length === 0) throw new UnanalyzableError("The recording has no speech");
    if (utterances.length > MAX_UTTERANCES)
      throw new UnanalyzableError(`The recording has more than ${MAX_UTTERANCES} utterances`);
    return { utterances, notices: [] };
  };
};
