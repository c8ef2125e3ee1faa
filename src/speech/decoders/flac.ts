import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { type AudioBlock, toBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";

/** Decodes FLAC, also in Ogg. */
export const decodeFlac = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  try {
    for await (const chunk of file.readChunks()) {
      const { channelData, sampleRate } = await decoder.decode(chunk);
      const block = toBlock(channelData, sampleRate);
      if (block) yield block;
    }
    const { channelData, sampleRate } = await decoder.flush();
    const block = toBlock(channelData, sampleRate);
    if (block) yield block;
  } finally {
    decoder.free();
  }
};
