import { OpusDecoder } from "opus-decoder";
import { type AudioBlock, toBlock } from "../audio-block.js";
import { MODEL_RATE } from "../resampler.js";
import { unsupportedAudio } from "../speech-error.js";

/** Opus counts its delay in samples at this rate, regardless of the output rate. */
const OPUS_RATE = 48_000;
const HEAD_BYTES = 19;
const MAX_PACKET_BYTES = 3_840;
/** Packets decoded at once: two seconds of the usual 20 ms. */
const BATCH = 100;

/** Decodes the packets of a stream. `head`: its OpusHead. */
export const decodeOpusPackets = async function* (
  head: Buffer,
  packets: AsyncIterable<Buffer>,
): AsyncGenerator<AudioBlock> {
  const channels = head[9] ?? 0;
  const hasMapping = head[18] !== 0;
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
  const decodeBatch = (batch: Buffer[]): AudioBlock | undefined => {
    const { channelData } = decoder.decodeFrames(batch.splice(0));
    const skipped = Math.min(skip, channelData[0]?.length ?? 0);
    skip -= skipped;
    return toBlock(
      channelData.map((samples) => samples.subarray(skipped)),
      MODEL_RATE,
    );
  };
  try {
    const batch: Buffer[] = [];
    for await (const packet of packets) {
      if (packet.length > 0 && packet.length <= MAX_PACKET_BYTES * channels) batch.push(packet);
      const block = batch.length >= BATCH ? decodeBatch(batch) : undefined;
      if (block) yield block;
    }
    const last = decodeBatch(batch);
    if (last) yield last;
  } finally {
    decoder.free();
  }
};
