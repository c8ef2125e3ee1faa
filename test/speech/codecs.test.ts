import { readFileSync } from "node:fs";
import test from "ava";
import { G722Decoder } from "../../src/speech/codecs/g722.js";
import { GsmDecoder } from "../../src/speech/codecs/gsm.js";
import { ASTERISK_PROMPTS, hasPrompts } from "../helpers/speech/asterisk-prompts.js";

const NAMES = ["activated", "agent-loginok", "added"];

const find = (name: string, format: string): string => `${ASTERISK_PROMPTS}/${name}.${format}`;

/** Reads 16-bit samples at 8,000 Hz. */
const readWav = (name: string): Int16Array => {
  const bytes = readFileSync(find(name, "wav"));
  const start = bytes.indexOf("data") + 8;
  return new Int16Array(
    Uint8Array.from(bytes.subarray(start, start + ((bytes.length - start) & ~1))).buffer,
  );
};

/** Returns the signal-to-noise ratio in decibels at the best delay and gain. */
const measureSnr = (reference: ArrayLike<number>, decoded: ArrayLike<number>): number => {
  let best = -Infinity;
  for (let delay = -40; delay <= 40; delay += 1) {
    let both = 0;
    let own = 0;
    let signal = 0;
    for (let index = 0; index < reference.length; index += 1) {
      const sample = decoded[index + delay] ?? 0;
      both += sample * reference[index]!;
      own += sample * sample;
      signal += reference[index]! ** 2;
    }
    const noise = signal - (both * both) / Math.max(own, 1);
    best = Math.max(best, 10 * Math.log10(signal / Math.max(noise, 1)));
  }
  return best;
};

/** Solves symmetric linear equations by elimination. */
const solve = (matrix: Float64Array[], right: Float64Array): Float64Array => {
  const size = right.length;
  const result = Float64Array.from(right);
  for (let row = 0; row < size; row += 1)
    for (let below = row + 1; below < size; below += 1) {
      const factor = matrix[below]![row]! / matrix[row]![row]!;
      for (let at = row; at < size; at += 1) matrix[below]![at]! -= factor * matrix[row]![at]!;
      result[below]! -= factor * result[row]!;
    }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < size; at += 1) result[row]! -= matrix[row]![at]! * result[at]!;
    result[row]! /= matrix[row]![row]!;
  }
  return result;
};

const TAPS = 96;

/**
 * Returns the signal-to-noise ratio after the filter that fits best: the prompts at 8,000 Hz were made from those at
 * 16,000 Hz by a filter that shifts phases, so samples can't be compared directly.
 */
const measureFilteredSnr = (reference: Int16Array, decoded: Int16Array): number => {
  const sampleAt = (index: number, tap: number): number => decoded[2 * index + tap - TAPS / 2] ?? 0;
  const matrix = Array.from({ length: TAPS }, () => new Float64Array(TAPS));
  const right = new Float64Array(TAPS);
  for (const [index, sample] of reference.entries())
    for (let tap = 0; tap < TAPS; tap += 1) {
      const own = sampleAt(index, tap);
      right[tap]! += own * sample;
      for (let other = 0; other < TAPS; other += 1)
        matrix[tap]![other]! += own * sampleAt(index, other);
    }
  // Prompts lack the highest frequencies, so the equations are close to singular.
  for (const [tap, row] of matrix.entries()) row[tap]! *= 1.000_001;
  const filter = solve(matrix, right);
  let signal = 0;
  let noise = 0;
  for (const [index, sample] of reference.entries()) {
    const filtered = filter.reduce((sum, weight, tap) => sum + weight * sampleAt(index, tap), 0);
    signal += sample ** 2;
    noise += (sample - filtered) ** 2;
  }
  return 10 * Math.log10(signal / noise);
};

const testPrompts = hasPrompts ? test : test.skip;
if (!hasPrompts)
  console.error(
    "skipped: install asterisk-core-sounds-en-gsm, -g722 and -wav to test the decoders",
  );

for (const name of NAMES) {
  testPrompts(`GSM 06.10 decodes the prompt ${name}`, (t) => {
    const decoded = new GsmDecoder("raw").decode(readFileSync(find(name, "gsm")));
    const snr = measureSnr(readWav(name), decoded);
    t.log(`${snr.toFixed(1)} dB`);
    t.true(snr > 12);
  });

  testPrompts(`G.722 decodes the prompt ${name}`, (t) => {
    const decoded = new G722Decoder().decode(readFileSync(find(name, "g722")));
    const snr = measureFilteredSnr(readWav(name), decoded);
    t.log(`${snr.toFixed(1)} dB`);
    t.true(snr > 25);
  });
}

/** Packs the fields of two raw frames as WAV files do: lowest bits first, without the magic. */
const repack = (raw: Uint8Array): Uint8Array => {
  const bitsOf = [6, 6, 5, 5, 4, 4, 3, 3];
  for (let subframe = 0; subframe < 4; subframe += 1)
    bitsOf.push(7, 2, 2, 6, ...Array.from({ length: 13 }, () => 3));
  const packed = new Uint8Array(65);
  let to = 0;
  for (const frame of [0, 33]) {
    let from = frame * 8 + 4;
    for (const count of bitsOf) {
      for (let bit = 0; bit < count; bit += 1) {
        const at = from + count - 1 - bit;
        const value = (raw[at >> 3]! >> (7 - (at & 7))) & 1;
        packed[to >> 3]! |= value << (to & 7);
        to += 1;
      }
      from += count;
    }
  }
  return packed;
};

testPrompts("GSM of WAV files decodes to the same samples as raw frames", (t) => {
  const raw = readFileSync(find("activated", "gsm")).subarray(0, 660);
  const wav = Buffer.concat(
    Array.from({ length: 10 }, (_, index) => repack(raw.subarray(index * 66, index * 66 + 66))),
  );
  t.deepEqual(new GsmDecoder("wav").decode(wav), new GsmDecoder("raw").decode(raw));
});

test("a stream decodes to the same samples in parts and as a whole", (t) => {
  const bytes = Uint8Array.from({ length: 33 * 40 }, (_, index) =>
    index % 33 === 0 ? 0xd0 | (index & 15) : (index * 7919) & 255,
  );
  for (const create of [() => new GsmDecoder("raw"), () => new G722Decoder()]) {
    const whole = create().decode(bytes);
    const decoder = create();
    const parts = [0, 33 * 7, 33 * 30].map((start, index, starts) =>
      decoder.decode(bytes.subarray(start, starts[index + 1])),
    );
    t.deepEqual(
      parts.flatMap((part) => [...part]),
      [...whole],
    );
  }
});
