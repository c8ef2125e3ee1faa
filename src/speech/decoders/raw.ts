import { findRawType } from "../raw-formats.js";
import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { G722_SAMPLES_PER_BYTE, G722Decoder } from "../codecs/g722.js";
import { GsmDecoder } from "../codecs/gsm.js";
import {
  type BlockAudio,
  type BlockCoding,
  decodeBlockAudio,
  decodeIntegers,
} from "./block-audio.js";
import { ALAW_SAMPLES, decodeCodes, ULAW_SAMPLES } from "./g711.js";

type RawCoding = BlockCoding & Pick<BlockAudio, "sampleRate">;

const codeTable = (table: Float32Array): RawCoding => ({
  sampleRate: 8_000,
  blockBytes: 1,
  samplesPerBlock: 1,
  warmUpBlocks: 0,
  createDecoder: () => decodeCodes(table, 1),
});

/** Formats without a header, by type. A warm-up lasts 0.2 s. */
const CODINGS = new Map<string, RawCoding>([
  [
    "audio/x-gsm",
    {
      sampleRate: 8_000,
      blockBytes: 33,
      samplesPerBlock: 160,
      warmUpBlocks: 10,
      createDecoder: () => decodeIntegers(new GsmDecoder("raw")),
    },
  ],
  [
    "audio/g722",
    {
      sampleRate: 16_000,
      blockBytes: 1,
      samplesPerBlock: G722_SAMPLES_PER_BYTE,
      warmUpBlocks: 1_600,
      createDecoder: () => decodeIntegers(new G722Decoder()),
    },
  ],
  ["audio/basic", codeTable(ULAW_SAMPLES)],
  ["audio/x-alaw", codeTable(ALAW_SAMPLES)],
]);

/** Describes a mono file without a header; undefined for another type. */
export const findRawAudio = (type: string, bytes: number): BlockAudio | undefined => {
  const coding = CODINGS.get(type);
  return coding && { ...coding, channelCount: 1, start: 0, end: bytes, missingBytes: 0 };
};

/** Decodes a mono file without a header by the extension of its name. */
export const decodeRaw = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  yield* decodeBlockAudio(file, findRawAudio(findRawType([file.path])!, file.size)!);
};
