/** The numbers of a sentence vector. */
export const VECTOR_DIMENSIONS = 512;
const BITS = 2;
const CODES_PER_BYTE = 8 / BITS;
const CODE_MASK = 0b11;
const IS_LARGE = 0b01;
const IS_NEGATIVE = 0b10;
const BYTE_VALUES = 256;

/** The size of a compact vector. */
export const COMPACT_VECTOR_BYTES = VECTOR_DIMENSIONS / CODES_PER_BYTE;

/** Large numbers are on average 2.9 times small ones in sentence vectors. An integer ranks them as well. */
const LARGE = 3;
/** The least large number in a vector of length 1. Fitted to sentence vectors, which have few numbers near 0. */
const MIN_LARGE = 0.83 / Math.sqrt(VECTOR_DIMENSIONS);

/** The number that each code stands for, before the vector is scaled to length 1. */
const LEVELS: readonly number[] = [1, LARGE, -1, -LARGE];

const levelAt = (byte: number, position: number): number =>
  LEVELS[(byte >> (position * BITS)) & CODE_MASK]!;

/** For each byte, the sum of the squares of its four numbers. */
const SQUARES = Uint8Array.from({ length: BYTE_VALUES }, (_, byte) => {
  let sum = 0;
  for (let position = 0; position < CODES_PER_BYTE; position++) sum += levelAt(byte, position) ** 2;
  return sum;
});

const measureLength = (vector: Float32Array): number => {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
};

const validateDimensions = (vector: Float32Array): void => {
  if (vector.length !== VECTOR_DIMENSIONS)
    throw new RangeError(`a vector has ${VECTOR_DIMENSIONS} numbers, not ${vector.length}`);
};

/**
 * Packs a sentence vector of 512 numbers into 128 bytes: for each number its sign, and whether it is large.
 * The cosine of the expanded vector with the original is about 0.97.
 * @throws RangeError if the vector doesn't have 512 numbers
 */
export const compactVector = (vector: Float32Array): Uint8Array => {
  validateDimensions(vector);
  const minLarge = MIN_LARGE * measureLength(vector);
  const bytes = new Uint8Array(COMPACT_VECTOR_BYTES);
  for (let at = 0; at < VECTOR_DIMENSIONS; at++) {
    const value = vector[at]!;
    const code = (Math.abs(value) >= minLarge ? IS_LARGE : 0) | (value < 0 ? IS_NEGATIVE : 0);
    bytes[Math.floor(at / CODES_PER_BYTE)]! |= code << ((at % CODES_PER_BYTE) * BITS);
  }
  return bytes;
};

/**
 * Returns a vector of 512 numbers and of length 1, close to the one that was packed.
 * @throws RangeError if the length isn't `COMPACT_VECTOR_BYTES`
 */
export const expandVector = (bytes: Uint8Array): Float32Array => {
  if (bytes.length !== COMPACT_VECTOR_BYTES)
    throw new RangeError(`a compact vector has ${COMPACT_VECTOR_BYTES} bytes, not ${bytes.length}`);
  let square = 0;
  for (const byte of bytes) square += SQUARES[byte]!;
  const scale = 1 / Math.sqrt(square);
  const vector = new Float32Array(VECTOR_DIMENSIONS);
  for (let at = 0; at < VECTOR_DIMENSIONS; at++)
    vector[at] = levelAt(bytes[Math.floor(at / CODES_PER_BYTE)]!, at % CODES_PER_BYTE) * scale;
  return vector;
};

/**
 * Creates a function that compares stored vectors with a query. It returns the cosine, from -1 to 1, of the query and the
 * compact vector at a byte offset. Creating it costs as much as expanding a hundred vectors.
 * @throws RangeError if the query doesn't have 512 numbers. The function throws one if the bytes end too early.
 */
export const createSimilarity = (
  query: Float32Array,
): ((bytes: Uint8Array, offset?: number) => number) => {
  validateDimensions(query);
  const length = measureLength(query) || 1;
  // For each place and each value of its byte, the share of the cosine.
  const products = new Float32Array(COMPACT_VECTOR_BYTES * BYTE_VALUES);
  for (let at = 0; at < products.length; at++) {
    const first = Math.floor(at / BYTE_VALUES) * CODES_PER_BYTE;
    let sum = 0;
    for (let position = 0; position < CODES_PER_BYTE; position++)
      sum += query[first + position]! * levelAt(at % BYTE_VALUES, position);
    products[at] = sum / length;
  }
  return (bytes, offset = 0) => {
    if (offset < 0 || offset + COMPACT_VECTOR_BYTES > bytes.length)
      throw new RangeError(`no compact vector begins at ${offset} of ${bytes.length} bytes`);
    // Two sums, as one would have the processor wait for each addition.
    let even = 0;
    let odd = 0;
    let square = 0;
    for (let at = 0; at < COMPACT_VECTOR_BYTES; at += 2) {
      const first = bytes[offset + at]!;
      const second = bytes[offset + at + 1]!;
      even += products[at * BYTE_VALUES + first]!;
      odd += products[(at + 1) * BYTE_VALUES + second]!;
      square += SQUARES[first]! + SQUARES[second]!;
    }
    return (even + odd) / Math.sqrt(square);
  };
};

/** Packs the compact vectors of a call's sentences as they are stored: in base64, after the name of their space, if any. */
export const packVectors = (space: string, vectors: readonly Uint8Array[]): string =>
  `${space && `${space}:`}${Buffer.concat(vectors).toString("base64")}`;

/** Returns the bytes of stored vectors; undefined if they are of another space. */
export const unpackVectors = (space: string, stored: string): Buffer | undefined => {
  const start = space === "" ? 0 : space.length + 1;
  const isSame = space === "" ? !stored.includes(":") : stored.startsWith(`${space}:`);
  return isSame ? Buffer.from(stored.slice(start), "base64") : undefined;
};
