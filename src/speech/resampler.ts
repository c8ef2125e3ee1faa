/** The sample rate of the models, in Hz. */
export const MODEL_RATE = 16_000;

/** The zero crossings of the filter on each side: more crossings cut more sharply but take longer. */
const ZERO_CROSSINGS = 16;
/** The passband, as a share of half the lower rate; the rest is the filter's slope. */
const PASSBAND = 0.93;

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
/** A Hann window over -1 to 1. */
const windowAt = (x: number): number => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x));

/** Converts a stream of samples to MODEL_RATE with an anti-aliasing filter. */
export class Resampler {
  /** Output samples come at multiples of step / phases input samples. */
  readonly #phases: number;
  readonly #step: number;
  readonly #half: number;
  readonly #filters: Float32Array[];
  #pending: Float32Array;
  /** The next output sample's position in `#pending`, in 1/phases of a sample. */
  #position: number;

  constructor(sampleRate: number) {
    const divisor = greatestCommonDivisor(sampleRate, MODEL_RATE);
    this.#phases = MODEL_RATE / divisor;
    this.#step = sampleRate / divisor;
    const cutoff = Math.min(1, MODEL_RATE / sampleRate) * PASSBAND;
    this.#half = Math.ceil(ZERO_CROSSINGS / cutoff);
    this.#filters = Array.from({ length: this.#phases }, (_, phase) =>
      this.#buildFilter(phase, cutoff),
    );
    // The first sample has silence before it.
    this.#pending = new Float32Array(this.#half);
    this.#position = this.#half * this.#phases;
  }

  /** Returns the output that the samples complete. */
  push(samples: Float32Array): Float32Array {
    if (this.#phases === 1 && this.#step === 1) return samples;
    const input = new Float32Array(this.#pending.length + samples.length);
    input.set(this.#pending);
    input.set(samples, this.#pending.length);
    const end = (input.length - this.#half) * this.#phases;
    const length = Math.max(0, Math.ceil((end - this.#position) / this.#step));
    const output = new Float32Array(length);
    for (let at = 0; at < length; at += 1, this.#position += this.#step) {
      const base = Math.floor(this.#position / this.#phases);
      const filter = this.#filters[this.#position % this.#phases]!;
      const first = base - this.#half + 1;
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap += 1) sum += filter[tap]! * input[first + tap]!;
      output[at] = sum;
    }
    const kept = Math.max(0, Math.floor(this.#position / this.#phases) - this.#half);
    this.#pending = input.slice(kept);
    this.#position -= kept * this.#phases;
    return output;
  }

  #buildFilter(phase: number, cutoff: number): Float32Array {
    const fraction = phase / this.#phases;
    const taps = Float32Array.from({ length: 2 * this.#half }, (_, tap) => {
      const distance = tap - this.#half + 1 - fraction;
      return cutoff * sinc(distance * cutoff) * windowAt(distance / this.#half);
    });
    // Normalized so that every phase passes a constant signal unchanged.
    const sum = taps.reduce((total, tap) => total + tap, 0);
    return taps.map((tap) => tap / sum);
  }
}
