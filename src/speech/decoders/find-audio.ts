import type { ByteSource } from "../audio-file.js";
import { type ParseFrameHead, parseAdtsHead, parseMpegHead } from "./frame-head.js";
import { findFrames } from "./scan-frames.js";
import { skipTags } from "./tags.js";

export type AudioFormat = "adts" | "flac" | "mp3" | "mp4" | "ogg" | "wav" | "webm";

/** Where a file's audio begins. Tags and junk may precede it. */
export interface FoundAudio {
  format: AudioFormat;
  start: number;
}

/** How far the beginning is looked for. */
const SEARCH_BYTES = 64 * 1024;
const MIN_HEAD_BYTES = 4;

interface Signature {
  format: AudioFormat;
  /** Latin-1. */
  mark: string;
  /** Where the mark is from the file's beginning. */
  offset: number;
  /** What the beginning must also match. */
  pattern?: RegExp;
}

const EBML = "\x1a\x45\xdf\xa3";

/** What a file of the format begins with. */
const SIGNATURES: readonly Signature[] = [
  { format: "wav", mark: "WAVE", offset: 8, pattern: /^(?:RIFF|RF64|BW64)/ },
  { format: "ogg", mark: "OggS\0", offset: 0 },
  { format: "flac", mark: "fLaC", offset: 0 },
  { format: "webm", mark: EBML, offset: 0 },
  { format: "mp4", mark: "ftyp", offset: 4 },
  { format: "mp4", mark: "moov", offset: 4 },
];

/** The same after junk: less may look like it by chance. */
const LATER_SIGNATURES: readonly Signature[] = [
  {
    format: "wav",
    mark: "WAVE",
    offset: 8,
    pattern: /^(?:RIFF|RF64|BW64)[^]{4}WAVE(?:fmt |ds64|JUNK|LIST|bext)/,
  },
  // The first page of a stream.
  { format: "ogg", mark: "OggS\0\x02\0\0\0\0\0\0\0\0", offset: 0 },
  { format: "flac", mark: "fLaC\0\0\0\x22", offset: 0 },
  { format: "flac", mark: "fLaC\x80\0\0\x22", offset: 0 },
  { format: "webm", mark: EBML, offset: 0, pattern: /^[^]{4,44}(?:webm|matroska)/ },
  { format: "mp4", mark: "ftyp", offset: 4, pattern: /^[^]{8}[\w ]{4}/ },
];
const PATTERN_LENGTH = 64;

const FRAMES: readonly [format: AudioFormat, parse: ParseFrameHead][] = [
  ["mp3", parseMpegHead],
  ["adts", parseAdtsHead],
];

const findSignature = (
  text: string,
  { format, mark, offset, pattern }: Signature,
): FoundAudio[] => {
  for (let at = text.indexOf(mark, offset); at >= 0; at = text.indexOf(mark, at + 1)) {
    const start = at - offset;
    if (pattern?.test(text.slice(start, start + PATTERN_LENGTH)) ?? true)
      return [{ format, start }];
  }
  return [];
};

/** Finds the format after any tags that begin at `start`. */
const findFrom = async (source: ByteSource, start: number): Promise<FoundAudio | undefined> => {
  const tagEnd = await skipTags(source, start);
  const head = await source.read(tagEnd, SEARCH_BYTES);
  if (head.length < MIN_HEAD_BYTES) return undefined;
  const text = head.toString("latin1");
  const isWhole = tagEnd + head.length >= source.size;
  const frames = FRAMES.flatMap(([format, parse]) => {
    const at = findFrames(head, 0, parse, isWhole);
    return at === undefined ? [] : [{ format, start: at }];
  });
  const first = SIGNATURES.flatMap((signature) => findSignature(text.slice(0, 16), signature));
  const later = LATER_SIGNATURES.flatMap((signature) => findSignature(text, signature));
  const found =
    first.find(({ start: at }) => at === 0) ??
    [...later, ...frames].toSorted((one, other) => one.start - other.start)[0];
  if (found) return { ...found, start: found.start + tagEnd };
  const tag = text.indexOf("ID3", 1);
  return tag > 0 && start === 0 ? findFrom(source, tagEnd + tag) : undefined;
};

/**
 * Finds the format of a file that our decoders read, and where it begins, after tags and up to 64 KiB of junk.
 * Undefined if there is none.
 */
export const findAudio = async (source: ByteSource): Promise<FoundAudio | undefined> =>
  findFrom(source, 0);

const TYPES: Record<AudioFormat, { type: string; extension: string }> = {
  adts: { type: "audio/aac", extension: "aac" },
  flac: { type: "audio/flac", extension: "flac" },
  mp3: { type: "audio/mpeg", extension: "mp3" },
  mp4: { type: "audio/mp4", extension: "m4a" },
  ogg: { type: "audio/ogg", extension: "ogg" },
  wav: { type: "audio/wav", extension: "wav" },
  webm: { type: "video/webm", extension: "webm" },
};

const sourceOf = (head: Uint8Array): ByteSource => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  return {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  };
};

/** Returns whether a file has ID3v2 tags and nothing else. */
export const hasOnlyTags = async (file: Uint8Array): Promise<boolean> => {
  const tagEnd = await skipTags(sourceOf(file));
  return tagEnd > 0 && tagEnd >= file.length;
};

/** Detects the MIME type and the extension by a file's first bytes. */
export const findAudioType = async (
  head: Uint8Array,
): Promise<{ type: string; extension: string } | undefined> => {
  const source = sourceOf(head);
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const found = await findAudio(source);
  // A tag with a picture, after which these bytes have nothing, is most often that of an MP3.
  const tagStart = Math.max(0, bytes.indexOf("ID3", 0, "latin1"));
  const tagEnd = await skipTags(source, tagStart);
  const isInTag = tagEnd > tagStart && tagEnd + PATTERN_LENGTH > bytes.length;
  const format = found?.format ?? (isInTag ? "mp3" : undefined);
  return format && TYPES[format];
};
