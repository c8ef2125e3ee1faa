import { VECTOR_DIMENSIONS } from "../../db/recordings/compact-vector.js";

/** The signs must stay the same: stored vectors were folded with them. */
const SEED = 0x5eed;
const WORD = 2 ** 32;

/** A generator of signs, 1 or -1, the same each time (mulberry32). */
const createSigns = (): (() => number) => {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / WORD < 0.5 ? -1 : 1;
  };
};

const nextSign = createSigns();
const signs: number[] = [];

/** Returns the first signs, which are drawn once. */
const listSigns = (count: number): readonly number[] => {
  while (signs.length < count) signs.push(nextSign());
  return signs;
};

/** Applies the Walsh-Hadamard transform in place: each result is a sum of all numbers, with signs of its own. */
const transform = (values: Float64Array): void => {
  for (let width = 1; width < values.length; width *= 2)
    for (let start = 0; start < values.length; start += 2 * width)
      for (let at = start; at < start + width; at++) {
        const [one, other] = [values[at]!, values[at + width]!];
        values[at] = one + other;
        values[at + width] = one - other;
      }
};

/**
 * Returns a vector of 512 numbers and of length 1 for a vector of any length but 0, such that cosines stay nearly the same:
 * exactly up to 512 numbers, otherwise with a standard error of 0.04 at most. The numbers are about equally large, as
 * compact vectors need it.
 */
export const foldVector = (vector: readonly number[]): Float32Array => {
  const size = Math.max(VECTOR_DIMENSIONS, 2 ** Math.ceil(Math.log2(vector.length)));
  const known = listSigns(size);
  const values = Float64Array.from({ length: size }, (_, at) => known[at]! * (vector[at] ?? 0));
  transform(values);
  const folded = Float32Array.from(values.subarray(0, VECTOR_DIMENSIONS));
  const length = Math.hypot(...folded) || 1;
  return folded.map((value) => value / length);
};
