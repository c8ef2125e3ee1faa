import type { RecognizedText } from "./recognizer.js";
import { SpeechError } from "./speech-error.js";

// Measured on Asterisk's prompts at 8 kHz, as mean log probability per token: -0.11 for 204 English prompts, at worst
// -0.54; -0.75 for 110 Spanish ones and -1.17 for 110 French ones.
/** A piece below this sounds like another language. */
const MIN_ENGLISH_LOG_PROBABILITY = -0.5;
/** A recording in English has a piece above this. */
const SURE_ENGLISH_LOG_PROBABILITY = -0.3;
/** In an English recording, a piece below this is noise or another language. */
const MIN_PIECE_LOG_PROBABILITY = -1.2;
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

/** Returns how sure the model is of a token on average; 0 is certain. */
export const meanOf = ({ logProbability, tokenCount }: RecognizedText): number =>
  logProbability / tokenCount;

/** Returns whether the text of a piece is worth keeping in an English recording. */
export const isPlausible = (piece: RecognizedText): boolean =>
  isUsable(piece) && /[\p{L}\p{N}]/u.test(piece.text) && meanOf(piece) >= MIN_PIECE_LOG_PROBABILITY;

/** Returns whether a piece alone sounds like English. */
export const isEnglish = (piece: RecognizedText): boolean =>
  isPlausible(piece) && meanOf(piece) >= MIN_ENGLISH_LOG_PROBABILITY;

/** A recognized piece. start and end: samples from the start of the recording. */
type TimedText = RecognizedText & { start: number; end: number };

const sumLengths = (pieces: readonly TimedText[]): number =>
  pieces.reduce((sum, { start, end }) => sum + end - start, 0);

/** Returns whether the mean of all tokens, and each single piece, is below what English has. */
const isUnlikely = (pieces: readonly TimedText[]): boolean => {
  const tokens = pieces.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const sum = pieces.reduce((total, { logProbability }) => total + logProbability, 0);
  return (
    sum / tokens < MIN_ENGLISH_LOG_PROBABILITY &&
    pieces.every((piece) => meanOf(piece) < SURE_ENGLISH_LOG_PROBABILITY)
  );
};

/**
 * Returns whether the pieces together are English speech: most of the speech with a text sounds like it.
 * @throws SpeechError if there is no speech
 */
export const isMostlyEnglish = (pieces: readonly TimedText[]): boolean => {
  if (pieces.length === 0) throw new SpeechError("The recording has no speech");
  // A text that the model didn't end says nothing about its language.
  const ended = pieces.filter(({ isComplete }) => isComplete);
  const english = ended.filter(
    (piece) => isUsable(piece) && meanOf(piece) >= MIN_ENGLISH_LOG_PROBABILITY,
  );
  const isMajority = english.length > 0 && sumLengths(english) * 2 >= sumLengths(ended);
  if (!isMajority || isUnlikely(ended)) return false;
  if (!pieces.some(isPlausible)) throw new SpeechError("The recording has no speech");
  return true;
};
