import { GsmDecoder } from "../codecs/gsm.js";

const FULL_SCALE = 32_768;

/** Creates a decoder of the blocks of a mono WAV with GSM 06.10. */
export const createGsmBlockDecoder = (): ((chunk: Buffer) => Float32Array[]) => {
  const decoder = new GsmDecoder("wav");
  return (chunk) => [Float32Array.from(decoder.decode(chunk), (sample) => sample / FULL_SCALE)];
};
