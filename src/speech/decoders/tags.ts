import type { ByteSource } from "../audio-file.js";

const ID3_HEAD_BYTES = 10;
const FOOTER_FLAG = 0x10;
/** More tags than this are no tags. */
const MAX_TAGS = 8;

/** What may follow the last frame: ID3v1, ID3v2, APE and Lyrics3 tags. */
export const isTag = (bytes: Buffer, at: number): boolean =>
  /^(TAG|ID3|APETAGEX|LYRICSBEGIN)/.test(bytes.toString("latin1", at, at + 11));

/** Returns the length of the ID3v2 tag at the start of these bytes; 0 if there is none. */
const readId3Length = (head: Buffer): number => {
  if (head.length < ID3_HEAD_BYTES || head.toString("latin1", 0, 3) !== "ID3") return 0;
  const sizes = head.subarray(6, ID3_HEAD_BYTES);
  // Each byte of the size has seven bits.
  if (sizes.some((byte) => byte > 0x7f)) return 0;
  const size = sizes.reduce((sum, byte) => sum * 128 + byte, 0);
  return size + ID3_HEAD_BYTES * (head[5]! & FOOTER_FLAG ? 2 : 1);
};

/** Returns where the content begins after any ID3v2 tags from `start` on. */
export const skipTags = async (source: ByteSource, start = 0): Promise<number> => {
  let position = start;
  for (let tag = 0; tag < MAX_TAGS; tag += 1) {
    const length = readId3Length(await source.read(position, ID3_HEAD_BYTES));
    if (length === 0) break;
    position += length;
  }
  return position;
};

/** Returns the position after the ID3v2 tags between joined files; the same position if none of their length is here. */
export const skipInnerTags = async (source: ByteSource, position: number): Promise<number> => {
  const end = await skipTags(source, position);
  return end <= source.size ? end : position;
};
