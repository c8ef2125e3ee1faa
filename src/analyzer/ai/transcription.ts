import * as z from "zod";
import type { AiSettings } from "../../ai-settings.js";
import type { UtteranceInput } from "../../../graph/transcripts.js";
import { Hopeless } from "../analyzer.js";
import { again, type AgainParts } from "./again.js";
import { type Limits, post } from "./exchange.js";
import { formOf } from "./form.js";
import { Trouble } from "./trouble.js";

// On a machine without a graphics card an hour of talk takes about as long.
const LIMITS: Limits = {
  totalMs: 3 * 60 * 60_000,
  idleMs: 3 * 60 * 60_000,
  bytes: 64 * 1024 * 1024,
};
const MOST_UTTERANCES = 50_000;
const MOST_SPEAKER = 200;
const MOST_TEXT = 30_000;
const UNNAMED = "Speaker";

/** A file of audio on this machine. */
export interface AudioFile {
  path: string;
  /** With the ending that its content has. */
  name: string;
  type: string;
  /** In milliseconds; 0 where it is not known. */
  duration: number;
}

const heard = z.object({
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

type Heard = z.infer<typeof heard>;

const clean = (text: string): string =>
  text.replaceAll("\0", "").toWellFormed().trim().slice(0, MOST_TEXT).toWellFormed();

const ms = (seconds: number): number =>
  Number.isFinite(seconds) ? Math.min(Math.max(0, Math.round(seconds * 1000)), 2 ** 31 - 1) : 0;

/** Sentences of a text without times, as long as their part of it. */
const spread = (text: string, duration: number): UtteranceInput[] => {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)];
  const at = (index: number): number => Math.round((duration * index) / Math.max(1, text.length));
  return sentences.map(({ segment, index }) => ({
    speaker: UNNAMED,
    role: "other",
    text: clean(segment),
    start: at(index),
    end: at(index + segment.length),
  }));
};

/** What was heard as utterances. */
const utterancesOf = ({ segments, text, duration }: Heard, known: number): UtteranceInput[] => {
  const utterances =
    segments && segments.length > 0
      ? segments.map(({ start, end, text: words, speaker }): UtteranceInput => ({
          speaker: clean(String(speaker ?? "")).slice(0, MOST_SPEAKER) || UNNAMED,
          role: "other",
          text: clean(words),
          start: ms(start),
          end: Math.max(ms(start), ms(end)),
        }))
      : spread(text ?? "", ms(duration) || known);
  return utterances.filter((utterance) => utterance.text !== "");
};

const odd = (message: string): Trouble =>
  new Trouble("The transcription server's answer is not of the kind that was asked for", message, {
    most: 2,
  });

const read = (answer: string): Heard => {
  let json: unknown;
  try {
    json = JSON.parse(answer);
  } catch {
    throw odd(`no JSON: ${answer.slice(0, 200)}`);
  }
  const { success, data, error } = heard.safeParse(json);
  if (!success) throw odd(z.prettifyError(error));
  if (typeof data.text !== "string" && !data.segments) throw odd("neither text nor segments");
  return data;
};

/** What a model of this name can be asked for, the most telling first. */
const formatsOf = (model: string): string[] => {
  if (/diariz/i.test(model)) return ["diarized_json", "verbose_json", "json"];
  // These refuse all else, after the whole upload.
  return /^gpt-4o(-mini)?-transcribe/.test(model) ? ["json"] : ["verbose_json", "json"];
};

/** Sends audio to the transcription model. @throws Hopeless */
export const createTranscription = (
  settings: AiSettings & { limits?: Limits | undefined },
  parts: AgainParts,
): ((audio: AudioFile, signal: AbortSignal) => Promise<UtteranceInput[]>) => {
  const { transcriptionUrl, key, limits = LIMITS } = settings;
  const model = settings.transcriptionModel!;
  const url = `${transcriptionUrl}/audio/transcriptions`;
  const to = { what: "The transcription server", url, key, limits };
  let formats = formatsOf(model);

  const send = async (audio: AudioFile, format: string, signal: AbortSignal): Promise<Heard> => {
    const fields = {
      model,
      response_format: format,
      // Without it, these take no more than half a minute.
      ...(format === "diarized_json" && { chunking_strategy: "auto" }),
    };
    const form = await formOf(fields, audio);
    return read((await post(to, { form }, signal)).text);
  };

  return async (audio, signal) => {
    for (;;) {
      const [format, ...others] = formats;
      const found = await again(parts, signal, async () => {
        try {
          return await send(audio, format!, signal);
        } catch (error) {
          const status = error instanceof Trouble ? error.more.status : undefined;
          if ((status === 400 || status === 422) && others.length > 0) return undefined;
          throw error;
        }
      });
      if (found === undefined) {
        formats = others;
        continue;
      }
      const utterances = utterancesOf(found, audio.duration);
      if (utterances.length === 0) throw new Hopeless("Nothing is said in the recording");
      if (utterances.length > MOST_UTTERANCES)
        throw new Hopeless(`The recording has more than ${MOST_UTTERANCES} utterances`);
      return utterances;
    }
  };
};
