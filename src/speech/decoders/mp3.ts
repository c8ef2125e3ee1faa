import { MPEGDecoder } from "mpg123-decoder";
import { toBlock } from "../audio-block.js";
import type { PacketDecoder } from "./packet-decoder.js";

/** Creates a decoder of MPEG audio, layers 1 to 3. Mono comes as two equal channels. */
export const createMp3Decoder = async (): Promise<PacketDecoder> => {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return {
    decode: async (frames) => {
      const { channelData, sampleRate } = decoder.decodeFrames(frames);
      return { block: toBlock(channelData, sampleRate), isDamaged: false };
    },
    free: () => decoder.free(),
  };
};
