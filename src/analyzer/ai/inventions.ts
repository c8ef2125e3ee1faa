import type { JsonReader } from "../../../graph/recordings/transcript-formats/json-reader.js";
import { SECOND } from "../../../graph/recordings/transcript-formats/json-utterances.js";

// The limits by which Whisper itself recognises silence and repetitions.
const MIN_SILENCE_PROBABILITY = 0.6;
const MAX_SILENCE_LOG_PROBABILITY = -1;
const MAX_COMPRESSION_RATIO = 2.4;
/** Silence is so sure that only a sure text counts as speech. */
const SURE_SILENCE_PROBABILITY = 0.9;
const MIN_SURE_LOG_PROBABILITY = -0.5;
/** People repeat a word; the same sentence so often in a row is a model's. */
const MIN_REPEATED_SENTENCES = 3;
const MIN_REPEATED_WORDS = 5;

const numberOf = (field: JsonReader): number | undefined =>
  typeof field.value === "number" && Number.isFinite(field.value) ? field.value : undefined;

const isSilence = (segment: JsonReader): boolean => {
  const silence = numberOf(segment.field("no_speech_prob")) ?? 0;
  const confidence = numberOf(segment.field("avg_logprob")) ?? Number.NEGATIVE_INFINITY;
  return (
    (silence > MIN_SILENCE_PROBABILITY && confidence < MAX_SILENCE_LOG_PROBABILITY) ||
    (silence > SURE_SILENCE_PROBABILITY && confidence < MIN_SURE_LOG_PROBABILITY)
  );
};

const isRepetitive = (segment: JsonReader): boolean =>
  (numberOf(segment.field("compression_ratio")) ?? 0) > MAX_COMPRESSION_RATIO;

/** Returns the indexes of segments that repeat the text before them too often to be a person's. */
const findRepeats = (segments: readonly JsonReader[]): Set<number> => {
  const repeats = new Set<number>();
  const textOf = (index: number): string =>
    segments[index]?.field("text").text()?.toLowerCase() ?? "";
  for (let first = 0; first < segments.length;) {
    const text = textOf(first);
    let next = first + 1;
    if (text !== "") while (next < segments.length && textOf(next) === text) next += 1;
    const minRepeated = /\s/.test(text) ? MIN_REPEATED_SENTENCES : MIN_REPEATED_WORDS;
    if (next - first >= minRepeated)
      for (let index = first + 1; index < next; index += 1) repeats.add(index);
    first = next;
  }
  return repeats;
};

/**
 * Returns which segments of a transcription server were not said: silence or repetition by the server's own figures, after
 * the end of the audio, or the same sentence again and again. `lastStart`: the latest time at which speech can begin, in milliseconds.
 */
export const createInventionFinder = (
  segments: readonly JsonReader[],
  lastStart: number,
): ((index: number) => boolean) => {
  const repeats = findRepeats(segments);
  return (index) => {
    const segment = segments[index]!;
    const start = segment.field("start").time(SECOND) ?? 0;
    return start > lastStart || repeats.has(index) || isSilence(segment) || isRepetitive(segment);
  };
};
