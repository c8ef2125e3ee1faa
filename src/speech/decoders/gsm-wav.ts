import { GsmDecoder, type ReadBits } from "./gsm.js";

/** Microsoft packs two frames of 260 bits into a block, the lowest bit first. */
const BLOCK_BYTES = 65;
const FRAME_SAMPLES = 160;

const createBitReader = (bytes: Buffer): ReadBits => {
  let position = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, position += 1)
      value |= ((bytes[position >> 3]! >> (position & 7)) & 1) << bit;
    return value;
  };
};

/** Creates a decoder of the blocks of a mono WAV with GSM 06.10. */
export const createGsmBlockDecoder = (): ((chunk: Buffer) => Float32Array[]) => {
  const decoder = new GsmDecoder();
  return (chunk) => {
    const count = Math.floor(chunk.length / BLOCK_BYTES);
    const samples = new Float32Array(count * 2 * FRAME_SAMPLES);
    for (let block = 0; block < count; block += 1) {
      const read = createBitReader(chunk.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES));
      const at = block * 2 * FRAME_SAMPLES;
      decoder.decodeFrame(read, samples, at);
      decoder.decodeFrame(read, samples, at + FRAME_SAMPLES);
    }
    return [samples];
  };
};
