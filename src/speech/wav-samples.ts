import type { BlockAudio } from "./decoders/block-audio.js";

export const WAV_HEAD_BYTES = 44;
export const SAMPLE_BYTES = 2;

/** Builds the header of a WAV file with 16-bit PCM. */
export const buildWavHead = (
  { channelCount, sampleRate }: Pick<BlockAudio, "channelCount" | "sampleRate">,
  dataBytes: number,
): Buffer => {
  const head = Buffer.alloc(WAV_HEAD_BYTES);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(WAV_HEAD_BYTES - 8 + dataBytes, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channelCount, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * channelCount * SAMPLE_BYTES, 28);
  head.writeUInt16LE(channelCount * SAMPLE_BYTES, 32);
  head.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(dataBytes, 40);
  return head;
};

/** Joins the channels' samples, without the first `skipped` ones, as 16-bit PCM. */
export const interleaveSamples = (channels: readonly Float32Array[], skipped: number): Buffer => {
  const count = channels.length;
  const length = channels[0]!.length - skipped;
  const samples = Buffer.alloc(length * count * SAMPLE_BYTES);
  for (const [channel, values] of channels.entries())
    for (let at = 0; at < length; at += 1) {
      const value = Math.round(values[skipped + at]! * 32_768);
      const clamped = Math.max(-32_768, Math.min(32_767, value));
      samples.writeInt16LE(clamped, (at * count + channel) * SAMPLE_BYTES);
    }
  return samples;
};
