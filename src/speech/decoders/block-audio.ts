import type { AudioFileReader } from "../audio-file.js";
import type { AudioBlock } from "../audio-block.js";

/** Decodes whole blocks, in order: the samples of each channel, -1 to 1. */
export type DecodeBlocks = (blocks: Buffer) => Float32Array[];

/** How blocks of the same length are decoded to the same number of samples. */
export interface BlockCoding {
  blockBytes: number;
  /** Of each channel. */
  samplesPerBlock: number;
  /** After this many preceding blocks, a new decoder sounds like one that started at the beginning of the file. */
  warmUpBlocks: number;
  createDecoder: () => DecodeBlocks;
}

/** Audio in a file in which every position can be found without decoding earlier data. */
export interface BlockAudio extends BlockCoding {
  channelCount: number;
  /** Samples per second. */
  sampleRate: number;
  /** The blocks' bytes in the file. */
  start: number;
  end: number;
  /** Stated in the header, but beyond the end of the file. */
  missingBytes: number;
}

/** Returns the playing time of so many bytes. */
export const toBlockSeconds = (
  { blockBytes, samplesPerBlock, sampleRate }: Omit<BlockAudio, "missingBytes">,
  bytes: number,
): number => (Math.floor(bytes / blockBytes) * samplesPerBlock) / sampleRate;

const INTEGER_FULL_SCALE = 32_768;

/** Decodes mono blocks by a codec whose samples are 16-bit integers. */
export const decodeIntegers =
  (decoder: { decode: (blocks: Buffer) => Int16Array }): DecodeBlocks =>
  (blocks) => [Float32Array.from(decoder.decode(blocks), (sample) => sample / INTEGER_FULL_SCALE)];

/** Decodes the audio as a stream. */
export const decodeBlockAudio = async function* (
  file: AudioFileReader,
  { start, end, blockBytes, sampleRate, createDecoder }: BlockAudio,
): AsyncGenerator<AudioBlock> {
  const decode = createDecoder();
  const wholeEnd = end - ((end - start) % blockBytes);
  for await (const chunk of file.readChunks(start, wholeEnd, blockBytes))
    yield { channels: decode(chunk), sampleRate };
};
