import { MPEGDecoder } from "mpg123-decoder";
import { type AudioBlock, toBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";

/** Decodes MPEG audio, layers 1 to 3. Mono comes as two equal channels. */
export const decodeMp3 = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for await (const chunk of file.readChunks()) {
      const { channelData, sampleRate } = decoder.decode(chunk);
      const block = toBlock(channelData, sampleRate);
      if (block) yield block;
    }
  } finally {
    decoder.free();
  }
};
