import type { AudioBlock } from "./audio-block.js";
import { SpeechError, unsupportedAudio } from "./speech-error.js";

const MAX_HOURS = 6;
export const MAX_CHANNELS = 8;
const MIN_RATE = 4_000;
const MAX_RATE = 384_000;
/** Channels count as the same if their correlation is above this; a lossy codec leaves small differences. */
const SAME_CORRELATION = 0.98;
/** The powers must also differ by less than this factor: crosstalk is much quieter than its source. */
const SAME_POWER_RATIO = 4;

/** Returns whether the sample rate is plausible. */
export const isSampleRate = (rate: number): boolean => rate >= MIN_RATE && rate <= MAX_RATE;

/** The results of the first pass over a file. */
export interface Survey {
  seconds: number;
  /** The channels to transcribe: 1 for mono and for two channels with the same sound, else 2. */
  speakerChannels: 1 | 2;
  /** The channels after the second that have a sound of their own, from 2. */
  furtherChannels: number[];
}

/** The sums of two channels' squares and products. */
interface Powers {
  left: number;
  right: number;
  product: number;
}

const addPowers = (powers: Powers, left: Float32Array, right: Float32Array): void => {
  for (let at = 0; at < left.length; at += 1) {
    powers.left += left[at]! ** 2;
    powers.right += right[at]! ** 2;
    powers.product += left[at]! * right[at]!;
  }
};

const NO_POWERS: Powers = { left: 0, right: 0, product: 0 };

/** Compares each channel after the second with the first two. */
class FurtherChannels {
  /** By channel, from 2: with the first and the second one. */
  readonly #powers: [Powers, Powers][] = [];

  add([left, right, ...further]: readonly Float32Array[]): void {
    for (const [at, samples] of further.entries()) {
      const [withLeft, withRight] = (this.#powers[at] ??= [{ ...NO_POWERS }, { ...NO_POWERS }]);
      addPowers(withLeft, left!, samples);
      addPowers(withRight, right!, samples);
    }
  }

  /** Returns the channels with a sound that neither of the first two has. */
  list(): number[] {
    return this.#powers.flatMap((powers, at) =>
      powers[0].right > 0 && !powers.some((one) => areSame(one)) ? [at + 2] : [],
    );
  }
}

const areSame = ({ left, right, product }: Powers): boolean => {
  if (left === 0 || right === 0) return false;
  const ratio = left / right;
  if (ratio > SAME_POWER_RATIO || ratio < 1 / SAME_POWER_RATIO) return false;
  return product / Math.sqrt(left * right) > SAME_CORRELATION;
};

/** Measures a file's length, and compares its channels. @throws SpeechError beyond a limit */
export const surveyAudio = async (
  blocks: AsyncIterable<AudioBlock>,
  maxHours = MAX_HOURS,
): Promise<Survey> => {
  let seconds = 0;
  let channelCount = 0;
  const powers = { ...NO_POWERS };
  const further = new FurtherChannels();
  for await (const { channels, sampleRate } of blocks) {
    if (channels.length > MAX_CHANNELS)
      throw new SpeechError(
        `The recording has ${channels.length} channels; the maximum is ${MAX_CHANNELS}`,
      );
    if (!isSampleRate(sampleRate)) throw unsupportedAudio(`its sample rate is ${sampleRate}`);
    channelCount = Math.max(channelCount, channels.length);
    const [left, right] = channels;
    if (!left) continue;
    seconds += left.length / sampleRate;
    if (seconds > maxHours * 3_600)
      throw new SpeechError(`The recording is longer than ${maxHours} hours`);
    if (!right) continue;
    addPowers(powers, left, right);
    further.add(channels);
  }
  const isMono = channelCount < 2 || areSame(powers);
  return { seconds, speakerChannels: isMono ? 1 : 2, furtherChannels: further.list() };
};
