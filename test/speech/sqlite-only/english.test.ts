import test from "ava";
import { isEnglish, isMostlyEnglish, isPlausible } from "../../../src/speech/english.js";
import { type HeardPart, recognizePiece } from "../../../src/speech/recognize-piece.js";
import type { RecognizedText } from "../../../src/speech/recognizer.js";
import { SpeechCutter, type SpeechPiece } from "../../../src/speech/speech-cutter.js";
import { stretch } from "../../../src/speech/stretch.js";
import { FRAME_SAMPLES } from "../../../src/speech/voice-detector.js";

/** Builds a part with a second for each word. */
const buildPiece = (text: string, meanLogProbability: number): HeardPart => {
  const tokenCount = text.split(" ").length;
  const logProbability = meanLogProbability * tokenCount;
  return { text, tokenCount, logProbability, isComplete: true, start: 0, end: tokenCount * 16_000 };
};

const SURE = buildPiece("Please enter your password followed by the pound key.", -0.1);
const UNSURE = buildPiece("Ellie Dare at the handle of a conference here.", -0.9);
const REPEATED = buildPiece("I am the one who is the one ".repeat(6).trim(), -0.1);

test("a recording whose words are improbable, or repeated, isn't in English", (t) => {
  for (const pieces of [[UNSURE], [REPEATED], [UNSURE, REPEATED, SURE]])
    t.false(isMostlyEnglish(pieces));
  t.true(isMostlyEnglish([SURE, SURE, SURE, UNSURE]));
});

test("a recording is in English if most of its speech is, whatever the rest is", (t) => {
  const foreign = buildPiece("Por favor presione uno para activar la conferencia.", -3);
  const unended = { ...REPEATED, isComplete: false };
  t.true(isMostlyEnglish([SURE, foreign]));
  t.false(isMostlyEnglish([SURE, foreign, foreign]));
  t.true(isMostlyEnglish([SURE, unended, unended]));
  t.false(isMostlyEnglish([unended]));
});

const never = async () => ({ text: "a", tokenCount: 1, logProbability: 0, isComplete: false });

test("a piece whose text doesn't end is cut in two, at most twice", async (t) => {
  const lengths: number[] = [];
  const samples = new Float32Array(16_000 * 4).fill(0.5);
  samples.fill(0, 30_000, 31_000);
  const piece = { start: 1_000, end: 63_000, samples, speechLength: 60_000 };
  const recognize = async ({ length }: Float32Array) => {
    lengths.push(length);
    return { text: "a", tokenCount: 1, logProbability: 0, isComplete: length < 32_000 };
  };
  const parts = await recognizePiece({ recognize }, piece);
  t.true(Math.abs(lengths[1]! - 30_500) < 500);
  t.deepEqual(
    parts.map(({ start, end, isComplete }) => [start, end, isComplete]),
    [
      [1_000, parts[0]!.end, true],
      [parts[0]!.end, parts[1]!.end, true],
      [parts[1]!.end, 63_000, true],
    ],
  );
  t.is((await recognizePiece({ recognize: never }, piece)).length, 4);
});

const hearNothing = async () => ({ text: "", tokenCount: 1, logProbability: -1, isComplete: true });
const hearShortOnes = async (samples: Float32Array) =>
  samples.length < 64_000 ? { ...(await hearNothing()), text: "Yes, Tuesday." } : hearNothing();

test("a piece without a text is cut in two, because the model overhears speech that begins within a word", async (t) => {
  const samples = new Float32Array(16_000 * 4).fill(0.5);
  const piece = { start: 0, end: 64_000, samples, speechLength: 64_000 };
  t.deepEqual(
    (await recognizePiece({ recognize: hearShortOnes }, piece)).map(({ text }) => text),
    ["Yes, Tuesday.", "Yes, Tuesday."],
  );
  const noise = await recognizePiece({ recognize: hearNothing }, piece);
  t.deepEqual(
    noise.map(({ text, start, end }) => [text, start, end]),
    [["", 0, 64_000]],
  );
});

/** Recognizes 4 s of speech with so many tokens. `slow`: what the model hears of it slowed down. */
const recognizeTwice = async (tokenCount: number, mean: number, slow: Partial<RecognizedText>) => {
  const samples = new Float32Array(16_000 * 4).fill(0.5);
  const lengths: number[] = [];
  const found = { text: "fast", tokenCount, logProbability: mean * tokenCount, isComplete: true };
  const recognize = async ({ length }: Float32Array): Promise<RecognizedText> => {
    lengths.push(length);
    return length > samples.length ? { ...found, text: "slow", ...slow } : found;
  };
  const piece = { start: 1_000, end: 63_000, samples, speechLength: 62_000 };
  const parts = await recognizePiece({ recognize }, piece);
  return { lengths, parts: parts.map(({ text, start, end }) => ({ text, start, end })) };
};

test("fast speech has the text that is more probable, as it was said or slowed down", async (t) => {
  const times = { start: 1_000, end: 63_000 };
  const better = await recognizeTwice(30, -0.4, { logProbability: -0.3 * 30 });
  t.deepEqual(better.parts, [{ text: "slow", ...times }]);
  t.deepEqual(better.lengths, [64_000, 102_400]);
  const worse = await recognizeTwice(30, -0.4, { logProbability: -0.5 * 30 });
  t.deepEqual(worse.parts, [{ text: "fast", ...times }]);
  const unended = await recognizeTwice(30, -0.4, { logProbability: 0, isComplete: false });
  t.deepEqual(unended.parts, [{ text: "fast", ...times }]);
});

test("speech at a natural speed, or whose text is sure, is recognized once", async (t) => {
  for (const [tokenCount, mean] of [
    [20, -0.4],
    [30, -0.05],
  ] as const)
    t.is((await recognizeTwice(tokenCount, mean, {})).lengths.length, 1);
});

/** Counts how often a wave crosses zero upwards, which it does once per period. */
const countPeriods = (samples: Float32Array): number =>
  samples.filter((sample, at) => sample >= 0 && at > 0 && samples[at - 1]! < 0).length;

test("slowed speech is longer, as high and as loud", (t) => {
  const wave = Float32Array.from(
    { length: 16_000 },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * 150 * at) / 16_000),
  );
  const slow = stretch(wave, 1.6);
  t.is(slow.length, 25_600);
  t.true(Math.abs(countPeriods(slow) - 240) <= 4, `${countPeriods(slow)}`);
  const middle = slow.subarray(2_000, 23_000);
  const loudness = Math.sqrt(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length);
  t.true(Math.abs(loudness - 0.5 / Math.SQRT2) < 0.02, `${loudness}`);
  t.is(stretch(wave.subarray(0, 100), 1.6).length, 100);
});

test("a recording without pieces has no speech", (t) => {
  t.throws(() => isMostlyEnglish([]), { message: "The recording has no speech" });
});

test("a piece alone sounds like English or not", (t) => {
  t.true(isEnglish(SURE));
  for (const piece of [UNSURE, REPEATED, { ...SURE, isComplete: false }]) t.false(isEnglish(piece));
});

test("a piece without words is dropped, and so is one that doesn't end", (t) => {
  t.true(isPlausible(SURE));
  t.false(isPlausible(buildPiece("...", -0.1)));
  t.false(isPlausible(REPEATED));
  t.false(isPlausible({ ...SURE, isComplete: false }));
});

/** Cuts frames of such probabilities. Each sample has the number of its frame. */
const cut = (probabilities: readonly number[]): SpeechPiece[] => {
  const cutter = new SpeechCutter();
  const pieces = probabilities.map((probability, at) =>
    cutter.push(new Float32Array(FRAME_SAMPLES).fill(at), probability),
  );
  return [...pieces, cutter.finish()].filter((piece) => piece !== undefined);
};

const repeat = (count: number, probability: number): number[] =>
  Array.from({ length: count }, () => probability);

test("speech is cut at its pauses, and a piece begins and ends with its speech", (t) => {
  const pieces = cut([
    ...repeat(30, 0),
    ...repeat(40, 0.9),
    ...repeat(40, 0),
    ...repeat(50, 0.8),
    ...repeat(40, 0.1),
  ]);
  t.deepEqual(
    pieces.map(({ start, end }) => [start / FRAME_SAMPLES, end / FRAME_SAMPLES]),
    [
      [30, 70],
      [110, 160],
    ],
  );
  t.true(pieces.every(({ samples, speechLength }) => samples.length > speechLength));
});

test("long speech is cut where it is least probable, and no frame is lost or heard twice", (t) => {
  const probabilities = Array.from({ length: 3_000 }, (_, at) => (at % 500 === 499 ? 0.4 : 0.9));
  const pieces = cut([...probabilities, ...repeat(40, 0)]);
  const frames = pieces.flatMap(({ samples }) =>
    Array.from({ length: samples.length / FRAME_SAMPLES }, (_, at) => samples[at * FRAME_SAMPLES]!),
  );
  t.deepEqual(
    frames.slice(0, 3_000),
    probabilities.map((_, at) => at),
  );
  t.true(pieces.every(({ samples }) => samples.length <= 25.1 * 16_000));
});

test("a click is no speech", (t) => {
  t.deepEqual(cut([...repeat(30, 0), ...repeat(3, 0.9), ...repeat(60, 0)]), []);
});
