import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import type { StreamHead } from "./audio-part.js";
import { countOpusSamples, OPUS_RATE } from "./opus-packet.js";
import { readVariable } from "./webm-elements.js";

const Id = { number: 0xd7, type: 0x83, codec: 0x86, config: 0x63_a2, audio: 0xe1, rate: 0xb5 };
const AUDIO = 2;
const MAX_TRACK_BYTES = 1024 ** 2;
const AAC_SAMPLES = 1_024;

/** An audio track. */
export interface WebmTrack {
  number: number;
  stream: StreamHead;
  skippedSeconds: number;
  /** The playing time of a frame. */
  measure: (frame: Buffer) => number;
}

const readFields = (bytes: Buffer): Map<number, Buffer> => {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const id = readVariable(bytes, at, true);
    const size = id && readVariable(bytes, at + id.length, false);
    if (!size) break;
    const start = at + id.length + size.length;
    at = start + (size.value ?? bytes.length);
    fields.set(id.value!, bytes.subarray(start, at));
  }
  return fields;
};

const toNumber = (bytes: Buffer | undefined): number =>
  bytes && bytes.length > 0 && bytes.length <= 6 ? bytes.readUIntBE(0, bytes.length) : 0;

/** Reads a number with a fraction, of four or eight bytes; 0 if there is none. */
export const toFloat = (bytes: Buffer | undefined): number => {
  if (bytes?.length === 4) return bytes.readFloatBE(0);
  return bytes?.length === 8 ? bytes.readDoubleBE(0) : 0;
};

/** Returns whether a track has audio. */
export const isAudioTrack = async (
  file: AudioFileReader,
  start: number,
  length: number,
): Promise<boolean> =>
  toNumber(readFields(await file.read(start, Math.min(length, MAX_TRACK_BYTES))).get(Id.type)) ===
  AUDIO;

/** Reads a track; undefined for video and subtitles. @throws SpeechError for another codec than Opus and AAC */
export const readTrack = async (
  file: AudioFileReader,
  start: number,
  length: number,
): Promise<WebmTrack | undefined> => {
  const fields = readFields(await file.read(start, Math.min(length, MAX_TRACK_BYTES)));
  if (toNumber(fields.get(Id.type)) !== AUDIO) return undefined;
  const number = toNumber(fields.get(Id.number));
  const config = fields.get(Id.config) ?? Buffer.alloc(0);
  const codec = fields.get(Id.codec)?.toString("latin1");
  if (codec === "A_OPUS")
    return {
      number,
      stream: { codec: "opus", sampleRate: OPUS_RATE, config: [config] },
      skippedSeconds: config.length >= 12 ? config.readUInt16LE(10) / OPUS_RATE : 0,
      measure: (frame) => countOpusSamples(frame) / OPUS_RATE,
    };
  const audio = fields.get(Id.audio);
  const sampleRate = (audio && toFloat(readFields(audio).get(Id.rate))) || 8_000;
  if (codec === "A_AAC")
    return {
      number,
      stream: { codec: "aac", sampleRate, config: [config] },
      skippedSeconds: 0,
      measure: () => AAC_SAMPLES / sampleRate,
    };
  throw unsupportedAudio(
    "its WebM codec isn't Opus or AAC; set the recorder to one of them, or to WAV",
  );
};
