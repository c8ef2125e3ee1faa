import test from "ava";
import { createSeededRandom } from "../../bench/shared/random.js";
import {
  COMPACT_VECTOR_BYTES,
  compactVector,
  createSimilarity,
  expandVector,
} from "../../db/recordings/compact-vector.js";
import { createMeaning } from "../../src/meaning/meaning.js";
import { LABELLED } from "../helpers/meaning/labelled.js";

const DIMENSIONS = 512;
const RANDOM_VECTORS = 300;
const SENTENCES = 96;

const multiply = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

const toUnitLength = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(multiply(vector, vector));
  return vector.map((value) => value / length);
};

const createRandomVectors = (): Float32Array[] => {
  const random = createSeededRandom(1);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: RANDOM_VECTORS }, () =>
    toUnitLength(Float32Array.from({ length: DIMENSIONS }, normal)),
  );
};

const embedSentences = (): Promise<Float32Array[]> =>
  createMeaning().embed(
    "organization",
    LABELLED.slice(0, SENTENCES).map(({ text }) => text),
  );

// The lowest cosine of 6,300 sentences was 0.953, and of 2,000 random vectors 0.918.
for (const [name, create, minCosine] of [
  ["random vectors", createRandomVectors, 0.9],
  ["sentences", embedSentences, 0.94],
] as const)
  test(`compact vectors of ${name} are close to the originals, and comparable as they are`, async (t) => {
    const vectors = await create();
    const stored = Buffer.concat(vectors.map((vector) => compactVector(vector)));
    t.is(stored.length, vectors.length * COMPACT_VECTOR_BYTES);
    const query = vectors[0]!;
    const similarityTo = createSimilarity(query);
    for (const [index, vector] of vectors.entries()) {
      const offset = index * COMPACT_VECTOR_BYTES;
      const expanded = expandVector(stored.subarray(offset, offset + COMPACT_VECTOR_BYTES));
      t.is(expanded.length, DIMENSIONS);
      t.true(Math.abs(multiply(expanded, expanded) - 1) < 1e-5);
      t.true(multiply(expanded, vector) >= minCosine, String(multiply(expanded, vector)));
      t.true(Math.abs(similarityTo(stored, offset) - multiply(query, expanded)) < 1e-5);
    }
  });

test("the length of a vector doesn't matter", (t) => {
  const [vector, other] = createRandomVectors() as [Float32Array, Float32Array];
  const double = vector.map((value) => value * 2);
  const bytes = compactVector(other);
  t.deepEqual(compactVector(double), compactVector(vector));
  t.true(Math.abs(createSimilarity(double)(bytes) - createSimilarity(vector)(bytes)) < 1e-5);
  const zeros = new Float32Array(DIMENSIONS);
  t.true(expandVector(compactVector(zeros)).every(Number.isFinite));
  t.is(createSimilarity(zeros)(bytes), 0);
});

test("the number of values and of bytes is checked", (t) => {
  const range = { instanceOf: RangeError };
  for (const length of [0, 511, 513]) {
    t.throws(() => compactVector(new Float32Array(length)), range);
    t.throws(() => createSimilarity(new Float32Array(length)), range);
  }
  const similarityTo = createSimilarity(new Float32Array(DIMENSIONS).fill(1));
  for (const length of [0, COMPACT_VECTOR_BYTES - 1, COMPACT_VECTOR_BYTES + 1])
    t.throws(() => expandVector(new Uint8Array(length)), range);
  const bytes = new Uint8Array(COMPACT_VECTOR_BYTES);
  for (const offset of [-1, 1]) t.throws(() => similarityTo(bytes, offset), range);
  t.throws(() => similarityTo(bytes.subarray(1)), range);
});
