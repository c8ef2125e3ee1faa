import type { AudioFileReader } from "../audio-file.js";
import type { AudioBlock } from "../audio-block.js";

/** Decodes whole blocks, in order: the samples of each channel, -1 to 1. */
export type DecodeBlocks = (blocks: Buffer) => Float32Array[];

/** How blocks of the same length become samples of the same number. */
export interface BlockCoding {
  blockBytes: number;
  /** Of each channel. */
  samplesPerBlock: number;
  /** As many blocks before a place let a new decoder sound there as one that began with the file. */
  warmUpBlocks: number;
  createDecoder: () => DecodeBlocks;
}

/** Audio in a file whose places are known without decoding what is before. */
export interface BlockAudio extends BlockCoding {
  channelCount: number;
  /** Samples per second. */
  sampleRate: number;
  /** The blocks' bytes in the file. */
  start: number;
  end: number;
}

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
