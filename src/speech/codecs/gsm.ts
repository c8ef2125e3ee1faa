import { type GsmBitReader, createGsmBitReader } from "./gsm-bit-reader.js";
import {
  LAR_BITS,
  LAR_INVERSE,
  LAR_MINIMUM,
  LAR_OFFSET,
  LONG_TERM_GAINS,
  RESIDUAL_FACTORS,
} from "./gsm-tables.js";
import { multiplyRounded, saturate } from "./saturate.js";

/** How frames are stored: raw: 33 bytes per frame; WAV: two frames in 65 bytes. */
export type GsmPacking = "raw" | "wav";

/** The bytes of a block and its samples, at 8,000 Hz. */
const GSM_BLOCKS = {
  raw: { bytes: 33, samples: 160 },
  wav: { bytes: 65, samples: 320 },
} as const;

const ORDER = 8;
const FRAME_SAMPLES = 160;
const SUBFRAME_SAMPLES = 40;
const SUBFRAMES = 4;
const PULSES = 13;
const MIN_LAG = 40;
const MAX_LAG = 120;
const MAGIC_BITS = 4;
const DEEMPHASIS = 28_180;

/** The first samples of a frame interpolate between its log area ratios and those of the frame before. */
const SEGMENTS: [end: number, blend: (before: number, now: number) => number][] = [
  [13, (before, now) => saturate(saturate((before >> 2) + (now >> 2)) + (before >> 1))],
  [27, (before, now) => saturate((before >> 1) + (now >> 1))],
  [40, (before, now) => saturate(saturate((before >> 2) + (now >> 2)) + (now >> 1))],
  [FRAME_SAMPLES, (_before, now) => now],
];

const readRatios = (bits: GsmBitReader): number[] =>
  LAR_BITS.map((count, index) => {
    const coded = (bits.read(count) + LAR_MINIMUM[index]!) << 10;
    const scaled = saturate(coded - (LAR_OFFSET[index]! << 1));
    return saturate(2 * multiplyRounded(LAR_INVERSE[index]!, scaled));
  });

/** Converts a log area ratio to a reflection coefficient. */
const toReflection = (ratio: number): number => {
  const size = ratio === -32_768 ? 32_767 : Math.abs(ratio);
  const reflection =
    size < 11_059 ? size << 1 : size < 20_070 ? size + 11_059 : saturate((size >> 2) + 26_112);
  return ratio < 0 ? -reflection : reflection;
};

/** Returns the exponent and the mantissa of the residual's largest pulse. */
const splitScale = (coded: number): { exponent: number; mantissa: number } => {
  let exponent = coded > 15 ? (coded >> 3) - 1 : 0;
  let mantissa = coded - (exponent << 3);
  if (mantissa === 0) return { exponent: -4, mantissa: 7 };
  for (; mantissa <= 7; exponent -= 1) mantissa = (mantissa << 1) | 1;
  return { exponent, mantissa: mantissa - 8 };
};

/** Reads the pulses of a subframe, every third sample of it, into `residual`. */
const readResidual = (bits: GsmBitReader, residual: Int32Array): void => {
  const grid = bits.read(2);
  const { exponent, mantissa } = splitScale(bits.read(6));
  const shift = 6 - exponent;
  const rounding = shift > 0 ? 1 << (shift - 1) : 0;
  residual.fill(0);
  for (let pulse = 0; pulse < PULSES; pulse += 1) {
    const coded = (2 * bits.read(3) - 7) << 12;
    const scaled = multiplyRounded(RESIDUAL_FACTORS[mantissa]!, coded);
    residual[grid + 3 * pulse] = saturate(scaled + rounding) >> shift;
  }
};

/** Decodes GSM 06.10 full rate, block after block of one stream. */
export class GsmDecoder {
  readonly #packing: GsmPacking;
  /** The excitation of the previous 120 samples and the current subframe. */
  readonly #excitation = new Int32Array(MAX_LAG + SUBFRAME_SAMPLES);
  readonly #residual = new Int32Array(SUBFRAME_SAMPLES);
  readonly #filter = new Int32Array(ORDER + 1);
  #ratios = Array.from({ length: ORDER }, () => 0);
  #lag = MIN_LAG;
  #last = 0;

  constructor(packing: GsmPacking) {
    this.#packing = packing;
  }

  /** Decodes whole blocks; ignores the bytes of an incomplete one at the end. */
  decode(bytes: Uint8Array): Int16Array {
    const block = GSM_BLOCKS[this.#packing];
    const blocks = Math.floor(bytes.length / block.bytes);
    const samples = new Int16Array(blocks * block.samples);
    for (let index = 0; index < blocks; index += 1) {
      const bits = createGsmBitReader(bytes, index * block.bytes, this.#packing === "wav");
      for (let frame = 0; frame < block.samples / FRAME_SAMPLES; frame += 1) {
        if (this.#packing === "raw") bits.read(MAGIC_BITS);
        const start = index * block.samples + frame * FRAME_SAMPLES;
        this.#decodeFrame(bits, samples.subarray(start, start + FRAME_SAMPLES));
      }
    }
    return samples;
  }

  #decodeFrame(bits: GsmBitReader, samples: Int16Array): void {
    const ratios = readRatios(bits);
    const excitation = new Int32Array(FRAME_SAMPLES);
    for (let subframe = 0; subframe < SUBFRAMES; subframe += 1)
      excitation.set(this.#decodeSubframe(bits), subframe * SUBFRAME_SAMPLES);
    let at = 0;
    for (const [end, blend] of SEGMENTS) {
      const reflections = ratios.map((now, index) =>
        toReflection(blend(this.#ratios[index]!, now)),
      );
      for (; at < end; at += 1) samples[at] = this.#synthesize(excitation[at]!, reflections);
    }
    this.#ratios = ratios;
  }

  /** Returns the excitation of a subframe: the residual, and what repeats after the lag. */
  #decodeSubframe(bits: GsmBitReader): Int32Array {
    const lag = bits.read(7);
    if (lag >= MIN_LAG && lag <= MAX_LAG) this.#lag = lag;
    const gain = LONG_TERM_GAINS[bits.read(2)]!;
    readResidual(bits, this.#residual);
    const excitation = this.#excitation;
    for (let index = 0; index < SUBFRAME_SAMPLES; index += 1) {
      const repeated = multiplyRounded(gain, excitation[MAX_LAG + index - this.#lag]!);
      excitation[MAX_LAG + index] = saturate(this.#residual[index]! + repeated);
    }
    const current = excitation.slice(MAX_LAG);
    excitation.copyWithin(0, SUBFRAME_SAMPLES);
    return current;
  }

  /** Filters one sample through the vocal tract lattice, and reverses the encoder's pre-emphasis. */
  #synthesize(excitation: number, reflections: readonly number[]): number {
    const filter = this.#filter;
    let sample = excitation;
    for (let index = ORDER - 1; index >= 0; index -= 1) {
      const reflection = reflections[index]!;
      sample = saturate(sample - multiplyRounded(reflection, filter[index]!));
      filter[index + 1] = saturate(filter[index]! + multiplyRounded(reflection, sample));
    }
    filter[0] = sample;
    this.#last = saturate(sample + multiplyRounded(this.#last, DEEMPHASIS));
    return saturate(2 * this.#last) & ~7;
  }
}
