/** The layout of a block-wise coded WAV. */
export interface BlockLayout {
  channelCount: number;
  blockBytes: number;
  samplesPerBlock: number;
}

const clampSample = (value: number): number => Math.max(-32_768, Math.min(32_767, value));

/** IMA's step sizes grow by a tenth from one to the next; the standard lists their rounded values. */
const IMA_STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
  80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
  544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
  2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487,
  12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
];
const IMA_INDEX_CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8];

/** Decodes a block of IMA ADPCM to `targets`, from `at` on. */
export const decodeImaBlock = (
  block: Buffer,
  { channelCount, samplesPerBlock }: BlockLayout,
  targets: readonly Float32Array[],
  at: number,
): void => {
  for (const [channel, target] of targets.entries()) {
    let sample = block.readInt16LE(channel * 4);
    let index = Math.min(block[channel * 4 + 2]!, IMA_STEPS.length - 1);
    target[at] = sample / 32_768;
    for (let number = 0; number < samplesPerBlock - 1; number += 1) {
      // After the headers, the channels alternate in groups of four bytes: eight samples, the low nibble first.
      const word = channelCount + (number >> 3) * channelCount + channel;
      const byte = block[word * 4 + ((number & 7) >> 1)]!;
      const code = number & 1 ? byte >> 4 : byte & 15;
      const step = IMA_STEPS[index]!;
      const change = ((2 * (code & 7) + 1) * step) >> 3;
      sample = clampSample(sample + (code & 8 ? -change : change));
      index = Math.max(0, Math.min(IMA_STEPS.length - 1, index + IMA_INDEX_CHANGES[code & 7]!));
      target[at + 1 + number] = sample / 32_768;
    }
  }
};

const MS_SCALES = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230];
const MS_PREDICTORS = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
] as const;

/** Decodes a block of Microsoft's ADPCM to `targets`, from `at` on. */
export const decodeMsBlock = (
  block: Buffer,
  { channelCount, samplesPerBlock }: BlockLayout,
  targets: readonly Float32Array[],
  at: number,
): void => {
  for (const [channel, target] of targets.entries()) {
    const [first, second] = MS_PREDICTORS[Math.min(block[channel]!, MS_PREDICTORS.length - 1)]!;
    let head = channelCount + channel * 2;
    const readHead = (): number => {
      const value = block.readInt16LE(head);
      head += channelCount * 2;
      return value;
    };
    let scale = readHead();
    let last = readHead();
    let beforeLast = readHead();
    target[at] = beforeLast / 32_768;
    target[at + 1] = last / 32_768;
    for (let number = 0; number < samplesPerBlock - 2; number += 1) {
      const position = number * channelCount + channel;
      const byte = block[channelCount * 7 + (position >> 1)]!;
      const code = position & 1 ? byte & 15 : byte >> 4;
      const predicted = (last * first + beforeLast * second) >> 8;
      beforeLast = last;
      last = clampSample(predicted + (code >= 8 ? code - 16 : code) * scale);
      scale = Math.max(16, (MS_SCALES[code]! * scale) >> 8);
      target[at + 2 + number] = last / 32_768;
    }
  }
};
