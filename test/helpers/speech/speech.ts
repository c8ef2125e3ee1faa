import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Audio } from "../../../src/analyzer/analyzer.js";
import type { EmbeddedOptions } from "../../../src/analyzer/embedded/index.js";
import { createLog } from "../../../src/base/log/log.js";

/** Whether tests can generate voices. */
export const hasFlite = spawnSync("flite", ["--version"]).error === undefined;

if (!hasFlite)
  console.warn("tests of speech are skipped: they need Debian's flite (apt-get install flite)");

/** 16-bit samples of one channel at 16,000 Hz. */
export type Samples = Int16Array;

const SAMPLE_RATE = 16_000;

/** Speaks a text by a voice of flite: slt, rms, awb or kal16. `stretch`: below 1 is faster. */
export const speak = (voice: string, text: string, stretch = 1): Samples => {
  const path = join(tmpdir(), `debrief-voice-${randomUUID()}.wav`);
  try {
    const speed = ["--setf", `duration_stretch=${stretch}`];
    execFileSync("flite", ["-voice", voice, ...speed, "-t", text, path]);
    const file = readFileSync(path);
    return new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length));
  } finally {
    rmSync(path, { force: true });
  }
};

/** Speaks a text as `speak` does, with so many words a second. Never slower than the voice's own speed. */
export const speakAtRate = (voice: string, text: string, wordsPerSecond: number): Samples => {
  const natural = speak(voice, text);
  const wordCount = text.trim().split(/\s+/).length;
  const naturalRate = (wordCount * SAMPLE_RATE) / natural.length;
  return speak(voice, text, Math.min(1, naturalRate / wordsPerSecond));
};

/** Places samples on a silent channel. `parts`: [seconds from the start, samples]. */
export const buildChannel = (
  seconds: number,
  parts: readonly (readonly [at: number, samples: Samples])[] = [],
): Samples => {
  const channel = new Int16Array(seconds * SAMPLE_RATE);
  for (const [at, samples] of parts) channel.set(samples, Math.round(at * SAMPLE_RATE));
  return channel;
};

export const buildTone = (seconds: number, hertz: number): Samples =>
  Int16Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, at) => 12_000 * Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE),
  );

const buildHead = (
  channels: number,
  rate: number,
  code: number,
  bytes: number,
  dataBytes: number,
) => {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + dataBytes, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(code, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * bytes, 28);
  head.writeUInt16LE(channels * bytes, 32);
  head.writeUInt16LE(bytes * 8, 34);
  head.write("data", 36);
  head.writeUInt32LE(dataBytes, 40);
  return head;
};

/** Builds a WAV of 16-bit PCM. */
export const buildWav = (...channels: readonly Samples[]): Buffer => {
  const length = channels[0]!.length;
  const data = Buffer.alloc(length * channels.length * 2);
  for (let at = 0; at < length; at += 1)
    for (const [channel, samples] of channels.entries())
      data.writeInt16LE(samples[at]!, (at * channels.length + channel) * 2);
  return Buffer.concat([buildHead(channels.length, SAMPLE_RATE, 1, 2, data.length), data]);
};

/** Compresses a sample by µ-law. */
const toUlaw = (sample: number): number => {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(32_635, Math.abs(sample)) + 132;
  const segment = Math.max(0, Math.floor(Math.log2(magnitude)) - 7);
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 15)) & 0xff;
};

/** Builds a WAV as telephones record it: µ-law at 8 kHz. */
export const buildUlawWav = (...channels: readonly Samples[]): Buffer => {
  const length = Math.floor(channels[0]!.length / 2);
  const data = Buffer.alloc(length * channels.length);
  for (let at = 0; at < length; at += 1)
    for (const [channel, samples] of channels.entries())
      data[at * channels.length + channel] = toUlaw((samples[at * 2]! + samples[at * 2 + 1]!) / 2);
  return Buffer.concat([buildHead(channels.length, SAMPLE_RATE / 2, 7, 1, data.length), data]);
};

/** A directory for a test's files. */
export const createSpeechDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-speech-"));
  return {
    directory,
    /** Returns the path. */
    write: (content: Uint8Array, extension = ""): string => {
      const path = join(directory, randomUUID() + extension);
      writeFileSync(path, content);
      return path;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
};

/** Returns the parts of a transcriber whose stored files are paths. */
export const buildTranscriberParts = (directory: string): EmbeddedOptions => ({
  log: createLog("silent"),
  directory: join(directory, "analysis"),
  media: {
    open: async (_organizationId: string, file: string) => createReadStream(file),
  } as unknown as EmbeddedOptions["media"],
  storePeaks: async () => {},
  destinations: {} as EmbeddedOptions["destinations"],
});

export const buildAudio = (path: string, more: Partial<Audio> = {}): Audio => ({
  organizationId: "org",
  storedFile: { file: path, type: "audio/wav" },
  mediaUrl: null,
  duration: 0,
  repChannel: 0,
  ...more,
});
