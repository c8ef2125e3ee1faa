import { findRawType } from "../../media/raw-formats.js";
import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { G722Decoder } from "../codecs/g722.js";
import { GsmDecoder } from "../codecs/gsm.js";
import { ALAW_SAMPLES, ULAW_SAMPLES } from "./g711.js";

interface RawDecoder {
  sampleRate: number;
  /** The bytes of a frame. */
  unit: number;
  create: () => (chunk: Buffer) => Float32Array;
}

const FULL_SCALE = 32_768;

const toFloats = (samples: Int16Array): Float32Array =>
  Float32Array.from(samples, (sample) => sample / FULL_SCALE);

const lookUp =
  (table: Float32Array) =>
  (chunk: Buffer): Float32Array =>
    Float32Array.from(chunk, (code) => table[code]!);

/** The decoders of formats without a header, by type. */
const DECODERS = new Map<string, RawDecoder>([
  [
    "audio/x-gsm",
    {
      sampleRate: 8_000,
      unit: 33,
      create: () => {
        const decoder = new GsmDecoder("raw");
        return (chunk) => toFloats(decoder.decode(chunk));
      },
    },
  ],
  [
    "audio/g722",
    {
      sampleRate: 16_000,
      unit: 1,
      create: () => {
        const decoder = new G722Decoder();
        return (chunk) => toFloats(decoder.decode(chunk));
      },
    },
  ],
  ["audio/basic", { sampleRate: 8_000, unit: 1, create: () => lookUp(ULAW_SAMPLES) }],
  ["audio/x-alaw", { sampleRate: 8_000, unit: 1, create: () => lookUp(ALAW_SAMPLES) }],
]);

/** Decodes a mono file without a header by the extension of its name. */
export const decodeRaw = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const { sampleRate, unit, create } = DECODERS.get(findRawType([file.path])!)!;
  const decode = create();
  for await (const chunk of file.readChunks(0, file.size - (file.size % unit), unit))
    yield { channels: [decode(chunk)], sampleRate };
};
