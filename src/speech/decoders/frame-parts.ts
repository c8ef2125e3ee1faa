import type { AudioFileReader } from "../audio-file.js";
import type { AudioPart, Codec } from "./audio-part.js";
import { type FrameHead, type ParseFrameHead, parseAdtsHead, parseMpegHead } from "./frame-head.js";
import { scanFrames } from "./scan-frames.js";

const AAC_LOW_COMPLEXITY = 2;
const ADTS_HEAD_BYTES = 7;
const ADTS_CHECKSUM_BYTES = 2;
/** A frame with numbers about the file. Its position depends on the version and the channels. */
const INFO_POSITIONS = [13, 21, 36];
const VBRI_POSITION = 36;

/** Returns whether an MP3 frame has no audio. */
const isInfo = (frame: Buffer): boolean =>
  INFO_POSITIONS.some((at) => /^(Xing|Info)$/.test(frame.toString("latin1", at, at + 4))) ||
  frame.toString("latin1", VBRI_POSITION, VBRI_POSITION + 4) === "VBRI";

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
  /** Returns what the decoder receives; undefined for a frame without audio. */
  extract: (frame: Buffer) => Buffer | undefined;
}

const MP3: FrameCoding = {
  codec: "mp3",
  parse: parseMpegHead,
  buildConfig: () => [],
  // Joined files have an info frame each.
  extract: (frame) => (isInfo(frame) ? undefined : frame),
};

const ADTS: FrameCoding = {
  codec: "aac",
  parse: parseAdtsHead,
  buildConfig: (frame) => [buildAacConfig(frame)],
  extract: (frame) => frame.subarray(ADTS_HEAD_BYTES + (frame[1]! & 1 ? 0 : ADTS_CHECKSUM_BYTES)),
};

const toSeconds = ({ samples, sampleRate }: FrameHead): number => samples / sampleRate;

const readFrameParts = async function* (
  file: AudioFileReader,
  { codec, parse, buildConfig, extract }: FrameCoding,
  start?: number,
  end?: number,
): AsyncGenerator<AudioPart> {
  let form: number | undefined;
  for await (const part of scanFrames(file, parse, start, end)) {
    const seconds = toSeconds(part.head);
    if (part.kind === "lost") yield { kind: "lost", seconds: seconds * part.frames };
    else if (part.kind === "cut") yield { kind: "cut", seconds };
    else {
      if (part.head.form !== form) {
        form = part.head.form;
        const { sampleRate } = part.head;
        yield { kind: "stream", stream: { codec, sampleRate, config: buildConfig(part.bytes) } };
      }
      const bytes = extract(part.bytes);
      if (bytes) yield { kind: "packet", bytes, seconds };
    }
  }
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
