import { MODEL_RATE } from "./resampler.js";

/** Windows overlap by half. */
const HOP_SAMPLES = Math.round(0.015 * MODEL_RATE);
const WINDOW_SAMPLES = 2 * HOP_SAMPLES;
/** How far a window may move to continue the wave of the one before: half a period of a low voice. */
const SEARCH_SAMPLES = Math.round(0.01 * MODEL_RATE);

/** Rises and falls, so that overlapping windows add up to 1. */
const WINDOW = Float32Array.from(
  { length: WINDOW_SAMPLES },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW_SAMPLES),
);

/** Every second sample tells as much about likeness, in half the time. */
const COMPARE_STEP = 2;

/** Returns how alike the windows at two positions are: comparable among those with the same `a`. */
const compareWindows = (samples: Float32Array, a: number, b: number): number => {
  let [product, energy] = [0, 1e-9];
  for (let at = 0; at < WINDOW_SAMPLES; at += COMPARE_STEP) {
    product += samples[a + at]! * samples[b + at]!;
    energy += samples[b + at]! ** 2;
  }
  return product / Math.sqrt(energy);
};

/** Finds the position near `wanted` whose window is most like the one at `next`. */
const findPosition = (samples: Float32Array, wanted: number, next: number): number => {
  const last = samples.length - WINDOW_SAMPLES;
  if (next > last) return Math.min(wanted, last);
  let best = Math.min(wanted, last);
  let most = Number.NEGATIVE_INFINITY;
  const end = Math.min(last, wanted + SEARCH_SAMPLES);
  for (let at = Math.max(0, wanted - SEARCH_SAMPLES); at <= end; at += 1) {
    const likeness = compareWindows(samples, next, at);
    if (likeness > most) [best, most] = [at, likeness];
  }
  return best;
};

/**
 * Slows speech down without changing its pitch (WSOLA). `samples`: [count] at MODEL_RATE, from -1 to 1; `factor`: the
 * length of the result divided by that of `samples`, about 1 to 2. Returns [count × factor], about as loud as `samples`.
 */
export const stretch = (samples: Float32Array, factor: number): Float32Array => {
  if (samples.length < WINDOW_SAMPLES) return samples;
  const result = new Float32Array(Math.round(samples.length * factor));
  let position = 0;
  for (let out = 0; out + WINDOW_SAMPLES <= result.length; out += HOP_SAMPLES) {
    if (out > 0) position = findPosition(samples, Math.round(out / factor), position + HOP_SAMPLES);
    for (let at = 0; at < WINDOW_SAMPLES; at += 1)
      result[out + at]! += samples[position + at]! * WINDOW[at]!;
  }
  return result;
};
