import type { AudioFileReader } from "../audio-file.js";
import type { FrameHead, ParseFrameHead } from "./frame-head.js";
import { isTag, skipInnerTags } from "./tags.js";

const WINDOW_BYTES = 256 * 1024;
/** The longest frames: 2,880 bytes of MP3, 8,191 of AAC. */
const MAX_FRAME_BYTES = 8 * 1024;
const MIN_HEAD_BYTES = 8;
/** The frames in a row that no random bytes contain. */
const SYNC_FRAMES = 4;

/** Counts the frames of one form in a row, up to `max`. Infinity if they extend to the end of a whole file. */
const countFrames = (
  bytes: Buffer,
  start: number,
  parse: ParseFrameHead,
  { max = SYNC_FRAMES, isWhole }: { max?: number; isWhole: boolean },
): number => {
  let at = start;
  let form: number | undefined;
  for (let count = 0; count < max; count += 1) {
    if (isWhole && count > 0 && (at === bytes.length || isTag(bytes, at))) return Infinity;
    const head = parse(bytes, at);
    if (!head || (form !== undefined && head.form !== form)) return count;
    form = head.form;
    at += head.length;
  }
  return max;
};

/** Returns the position of the first frame of a row; undefined if there is none. */
export const findFrames = (
  bytes: Buffer,
  start: number,
  parse: ParseFrameHead,
  isWhole: boolean,
): number | undefined => {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (countFrames(bytes, at, parse, { isWhole }) >= SYNC_FRAMES) return at;
  return undefined;
};

export type ScannedPart =
  | { kind: "frame"; head: FrameHead; bytes: Buffer }
  /** Damaged bytes after the frames of `head`, and how many of them they had. */
  | { kind: "lost"; head: FrameHead; frames: number }
  /** The last frame isn't whole. */
  | { kind: "cut"; head: FrameHead }
  /** What follows the last frame, from `start` on, is none. */
  | { kind: "rest"; head: FrameHead; start: number };

/**
 * Yields the frames of a file. A frame counts if another, a tag or the end of the file follows; bytes before the first
 * frame, and tags, are skipped.
 */
export const scanFrames = async function* (
  file: AudioFileReader,
  parse: ParseFrameHead,
  start = 0,
  end = file.size,
): AsyncGenerator<ScannedPart> {
  let position = start;
  let last: FrameHead | undefined;
  let frameCount = 0;
  let frameBytes = 0;
  /** Where the bytes began that are no frames. */
  let gapStart: number | undefined;
  while (position < end) {
    const bytes = await file.read(position, Math.min(WINDOW_BYTES, end - position));
    const isWhole = position + bytes.length >= end;
    const limit = isWhole ? bytes.length : bytes.length - (SYNC_FRAMES + 1) * MAX_FRAME_BYTES;
    let at = 0;
    while (at < limit) {
      const head = parse(bytes, at);
      const next = at + (head?.length ?? 0);
      const isNext =
        head && gapStart === undefined && last
          ? followsFrame(bytes, next, parse, isWhole)
          : head && countFrames(bytes, at, parse, { isWhole }) >= SYNC_FRAMES;
      if (head && isNext) {
        if (gapStart !== undefined && last) {
          // Frames of silence are short.
          const frames = Math.round((position + at - gapStart) / (frameBytes / frameCount));
          yield { kind: "lost", head: last, frames: Math.max(1, frames) };
        }
        gapStart = undefined;
        yield { kind: "frame", head, bytes: bytes.subarray(at, next) };
        last = head;
        frameCount += 1;
        frameBytes += head.length;
        at = next;
        continue;
      }
      if (last && gapStart === undefined && isTag(bytes, at)) {
        // Another file may follow the tag.
        const tagEnd = (await skipInnerTags(file, position + at)) - position;
        at = tagEnd > at ? tagEnd : (findFrames(bytes, at, parse, isWhole) ?? limit);
        continue;
      }
      gapStart ??= position + at;
      const candidate = bytes.indexOf(0xff, at + 1);
      at = candidate < 0 ? limit : Math.min(candidate, limit);
    }
    position += at;
  }
  if (!last || gapStart === undefined) return;
  yield* readEnd(file, parse, { start: gapStart, end, last });
  yield { kind: "rest", head: last, start: gapStart };
};

const followsFrame = (
  bytes: Buffer,
  next: number,
  parse: ParseFrameHead,
  isWhole: boolean,
): boolean =>
  (isWhole && next === bytes.length) || parse(bytes, next) !== undefined || isTag(bytes, next);

/** Yields a whole last frame before other bytes, or that it is cut. */
const readEnd = async function* (
  file: AudioFileReader,
  parse: ParseFrameHead,
  { start, end, last }: { start: number; end: number; last: FrameHead },
): AsyncGenerator<ScannedPart> {
  const bytes = await file.read(start, Math.min(MAX_FRAME_BYTES, end - start));
  const isStart = bytes.length < MIN_HEAD_BYTES && bytes[0] === 0xff;
  const head = parse(bytes, 0) ?? (isStart ? last : undefined);
  if (!head) return;
  if (head.length > bytes.length) {
    yield { kind: "cut", head };
    return;
  }
  yield { kind: "frame", head, bytes: bytes.subarray(0, head.length) };
  // The beginning of another one.
  if (bytes[head.length] === 0xff) yield { kind: "cut", head };
};
