import type { AudioFileReader } from "../audio-file.js";
import type { AudioPart, Codec } from "./audio-part.js";
import { type FrameHead, type ParseFrameHead, parseAdtsHead, parseMpegHead } from "./frame-head.js";
import { findAudio } from "./find-audio.js";
import { scanFrames } from "./scan-frames.js";

const AAC_LOW_COMPLEXITY = 2;
const ADTS_HEAD_BYTES = 7;
const ADTS_CHECKSUM_BYTES = 2;
/** A frame with numbers about the file. Its position depends on the version and the channels. */
const INFO_POSITIONS = [13, 21, 36];
const VBRI_POSITION = 36;
const HAS_FRAME_COUNT = 1;
/** Encoders differ in whether they count the info frame, and how many frames are lost is an estimate. */
const MIN_MISSING_FRAMES = 3;

/** Returns the frames that an info frame states, 0 if it states none; undefined for a frame with audio. */
const readInfo = (frame: Buffer): number | undefined => {
  const at = INFO_POSITIONS.find((start) =>
    /^(Xing|Info)$/.test(frame.toString("latin1", start, start + 4)),
  );
  const stated = (start: number): number =>
    start + 4 <= frame.length ? frame.readUInt32BE(start) : 0;
  if (at !== undefined) return stated(at + 4) & HAS_FRAME_COUNT ? stated(at + 8) : 0;
  return frame.toString("latin1", VBRI_POSITION, VBRI_POSITION + 4) === "VBRI"
    ? stated(VBRI_POSITION + 14)
    : undefined;
};

/** Builds the AudioSpecificConfig of an ADTS header. */
const buildAacConfig = (head: Buffer): Buffer => {
  const rate = (head[2]! >> 2) & 15;
  const channels = ((head[2]! & 1) << 2) | (head[3]! >> 6);
  return Buffer.from([
    (AAC_LOW_COMPLEXITY << 3) | (rate >> 1),
    ((rate & 1) << 7) | (channels << 3),
  ]);
};

interface FrameCoding {
  codec: Codec;
  parse: ParseFrameHead;
  buildConfig: (frame: Buffer) => Buffer[];
  /** Returns what the decoder receives. */
  extract: (frame: Buffer) => Buffer;
  readInfo: (frame: Buffer) => number | undefined;
}

const MP3: FrameCoding = {
  codec: "mp3",
  parse: parseMpegHead,
  buildConfig: () => [],
  extract: (frame) => frame,
  readInfo,
};

const ADTS: FrameCoding = {
  codec: "aac",
  parse: parseAdtsHead,
  buildConfig: (frame) => [buildAacConfig(frame)],
  extract: (frame) => frame.subarray(ADTS_HEAD_BYTES + (frame[1]! & 1 ? 0 : ADTS_CHECKSUM_BYTES)),
  readInfo: () => undefined,
};

const toSeconds = ({ samples, sampleRate }: FrameHead): number => samples / sampleRate;

/** Compares the frames of a file with those that it states. */
class FrameCount {
  #stated = 0;
  #read = 0;

  /** Another file begins. */
  begin(stated: number): void {
    this.#stated = stated;
    this.#read = 0;
  }

  add(frames: number): void {
    this.#read += frames;
  }

  /** Returns how many of the frames between two are lost. After the last one, other bytes are no audio. */
  limitLost(frames: number): number {
    const left = this.#stated - this.#read;
    return this.#stated > 0 && left >= 0 ? Math.min(frames, left) : frames;
  }

  /** The frames that are not there. */
  get missing(): number {
    const missing = this.#stated - this.#read;
    return missing < MIN_MISSING_FRAMES ? 0 : missing;
  }
}

const readFrameParts = async function* (
  file: AudioFileReader,
  { codec, parse, buildConfig, extract, readInfo: readStated }: FrameCoding,
  start?: number,
  end?: number,
): AsyncGenerator<AudioPart> {
  let form: number | undefined;
  let frameSeconds = 0;
  let isCut = false;
  const count = new FrameCount();
  for await (const part of scanFrames(file, parse, start, end)) {
    frameSeconds = toSeconds(part.head);
    if (part.kind === "lost") {
      const frames = count.limitLost(part.frames);
      count.add(frames);
      if (frames > 0) yield { kind: "lost", seconds: frameSeconds * frames };
      continue;
    }
    if (part.kind === "cut") {
      isCut = true;
      continue;
    }
    if (part.kind === "rest") {
      // A joined file of another format.
      if (await findAudio(file.from(part.start))) yield { kind: "unread" };
      continue;
    }
    if (part.head.form !== form) {
      form = part.head.form;
      const { sampleRate } = part.head;
      yield { kind: "stream", stream: { codec, sampleRate, config: buildConfig(part.bytes) } };
    }
    const stated = readStated(part.bytes);
    if (stated === undefined) {
      count.add(1);
      yield { kind: "packet", bytes: extract(part.bytes), seconds: frameSeconds };
      continue;
    }
    if (count.missing > 0) yield { kind: "lost", seconds: frameSeconds * count.missing };
    count.begin(stated);
  }
  const missing = Math.max(count.missing, isCut ? 1 : 0);
  if (missing > 0) yield { kind: "cut", seconds: frameSeconds * missing };
};

/** Reads MP3, also several files one after the other, or a part of another file. */
export const readMp3Parts = (
  file: AudioFileReader,
  start?: number,
  end?: number,
): AsyncGenerator<AudioPart> => readFrameParts(file, MP3, start, end);

/** Reads AAC with ADTS headers. */
export const readAdtsParts = (file: AudioFileReader): AsyncGenerator<AudioPart> =>
  readFrameParts(file, ADTS);
