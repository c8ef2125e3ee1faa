import { toBlock } from "../audio-block.js";
import type { StreamHead } from "./audio-part.js";
import { AacDecoder, parseAacFormat } from "./aac-decoder.js";
import type { PacketDecoder } from "./packet-decoder.js";

const joinFrames = (frames: readonly Float32Array[][]): Float32Array[] =>
  frames[0]!.map((_, channel) => {
    const parts = frames.map((frame) => frame[channel]!);
    const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  });

/** Creates a decoder of AAC frames. The config is the AudioSpecificConfig. @throws SpeechError */
export const createAacDecoder = ({ config }: StreamHead): PacketDecoder => {
  const [specific = Buffer.alloc(0)] = config;
  const decoder = new AacDecoder(parseAacFormat(specific));
  const { sampleRate } = decoder;
  return {
    decode: async (frames) => {
      const decoded = frames.map((frame) => decoder.decodeFrame(frame));
      const channels = decoded.length > 0 ? joinFrames(decoded.map((one) => one.channels)) : [];
      return {
        block: toBlock(channels, sampleRate),
        isDamaged: decoded.some((frame) => frame.isDamaged),
      };
    },
    free: () => {},
  };
};
