import test from "ava";
import { createSeededRandom } from "../../bench/shared/random.js";
import { foldVector } from "../../src/meaning/fold-vector.js";

const measureLength = (vector: readonly number[]): number => Math.hypot(...vector);
const multiply = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((sum, value, at) => sum + value * other[at]!, 0);

for (const [dimensions, tolerance] of [
  [1, 1e-5],
  [3, 1e-5],
  [384, 1e-5],
  [512, 1e-5],
  [768, 0.16],
  [1_024, 0.16],
  [1_536, 0.16],
  [3_072, 0.16],
] as const)
  test(`vectors of ${dimensions} numbers keep their cosines`, (t) => {
    const random = createSeededRandom(dimensions);
    const center = Array.from({ length: dimensions }, () => random() - 0.5);
    const vectors = Array.from({ length: 40 }, (_, index) =>
      center.map((value) => value * (index / 20) + random() - 0.5),
    );
    const folded = vectors.map(foldVector);
    for (const [at, vector] of vectors.entries()) {
      t.is(folded[at]!.length, 512);
      t.true(Math.abs(measureLength([...folded[at]!]) - 1) < 1e-5);
      const other = vectors[(at + 1) % vectors.length]!;
      const cosine = multiply(vector, other) / (measureLength(vector) * measureLength(other));
      const kept = multiply(folded[at]!, folded[(at + 1) % vectors.length]!);
      t.true(Math.abs(cosine - kept) <= tolerance, `${cosine} ${kept}`);
    }
  });

test("the same vector is folded the same way each time, and one without numbers that matter has none", (t) => {
  t.deepEqual(foldVector([1, 2, 3]), foldVector([1, 2, 3]));
  t.deepEqual(foldVector([0, 0]), new Float32Array(512));
});
