import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { toBlock } from "../audio-block.js";
import type { PacketDecoder } from "./packet-decoder.js";

/**
 * Creates a decoder of FLAC frames, whose checksums the container's reader has compared. Their headers have all that
 * STREAMINFO has.
 */
export const createFlacDecoder = async (): Promise<PacketDecoder> => {
  const decoder = new FLACDecoder();
  await decoder.ready;
  return {
    decode: async (frames) => {
      const { channelData, sampleRate } = await decoder.decodeFrames(frames);
      return { block: toBlock(channelData, sampleRate), isDamaged: false };
    },
    free: () => decoder.free(),
  };
};
