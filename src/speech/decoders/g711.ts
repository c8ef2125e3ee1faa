import type { DecodeBlocks } from "./block-audio.js";

// ITU-T G.711, both laws: eight bits: a sign, a three-bit segment and four bits within it.
const SEGMENT_BITS = 4;
const ULAW_BIAS = 33;
/** Largest magnitudes: 14 bits of µ-law, 13 bits of A-law. */
const ULAW_SCALE = 8192;
const ALAW_SCALE = 4096;

const expandUlaw = (code: number): number => {
  const inverted = ~code & 0xff;
  const segment = (inverted >> SEGMENT_BITS) & 7;
  const magnitude = ((((inverted & 15) << 1) + ULAW_BIAS) << segment) - ULAW_BIAS;
  return (inverted & 0x80 ? -magnitude : magnitude) / ULAW_SCALE;
};

const expandAlaw = (code: number): number => {
  const toggled = code ^ 0x55;
  const segment = (toggled >> SEGMENT_BITS) & 7;
  const step = ((toggled & 15) << 1) + 1;
  const magnitude = segment === 0 ? step : (step + 32) << (segment - 1);
  return (toggled & 0x80 ? magnitude : -magnitude) / ALAW_SCALE;
};

const buildTable = (expand: (code: number) => number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, code) => expand(code));

/** The sample of each byte. */
export const ULAW_SAMPLES = buildTable(expandUlaw);
export const ALAW_SAMPLES = buildTable(expandAlaw);

/** Decodes interleaved codes, one byte for each sample. */
export const decodeCodes =
  (table: Float32Array, channelCount: number): DecodeBlocks =>
  (codes) => {
    const length = Math.floor(codes.length / channelCount);
    return Array.from({ length: channelCount }, (_, channel) =>
      Float32Array.from({ length }, (_, at) => table[codes[at * channelCount + channel]!]!),
    );
  };
