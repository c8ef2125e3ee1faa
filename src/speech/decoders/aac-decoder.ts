import CPEElement from "aac/src/cpe.js";
import FilterBank from "aac/src/filter_bank.js";
import ICStream, { type AacConfig } from "aac/src/ics.js";
import { unsupportedAudio } from "../speech-error.js";
import { shapeNoise } from "./aac-noise-shaping.js";
import { splitStereo } from "./aac-stereo.js";
import { BitReader } from "./bit-reader.js";

const FRAME_SAMPLES = 1_024;
const FULL_SCALE = 32_768;
const LOW_COMPLEXITY = 2;
/** Profiles with an AAC-LC core: HE-AAC, and HE-AAC with parametric stereo. */
const HIGH_EFFICIENCY = new Set([5, 29]);
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const Element = { single: 0, pair: 1, lowFrequency: 3, data: 4, fill: 6, end: 7 } as const;

/** How a stream is coded. Channels: 1 or 2. */
export interface AacFormat {
  sampleIndex: number;
  channelCount: number;
}

/** Reads a format. @throws SpeechError unless it has an AAC-LC core */
export const parseAacFormat = (config: Uint8Array): AacFormat => {
  const bits = new BitReader(config);
  const profile = bits.read(5);
  const sampleIndex = bits.read(4);
  const channelCount = bits.read(4);
  if (profile !== LOW_COMPLEXITY && !HIGH_EFFICIENCY.has(profile))
    throw unsupportedAudio("its kind of AAC isn't supported");
  return { sampleIndex, channelCount };
};

/**
 * Decodes frames of AAC-LC, and of HE-AAC without its upper band. The package `aac` parses the elements; its own
 * decoder lacks noise shaping and uses the first frame's window for every frame.
 */
export class AacDecoder {
  readonly sampleRate: number;
  readonly #channelCount: number;
  readonly #config: AacConfig;
  readonly #filterBank: FilterBank;
  readonly #windowShapes: number[];

  /** @throws SpeechError if the format isn't supported */
  constructor({ sampleIndex, channelCount }: AacFormat) {
    const sampleRate = AAC_RATES[sampleIndex];
    if (sampleRate === undefined || channelCount < 1 || channelCount > 2)
      throw unsupportedAudio("its kind of AAC isn't supported");
    this.sampleRate = sampleRate;
    this.#channelCount = channelCount;
    this.#config = {
      profile: LOW_COMPLEXITY,
      sampleIndex,
      chanConfig: channelCount,
      frameLength: FRAME_SAMPLES,
    };
    this.#filterBank = new FilterBank(false, channelCount);
    this.#windowShapes = Array.from({ length: channelCount }, () => 0);
  }

  /** Decodes a frame. A damaged frame becomes silence. */
  decodeFrame(frame: Uint8Array): { channels: Float32Array[]; isDamaged: boolean } {
    const channels = Array.from(
      { length: this.#channelCount },
      () => new Float32Array(FRAME_SAMPLES),
    );
    try {
      this.#decodeElements(new BitReader(frame), channels);
    } catch {
      for (const channel of channels) channel.fill(0);
      return { channels, isDamaged: true };
    }
    return { channels, isDamaged: false };
  }

  #decodeElements(bits: BitReader, channels: Float32Array[]): void {
    let channel = 0;
    for (let element = bits.read(3); element !== Element.end; element = bits.read(3)) {
      if (element === Element.fill) {
        skipFill(bits);
        continue;
      }
      bits.advance(4);
      if (element === Element.data) skipData(bits);
      else if (element === Element.pair) {
        const pair = new CPEElement(this.#config);
        replaceNoise(pair.left);
        replaceNoise(pair.right);
        pair.decode(bits, this.#config);
        splitStereo(pair);
        this.#synthesize(pair.left, channel, channels[channel]);
        // A common window has one info; its last shape is the previous frame's shape, for both channels.
        this.#synthesize(pair.right, channel + 1, channels[channel + 1]);
        channel += 2;
      } else if (element === Element.single || element === Element.lowFrequency) {
        const single = new ICStream(this.#config);
        replaceNoise(single);
        single.decode(bits, this.#config, false);
        this.#synthesize(single, channel, channels[channel]);
        channel += 1;
      } else throw new RangeError("an element that telephone calls don't have");
    }
  }

  #synthesize(stream: ICStream, channel: number, output: Float32Array | undefined): void {
    if (!output) return;
    if (stream.tnsPresent) shapeNoise(stream);
    const { info } = stream;
    info.windowShape[0] = this.#windowShapes[channel]!;
    this.#windowShapes[channel] = info.windowShape[1]!;
    this.#filterBank.process(info, stream.data, output, channel);
    for (let at = 0; at < output.length; at += 1) output[at]! /= FULL_SCALE;
  }
}

/** The package's own noise generator reaches 0 after some samples, and the frame then becomes infinite. */
const replaceNoise = (stream: ICStream): void => {
  let state = 1;
  Object.defineProperty(stream, "randomState", {
    get: () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0),
    set: () => {},
  });
};

const skipFill = (bits: BitReader): void => {
  const count = bits.read(4);
  bits.advance(8 * (count === 15 ? 14 + bits.read(8) : count));
};

const skipData = (bits: BitReader): void => {
  const isAligned = bits.read(1);
  const count = bits.read(8);
  const total = count === 255 ? count + bits.read(8) : count;
  if (isAligned) bits.align();
  bits.advance(8 * total);
};
