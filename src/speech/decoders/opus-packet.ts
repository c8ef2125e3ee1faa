/** Opus counts in samples at this rate, regardless of the output rate. */
export const OPUS_RATE = 48_000;
const SILK_SAMPLES = [480, 960, 1_920, 2_880];
const HYBRID_SAMPLES = [480, 960];
const CELT_SAMPLES = [120, 240, 480, 960];

/** Returns the samples of a packet at OPUS_RATE, by its first bytes (RFC 6716, 3.1). */
export const countOpusSamples = (packet: Uint8Array): number => {
  const [first = 0, second = 0] = packet;
  if (packet.length === 0) return 0;
  const config = first >> 3;
  const frame =
    config < 12
      ? SILK_SAMPLES[config & 3]!
      : config < 16
        ? HYBRID_SAMPLES[config & 1]!
        : CELT_SAMPLES[config & 3]!;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? second & 63 : 2;
  return Math.min(frame * frames, 5_760);
};
