import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AudioFileReader } from "../../../src/speech/audio-file.js";
import { type AudioGap, decodeAudio } from "../../../src/speech/decode-audio.js";

/** Reads a file of test/fixtures/speech: 2.38 s of speech. */
export const readSpeech = (name: string): Buffer =>
  readFileSync(join("test/fixtures/speech", name));

/** Reads a file of test/fixtures/tones: one tone, without a pause. */
export const readTone = (name: string): Buffer => readFileSync(join("test/fixtures/tones", name));

/** What is heard of a file. */
export interface Heard {
  seconds: number;
  /** The energy of each tenth of a second. */
  levels: number[];
  gaps: AudioGap[];
}

const LEVELS_PER_SECOND = 10;

/** Decodes the first channel of a file. */
export const hearFile = async (path: string): Promise<Heard> => {
  await using file = await AudioFileReader.open(path);
  const gaps: AudioGap[] = [];
  const levels: number[] = [];
  let seconds = 0;
  for await (const { channels, sampleRate } of decodeAudio(file, (gap) => gaps.push(gap))) {
    for (const [at, sample] of channels[0]!.entries()) {
      const level = Math.floor((seconds + at / sampleRate) * LEVELS_PER_SECOND);
      levels[level] = (levels[level] ?? 0) + sample ** 2 / sampleRate;
    }
    seconds += channels[0]!.length / sampleRate;
  }
  return { seconds, levels, gaps };
};

/** Builds an ID3v2 tag with a picture of that many bytes. */
export const buildId3 = (bytes: number): Buffer => {
  const head = Buffer.from("ID3\u0004\0\0", "latin1");
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f));
  return Buffer.concat([head, size, Buffer.alloc(bytes, "\xff\xd8\x01", "latin1")]);
};

const chunk = (name: string, content: Uint8Array, stated = content.length): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(stated, 4);
  return Buffer.concat([head, content]);
};

/** The samples of the speech, with the chunk that describes them. */
const pcm = (): { format: Buffer; samples: Buffer } => {
  const wav = readSpeech("pcm.wav");
  const format = wav.subarray(wav.indexOf("fmt "), wav.indexOf("fmt ") + 24);
  const data = wav.indexOf("data");
  return { format, samples: wav.subarray(data + 8, data + 8 + wav.readUInt32LE(data + 4)) };
};

/** Builds a WAV of chunks around the samples. `stated`: their length in the header. */
export const buildSpeechWav = ({
  id = "RIFF",
  before = [],
  after = [],
  stated,
}: {
  id?: string;
  before?: readonly Buffer[];
  after?: readonly Buffer[];
  stated?: number;
} = {}): Buffer => {
  const { format, samples } = pcm();
  return chunk(
    id,
    Buffer.concat([
      Buffer.from("WAVE"),
      ...before,
      format,
      chunk("data", samples, stated ?? samples.length),
      ...after,
    ]),
  );
};

/** Builds WAV files with chunks in an order of their own, or without the bytes of a block. */
export const buildOddWavs = (): Record<"blockless" | "formatLast" | "twoData", Buffer> => {
  const { format, samples } = pcm();
  const build = (...chunks: Buffer[]): Buffer =>
    chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...chunks]));
  const blockless = Buffer.from(format);
  blockless.writeUInt16LE(0, 8 + 12);
  const half = samples.length / 2 - ((samples.length / 2) % 2);
  return {
    blockless: build(blockless, chunk("data", samples)),
    formatLast: build(chunk("data", samples), format),
    twoData: build(
      format,
      chunk("data", samples.subarray(0, half)),
      buildTags(23),
      chunk("data", samples.subarray(half)),
    ),
  };
};

/** Builds RF64 or BW64: 64-bit sizes in a chunk of their own. */
export const buildLongWav = (id: string, after: readonly Buffer[] = []): Buffer => {
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(pcm().samples.length), 8);
  return buildSpeechWav({ id, before: [chunk("ds64", sizes)], after, stated: 0xffff_ffff });
};

/** Builds a chunk of tags of any length; an odd one isn't padded. */
export const buildTags = (bytes: number): Buffer =>
  chunk("LIST", Buffer.concat([Buffer.from("INFO"), Buffer.alloc(bytes - 4, 7)]));

/** Builds a WAV whose samples are MP3. */
export const buildMp3Wav = (): Buffer => {
  const format = Buffer.alloc(30);
  for (const [at, value] of [0x55, 1].entries()) format.writeUInt16LE(value, at * 2);
  format.writeUInt32LE(16_000, 4);
  format.writeUInt16LE(1, 12);
  const parts = [chunk("fmt ", format), chunk("data", readSpeech("call.mp3"))];
  return chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...parts]));
};

/** Returns bytes that depend only on the seed, and contain no frame. */
export const buildJunk = (bytes: number, seed = 1): Buffer => {
  let state = seed;
  return Buffer.from(
    Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 24) % 255;
    }),
  );
};

/** Inserts bytes at a share of the file. */
export const insertAt = (file: Buffer, share: number, bytes: Buffer): Buffer => {
  const at = Math.floor(file.length * share);
  return Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)]);
};

/** Overwrites bytes at a share of the file. */
export const overwriteAt = (file: Buffer, share: number, bytes: Buffer): Buffer => {
  const copy = Buffer.from(file);
  bytes.copy(copy, Math.floor(file.length * share));
  return copy;
};
