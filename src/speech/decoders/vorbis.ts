import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { type AudioBlock, toBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";

/** Decodes Ogg Vorbis. */
export const decodeVorbis = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const decoder = new OggVorbisDecoder();
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
