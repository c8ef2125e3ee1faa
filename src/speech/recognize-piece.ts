import { meanOf } from "./english.js";
import type { RecognizedText, Recognizer } from "./recognizer.js";
import { MODEL_RATE } from "./resampler.js";
import type { SpeechPiece } from "./speech-cutter.js";
import { stretch } from "./stretch.js";

/** A part of a piece, with what the model heard in it. */
export interface HeardPart extends RecognizedText {
  /** Where it begins and ends, in samples from the start of the recording. */
  start: number;
  end: number;
}

/**
 * Faster speech is recognized a second time, slowed down. Measured per second of speech: most pieces of English at a
 * natural speed have less than 5 tokens, those at 5 words a second have 6 to 10.
 */
const MIN_FAST_TOKENS_PER_SECOND = 6;
/** A text that the model is so sure of, as mean log probability per token, hardly improves. */
const SURE_LOG_PROBABILITY = -0.1;
/** Makes 5 words a second about 3. */
const STRETCH_FACTOR = 1.6;
/** The longest piece: the model needs more memory for longer ones, and is less accurate beyond 30 s. */
const MAX_STRETCHED_SAMPLES = 25 * MODEL_RATE;
/** A piece is cut in two at most so often. */
const MAX_CUTS = 2;
/** Words don't fit into less. */
const MIN_PART_SAMPLES = 0.8 * MODEL_RATE;
/** The quietest window of this length, in the middle half of the piece, is where it is cut. */
const WINDOW_SAMPLES = 0.03 * MODEL_RATE;

const measureEnergy = (samples: Float32Array, from: number): number => {
  let sum = 0;
  for (let at = from; at < from + WINDOW_SAMPLES; at += 1) sum += samples[at]! ** 2;
  return sum;
};

/** Returns the middle of the quietest window in the middle half. */
const findCut = (samples: Float32Array): number => {
  const last = samples.length * 0.75 - WINDOW_SAMPLES;
  let best = Math.floor(samples.length / 4);
  let least = Number.POSITIVE_INFINITY;
  for (let from = best; from < last; from += WINDOW_SAMPLES / 2) {
    const energy = measureEnergy(samples, from);
    if (energy < least) [best, least] = [from, energy];
  }
  return best + WINDOW_SAMPLES / 2;
};

/** Cuts a piece in two. The first part begins, and the second one ends, where speech does. */
const cutPiece = ({
  start,
  end,
  samples,
  speechLength,
}: SpeechPiece): [SpeechPiece, SpeechPiece] => {
  const cut = findCut(samples);
  // The samples include a little audio around the speech.
  const at = Math.min(end, start + cut);
  return [
    { start, end: at, samples: samples.slice(0, cut), speechLength: speechLength / 2 },
    { start: at, end, samples: samples.slice(cut), speechLength: speechLength / 2 },
  ];
};

/** Returns whether speech is so fast that the model, which learned from slower speech, is likely to be wrong. */
const isFast = ({ tokenCount }: RecognizedText, { speechLength }: SpeechPiece): boolean =>
  tokenCount * MODEL_RATE > MIN_FAST_TOKENS_PER_SECOND * speechLength;

/** Recognizes a piece, and if it is fast, also slowed down. Returns the text that the model is more sure of. */
const recognizeAtBestSpeed = async (
  recognizer: Pick<Recognizer, "recognize">,
  piece: SpeechPiece,
): Promise<RecognizedText> => {
  const found = await recognizer.recognize(piece.samples);
  const isSure = found.isComplete && meanOf(found) > SURE_LOG_PROBABILITY;
  const factor = Math.min(STRETCH_FACTOR, MAX_STRETCHED_SAMPLES / piece.samples.length);
  if (isSure || factor <= 1 || !isFast(found, piece)) return found;
  const slow = await recognizer.recognize(stretch(piece.samples, factor));
  if (slow.isComplete !== found.isComplete) return slow.isComplete ? slow : found;
  return meanOf(slow) > meanOf(found) ? slow : found;
};

/** Returns whether the model ended a text. It may have none for speech that begins within a word. */
const hasText = ({ isComplete, text }: RecognizedText): boolean => isComplete && text !== "";

/**
 * Recognizes a piece of speech. If the model doesn't end its text, or hears nothing, which happens with speech that is cut
 * or very fast, cuts the piece in two and tries again.
 */
export const recognizePiece = async (
  recognizer: Pick<Recognizer, "recognize">,
  piece: SpeechPiece,
  cutsLeft = MAX_CUTS,
): Promise<HeardPart[]> => {
  const found = await recognizeAtBestSpeed(recognizer, piece);
  const whole = [{ ...found, start: piece.start, end: piece.end }];
  if (hasText(found) || cutsLeft === 0 || piece.samples.length < 2 * MIN_PART_SAMPLES) return whole;
  const parts: HeardPart[] = [];
  for (const half of cutPiece(piece))
    parts.push(...(await recognizePiece(recognizer, half, cutsLeft - 1)));
  // Noise stays one piece that was not understood.
  return found.isComplete && parts.every(({ text }) => text === "") ? whole : parts;
};
