interface PcmLayout {
  channelCount: number;
  bytesPerChannel: number;
  isFloat: boolean;
}

/** Returns how to read one sample. */
const createReader = (
  view: Buffer,
  { bytesPerChannel, isFloat }: Pick<PcmLayout, "bytesPerChannel" | "isFloat">,
): ((at: number) => number) => {
  if (isFloat)
    return bytesPerChannel === 8 ? (at) => view.readDoubleLE(at) : (at) => view.readFloatLE(at);
  // Eight bits have no sign.
  if (bytesPerChannel === 1) return (at) => (view[at]! - 128) / 128;
  const scale = 2 ** (bytesPerChannel * 8 - 1);
  return (at) => view.readIntLE(at, bytesPerChannel) / scale;
};

export const isPcmReadable = (bytesPerChannel: number, isFloat: boolean): boolean =>
  isFloat ? [4, 8].includes(bytesPerChannel) : [1, 2, 3, 4].includes(bytesPerChannel);

/** Decodes little-endian, interleaved samples. */
export const decodePcm = (chunk: Buffer, layout: PcmLayout): Float32Array[] => {
  const { channelCount, bytesPerChannel } = layout;
  const frameBytes = channelCount * bytesPerChannel;
  const length = Math.floor(chunk.length / frameBytes);
  const read = createReader(chunk, layout);
  return Array.from({ length: channelCount }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let at = 0; at < length; at += 1) {
      const value = read(at * frameBytes + channel * bytesPerChannel);
      samples[at] = Number.isFinite(value) ? value : 0;
    }
    return samples;
  });
};
