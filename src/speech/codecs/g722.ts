import { BandPredictor } from "./g722-band.js";
import {
  HIGH_LEVELS,
  HIGH_SCALE_STEPS,
  JOIN_FILTER,
  LOW_LEVELS_4,
  LOW_LEVELS_6,
  LOW_SCALE_STEPS,
  POWERS_OF_TWO,
} from "./g722-tables.js";
import { saturate } from "./saturate.js";

/** Two samples at 16,000 Hz for each byte. */
export const G722_SAMPLES_PER_BYTE = 2;

const FILTER_SAMPLES = 24;

/** The scale of a band's quantizer, which follows the codes. */
class Scale {
  readonly #steps: readonly number[];
  readonly #maximum: number;
  readonly #shift: number;
  #logarithm = 0;
  value: number;

  constructor(
    steps: readonly number[],
    options: { maximum: number; shift: number; value: number },
  ) {
    this.#steps = steps;
    this.#maximum = options.maximum;
    this.#shift = options.shift;
    this.value = options.value;
  }

  adapt(code: number): void {
    const next = ((this.#logarithm * 127) >> 7) + this.#steps[code]!;
    this.#logarithm = Math.max(0, Math.min(this.#maximum, next));
    const power = POWERS_OF_TWO[(this.#logarithm >> 6) & 31]!;
    const shift = this.#shift - (this.#logarithm >> 11);
    this.value = (shift < 0 ? power << -shift : power >> shift) << 2;
  }
}

const limitBand = (value: number): number => Math.max(-16_384, Math.min(16_383, value));

/** Decodes G.722 at 64 kbit/s, byte after byte of one stream. */
export class G722Decoder {
  readonly #low = new BandPredictor();
  readonly #high = new BandPredictor();
  readonly #lowScale = new Scale(LOW_SCALE_STEPS, { maximum: 18_432, shift: 8, value: 32 });
  readonly #highScale = new Scale(HIGH_SCALE_STEPS, { maximum: 22_528, shift: 10, value: 8 });
  readonly #joined = new Int32Array(FILTER_SAMPLES);

  decode(bytes: Uint8Array): Int16Array {
    const samples = new Int16Array(bytes.length * G722_SAMPLES_PER_BYTE);
    for (let index = 0; index < bytes.length; index += 1) {
      const code = bytes[index]!;
      const low = this.#decodeLow(code & 63);
      const high = this.#decodeHigh(code >> 6);
      this.#join(low, high, samples, index * G722_SAMPLES_PER_BYTE);
    }
    return samples;
  }

  #decodeLow(code: number): number {
    const scale = this.#lowScale.value;
    const sample = limitBand(this.#low.prediction + ((scale * LOW_LEVELS_6[code]!) >> 15));
    // Senders may use the two lowest bits for data, so the decoder doesn't adapt to them.
    const upper = code >> 2;
    this.#lowScale.adapt(upper);
    this.#low.adapt((scale * LOW_LEVELS_4[upper]!) >> 15);
    return sample;
  }

  #decodeHigh(code: number): number {
    const difference = (this.#highScale.value * HIGH_LEVELS[code]!) >> 15;
    const sample = limitBand(this.#high.prediction + difference);
    this.#highScale.adapt(code);
    this.#high.adapt(difference);
    return sample;
  }

  /** Combines one sample from each band into two samples. */
  #join(low: number, high: number, samples: Int16Array, start: number): void {
    const joined = this.#joined;
    joined.copyWithin(0, 2);
    joined[FILTER_SAMPLES - 2] = low + high;
    joined[FILTER_SAMPLES - 1] = low - high;
    let first = 0;
    let second = 0;
    for (let index = 0; index < JOIN_FILTER.length; index += 1) {
      second += joined[2 * index]! * JOIN_FILTER[index]!;
      first += joined[2 * index + 1]! * JOIN_FILTER[JOIN_FILTER.length - 1 - index]!;
    }
    samples[start] = saturate(first >> 11);
    samples[start + 1] = saturate(second >> 11);
  }
}
