import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import type { AudioPart } from "./audio-part.js";
import { addToCrc16 } from "./checksums.js";
import {
  type FlacHead,
  parseFlacHead,
  parseStreamInfo,
  STREAM_INFO_BYTES,
  type StreamInfo,
} from "./flac-head.js";
import { isTag, skipInnerTags } from "./tags.js";
import { Timeline } from "./timeline.js";

const MARK = "fLaC";
const MARK_START = 0x66;
const BLOCK_HEAD_BYTES = 4;
const MAX_BLOCKS = 256;
const WINDOW_BYTES = 1024 ** 2;
const MAX_FRAME_BYTES = 384 * 1024;
const MIN_FRAME_BYTES = 10;

const startsWithMark = (bytes: Buffer, at: number): boolean =>
  bytes.toString("latin1", at, at + MARK.length) === MARK;

interface FlacStream {
  info: StreamInfo;
  start: number;
  config: Buffer;
}

/** Reads the metadata blocks after a mark. */
const readStream = async (file: AudioFileReader, position: number): Promise<FlacStream> => {
  const head = await file.read(position, BLOCK_HEAD_BYTES * 2 + STREAM_INFO_BYTES);
  if (head.toString("latin1", 0, 4) !== MARK || head.length < 42)
    throw unsupportedAudio("the FLAC file is damaged");
  let start = position + BLOCK_HEAD_BYTES;
  for (let block = 0; block < MAX_BLOCKS; block += 1) {
    const blockHead = await file.read(start, BLOCK_HEAD_BYTES);
    // A damaged length: frames are looked for from here on.
    if (blockHead.length < BLOCK_HEAD_BYTES) break;
    const next = start + BLOCK_HEAD_BYTES + blockHead.readUIntBE(1, 3);
    if (next > file.size || (blockHead[0]! & 0x7f) > 6) break;
    start = next;
    if (blockHead[0]! & 0x80) break;
  }
  const config = Buffer.from(head);
  // STREAMINFO is the last block for the decoder.
  config[4] = 0x80;
  return { info: parseStreamInfo(head.subarray(8)), start, config };
};

/** Returns the length of the frame at a position; undefined if it isn't whole or is damaged. */
const measureFrame = (
  bytes: Buffer,
  start: number,
  isWhole: boolean,
): { length: number; isLast: boolean } | undefined => {
  const end = Math.min(bytes.length, start + MAX_FRAME_BYTES);
  let crc = 0;
  for (let at = start; at < end; at += 1) {
    if (crc === 0 && at >= start + MIN_FRAME_BYTES) {
      const isStart = bytes[at] === 0xff && parseFlacHead(bytes, at) !== undefined;
      if (isStart || isTag(bytes, at) || startsWithMark(bytes, at))
        return { length: at - start, isLast: false };
    }
    crc = addToCrc16(crc, bytes[at]!);
  }
  return isWhole && crc === 0 ? { length: end - start, isLast: true } : undefined;
};

const timeOf = (head: FlacHead, { blockSamples, sampleRate }: StreamInfo): number =>
  (head.hasSampleNumber ? head.number : head.number * blockSamples) / sampleRate;

/** Reads FLAC, also several files one after the other. */
export const readFlacParts = async function* (file: AudioFileReader): AsyncGenerator<AudioPart> {
  let position = 0;
  while (position < file.size) {
    const { info, start, config } = await readStream(file, position);
    if (info.sampleRate === 0) throw unsupportedAudio("the FLAC file is damaged");
    yield {
      kind: "stream",
      stream: { codec: "flac", sampleRate: info.sampleRate, config: [config] },
    };
    const timeline = new Timeline();
    position = yield* readFrames(file, { info, start }, timeline);
    const missing = info.totalSamples / info.sampleRate - timeline.read;
    if (missing > 0.001) yield { kind: "cut", seconds: missing };
    else if (timeline.hasLostBytes) yield { kind: "cut", seconds: 0 };
  }
};

/** Yields the frames of a stream. Returns where the next stream begins. */
const readFrames = async function* (
  file: AudioFileReader,
  { info, start }: Pick<FlacStream, "info" | "start">,
  timeline: Timeline,
): AsyncGenerator<AudioPart, number> {
  let position = start;
  while (position < file.size) {
    const bytes = await file.read(position, WINDOW_BYTES);
    const isWhole = position + bytes.length >= file.size;
    const limit = isWhole ? bytes.length : bytes.length - MAX_FRAME_BYTES;
    let at = 0;
    while (at < limit) {
      if (startsWithMark(bytes, at)) return position + at;
      const head = parseFlacHead(bytes, at);
      const isLike = head && head.channelCount === info.channelCount;
      const frame = isLike ? measureFrame(bytes, at, isWhole) : undefined;
      if (head && frame) {
        const seconds = head.samples / info.sampleRate;
        yield* timeline.add(timeOf(head, info), seconds);
        yield { kind: "packet", bytes: bytes.subarray(at, at + frame.length), seconds };
        at += frame.length;
        if (!frame.isLast) continue;
        return file.size;
      }
      const tagEnd = (await skipInnerTags(file, position + at)) - position;
      if (tagEnd > at) {
        at = tagEnd;
        continue;
      }
      const next = findNext(bytes, at + 1);
      const skipped = (next < 0 ? limit : Math.min(next, limit)) - at;
      if (!isTag(bytes, at)) timeline.addLostBytes(skipped);
      at += skipped;
    }
    position += at;
  }
  return file.size;
};

/** Finds where a frame or another file may begin; -1 if nowhere. */
const findNext = (bytes: Buffer, start: number): number => {
  for (let at = start; at < bytes.length; at += 1)
    if (bytes[at] === 0xff || (bytes[at] === MARK_START && startsWithMark(bytes, at))) return at;
  return -1;
};
