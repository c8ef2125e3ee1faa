import type { RecognizedText } from "./recognizer.js";
import { SpeechError } from "./speech-error.js";

// Measured on Asterisk's prompts at 8 kHz, as mean log probabilities of a token: 204 English ones have -0.11 together,
// the worst -0.54; 110 Spanish ones -0.75 and 110 French ones -1.17, where repetitions don't count as sure.
/** A recording below this, on average of all tokens, isn't in English. */
const MIN_RECORDING_LOG_PROBABILITY = -0.5;
/** In an English recording, a piece below this is noise or another language. */
const MIN_PIECE_LOG_PROBABILITY = -1.2;
/** How a text counts that repeats itself, of which the model is sure. */
const REPETITION_LOG_PROBABILITY = -2;
/** Fewer words may be repeated by a person. */
const MIN_REPETITIVE_WORDS = 12;

/** Returns whether a text has the same words again and again, as the model writes where it hears no English. */
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

/** Throws unless the pieces together are English speech. @throws SpeechError */
export const requireEnglish = (pieces: readonly RecognizedText[]): void => {
  if (pieces.length === 0) throw new SpeechError("The recording has no speech");
  const tokens = pieces.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const sum = pieces.reduce((sum, piece) => sum + computeLogProbability(piece), 0);
  if (sum / tokens < MIN_RECORDING_LOG_PROBABILITY)
    throw new SpeechError("The recording isn't in English");
  if (!pieces.some(isPlausible)) throw new SpeechError("The recording has no speech");
};
