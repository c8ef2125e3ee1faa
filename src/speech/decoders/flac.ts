import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { toBlock } from "../audio-block.js";
import type { StreamHead } from "../containers/audio-part.js";
import type { PacketDecoder } from "./packet-decoder.js";

/** Creates a decoder of FLAC frames, whose checksums the container's reader has compared. */
export const createFlacDecoder = async ({ config }: StreamHead): Promise<PacketDecoder> => {
  const decoder = new FLACDecoder();
  await decoder.ready;
  let heads = config;
  return {
    decode: async (frames) => {
      const { channelData, sampleRate } = await decoder.decodeFrames([...heads, ...frames]);
      heads = [];
      return { block: toBlock(channelData, sampleRate), isDamaged: false };
    },
    free: () => decoder.free(),
  };
};
