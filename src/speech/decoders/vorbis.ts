import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { codecFrames, data, header, type OggPage, vorbisSetup } from "codec-parser";
import { toBlock } from "../audio-block.js";
import type { StreamHead } from "./audio-part.js";
import type { PacketDecoder } from "./packet-decoder.js";

/** Creates a decoder of Vorbis packets. It takes them in the form of parsed Ogg pages. */
export const createVorbisDecoder = async ({ config }: StreamHead): Promise<PacketDecoder> => {
  const [head, setup] = config as readonly [Buffer, Buffer];
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const decodePages = async (...pages: object[]) => decoder.decodeOggPages(pages as OggPage[]);
  await decodePages({ [data]: head, [codecFrames]: [] });
  return {
    decode: async (packets) => {
      const frames = packets.map((packet) => ({
        [data]: packet,
        [header]: { [vorbisSetup]: setup },
      }));
      const page = { [data]: Buffer.alloc(0), [codecFrames]: frames };
      const { channelData, sampleRate } = await decodePages(page);
      return { block: toBlock(channelData, sampleRate), isDamaged: false };
    },
    free: () => decoder.free(),
  };
};
