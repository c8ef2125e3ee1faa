/** A part of the decoded audio: the samples of each channel, -1 to 1. All have the same length. */
export interface AudioBlock {
  channels: Float32Array[];
  /** Samples per second. */
  sampleRate: number;
}

/** Joins one block's lists of samples into a block; undefined if there are none. */
export const toBlock = (
  channels: readonly Float32Array[],
  sampleRate: number,
): AudioBlock | undefined =>
  (channels[0]?.length ?? 0) > 0 ? { channels: [...channels], sampleRate } : undefined;
