import { OpusDecoder } from "opus-decoder";
import { toBlock } from "../audio-block.js";
import type { StreamHead } from "./audio-part.js";
import { OPUS_RATE } from "./opus-packet.js";
import { MODEL_RATE } from "../resampler.js";
import { unsupportedAudio } from "../speech-error.js";
import type { PacketDecoder } from "./packet-decoder.js";

const HEAD_BYTES = 19;
const MAX_PACKET_BYTES = 3_840;

/** Creates a decoder of Opus packets. The config is the stream's OpusHead. */
export const createOpusDecoder = async ({ config }: StreamHead): Promise<PacketDecoder> => {
  const [head = Buffer.alloc(0)] = config;
  const channels = head[9] ?? 0;
  const hasMapping = head.length >= HEAD_BYTES && head[18] !== 0;
  if (head.length < HEAD_BYTES || channels === 0 || (hasMapping && head.length < 21 + channels))
    throw unsupportedAudio("its Opus head is damaged");
  const decoder = new OpusDecoder({
    sampleRate: MODEL_RATE,
    channels,
    ...(hasMapping && {
      streamCount: head[19]!,
      coupledStreamCount: head[20]!,
      channelMappingTable: [...head.subarray(21, 21 + channels)],
    }),
  });
  await decoder.ready;
  let skip = Math.round((head.readUInt16LE(10) * MODEL_RATE) / OPUS_RATE);
  return {
    decode: async (packets) => {
      const audible = packets.filter(
        ({ length }) => length > 0 && length <= MAX_PACKET_BYTES * channels,
      );
      const { channelData, errors } = decoder.decodeFrames(audible);
      const skipped = Math.min(skip, channelData[0]?.length ?? 0);
      skip -= skipped;
      const samples = channelData.map((channel) => channel.subarray(skipped));
      return { block: toBlock(samples, MODEL_RATE), isDamaged: errors.length > 0 };
    },
    free: () => decoder.free(),
  };
};
