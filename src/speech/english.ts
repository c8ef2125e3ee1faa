import type { RecognizedText } from "./recognizer.js";
import { SpeechError } from "./speech-error.js";

// Measured on Asterisk's prompts at 8 kHz, as mean log probability per token: -0.11 for 204 English prompts, at worst
// -0.54; -0.75 for 110 Spanish ones and -1.17 for 110 French ones, with repetitions not counted as sure.
/** A recording below this, on average of all tokens, isn't in English. */
const MIN_RECORDING_LOG_PROBABILITY = -0.5;
/** In an English recording, a piece below this is noise or another language. */
const MIN_PIECE_LOG_PROBABILITY = -1.2;
/** The value for a repetitive text, of which the model is wrongly sure. */
const REPETITION_LOG_PROBABILITY = -2;
/** A person may repeat fewer words than this. */
const MIN_REPETITIVE_WORDS = 12;

/** Returns whether a text keeps repeating the same words, which the model does if it hears no English. */
const isRepetitive = (text: string): boolean => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length < MIN_REPETITIVE_WORDS) return false;
  const pairs = new Set(words.slice(1).map((word, at) => `${words[at]!} ${word}`));
  return pairs.size < words.length / 2;
};

const isUsable = ({ text, isComplete }: RecognizedText): boolean =>
  isComplete && !isRepetitive(text);

const computeLogProbability = (piece: RecognizedText): number =>
  isUsable(piece) ? piece.logProbability : piece.tokenCount * REPETITION_LOG_PROBABILITY;

/** Returns whether the text of a piece is worth keeping in an English recording. */
export const isPlausible = (piece: RecognizedText): boolean =>
  isUsable(piece) &&
  /[\p{L}\p{N}]/u.test(piece.text) &&
  piece.logProbability / piece.tokenCount >= MIN_PIECE_LOG_PROBABILITY;

/** Checks that the pieces together are English speech. @throws SpeechError otherwise */
export const requireEnglish = (pieces: readonly RecognizedText[]): void => {
  if (pieces.length === 0) throw new SpeechError("The recording has no speech");
  const tokens = pieces.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const sum = pieces.reduce((sum, piece) => sum + computeLogProbability(piece), 0);
  if (sum / tokens < MIN_RECORDING_LOG_PROBABILITY)
    throw new SpeechError("The recording isn't in English");
  if (!pieces.some(isPlausible)) throw new SpeechError("The recording has no speech");
};
