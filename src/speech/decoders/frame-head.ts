/** The header of a frame of MP3 or AAC. */
export interface FrameHead {
  /** The bytes of the frame, with its header. */
  length: number;
  samples: number;
  sampleRate: number;
  /** The same for all frames of one stream. */
  form: number;
}

/** Reads the header at a position; undefined if there is none. */
export type ParseFrameHead = (bytes: Buffer, at: number) => FrameHead | undefined;

const MPEG_RATES = [44_100, 48_000, 32_000];
const VERSION_1 = 3;
const VERSION_2 = 2;
const RESERVED_VERSION = 1;
const LAYER_1 = 3;
const LAYER_3 = 1;
// kbit/s by the header's index; ISO 11172-3 and 13818-3.
const BITRATES = {
  first1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  first2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  first3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  second1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  second: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const findBitrates = (version: number, layer: number): readonly number[] => {
  if (version !== VERSION_1) return layer === LAYER_1 ? BITRATES.second1 : BITRATES.second;
  if (layer === LAYER_1) return BITRATES.first1;
  return layer === LAYER_3 ? BITRATES.first3 : BITRATES.first2;
};

/** Reads the header of an MPEG audio frame, layers 1 to 3. */
export const parseMpegHead: ParseFrameHead = (bytes, at) => {
  if (bytes[at] !== 0xff || at + 4 > bytes.length) return undefined;
  const second = bytes[at + 1]!;
  const third = bytes[at + 2]!;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const baseRate = MPEG_RATES[(third >> 2) & 3];
  const bitrate = findBitrates(version, layer)[third >> 4];
  if (second < 0xe0 || version === RESERVED_VERSION || layer === 0) return undefined;
  if (baseRate === undefined || !bitrate) return undefined;
  const sampleRate = version === VERSION_1 ? baseRate : baseRate / (version === VERSION_2 ? 2 : 4);
  const padding = (third >> 1) & 1;
  const form = (version << 4) | (layer << 2) | ((third >> 2) & 3);
  if (layer === LAYER_1)
    return {
      length: (Math.floor((12_000 * bitrate) / sampleRate) + padding) * 4,
      samples: 384,
      sampleRate,
      form,
    };
  const samples = layer === LAYER_3 && version !== VERSION_1 ? 576 : 1_152;
  const length = Math.floor((samples * 125 * bitrate) / sampleRate) + padding;
  return { length, samples, sampleRate, form };
};

const ADTS_HEAD_BYTES = 7;
const ADTS_SAMPLES = 1_024;
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];

/** Reads the header of an AAC frame. */
export const parseAdtsHead: ParseFrameHead = (bytes, at) => {
  if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return undefined;
  if (at + ADTS_HEAD_BYTES > bytes.length) return undefined;
  const sampleRate = AAC_RATES[(bytes[at + 2]! >> 2) & 15];
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  if (sampleRate === undefined || length <= ADTS_HEAD_BYTES) return undefined;
  // The profile, the rate and the channels.
  const form = (bytes[at + 2]! << 2) | (bytes[at + 3]! >> 6);
  return { length, samples: ADTS_SAMPLES * ((bytes[at + 6]! & 3) + 1), sampleRate, form };
};
