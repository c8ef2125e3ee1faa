import type { AudioFileReader } from "../audio-file.js";
import { computeOggCrc } from "./checksums.js";
import { skipInnerTags } from "./tags.js";

const HEAD_BYTES = 27;
const CAPTURE = "OggS";
const CRC_POSITION = 22;
const MAX_PAGE_BYTES = HEAD_BYTES + 255 + 255 * 255;
const FULL_SEGMENT = 255;
const SEARCH_BYTES = 64 * 1024;
const NO_GRANULE = 0xffff_ffff_ffff_ffffn;

export interface OggPage {
  serial: number;
  /** Samples at the end of the last packet that ends here; undefined if none ends. */
  granule: number | undefined;
  isContinued: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** The file ends within it. Its whole packets are here, without a checksum. */
  isCut: boolean;
  /** The packets that end here, then what begins here; the first may continue an earlier page. */
  pieces: { bytes: Buffer; isEnd: boolean }[];
  /** The damaged bytes before it. */
  lostBytes: number;
}

const parsePage = (
  bytes: Buffer,
  isEnd: boolean,
): { page: Omit<OggPage, "lostBytes">; length: number } | undefined => {
  if (bytes.length < HEAD_BYTES || bytes.toString("latin1", 0, 4) !== CAPTURE || bytes[4] !== 0)
    return undefined;
  const lengths = bytes.subarray(HEAD_BYTES, HEAD_BYTES + bytes[26]!);
  const bodyStart = HEAD_BYTES + bytes[26]!;
  const length = bodyStart + lengths.reduce((sum, one) => sum + one, 0);
  const isCut = length > bytes.length;
  if (isCut && !isEnd) return undefined;
  const whole = bytes.subarray(0, length);
  if (!isCut && computeOggCrc(whole, CRC_POSITION) !== bytes.readUInt32LE(CRC_POSITION))
    return undefined;
  const pieces: OggPage["pieces"] = [];
  let start = bodyStart;
  let end = bodyStart;
  for (const segment of lengths) {
    end += segment;
    if (end > bytes.length) break;
    if (segment === FULL_SEGMENT) continue;
    pieces.push({ bytes: bytes.subarray(start, end), isEnd: true });
    start = end;
  }
  if (end > start && !isCut) pieces.push({ bytes: bytes.subarray(start, end), isEnd: false });
  const granule = bytes.readBigUInt64LE(6);
  const flags = bytes[5]!;
  const page = {
    serial: bytes.readUInt32LE(14),
    granule: isCut || granule === NO_GRANULE ? undefined : Number(BigInt.asIntN(64, granule)),
    isContinued: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0 && !isCut,
    isCut,
    pieces,
  };
  return { page, length };
};

/** Returns the position of the next page's mark, or of the end. */
const findCapture = async (file: AudioFileReader, start: number): Promise<number> => {
  for (let position = start; position < file.size; position += SEARCH_BYTES - CAPTURE.length) {
    const at = (await file.read(position, SEARCH_BYTES)).indexOf(CAPTURE, 0, "latin1");
    if (at >= 0) return position + at;
  }
  return file.size;
};

/** Yields the pages whose checksums are right. Returns how many damaged bytes end the file. */
export const readOggPages = async function* (
  file: AudioFileReader,
): AsyncGenerator<OggPage, number> {
  let lostBytes = 0;
  for (let position = 0; position < file.size;) {
    const head = await file.read(position, HEAD_BYTES + 255);
    // Most pages have about 4 KiB.
    const segments = head.subarray(HEAD_BYTES, HEAD_BYTES + (head[26] ?? 0));
    const length = segments.reduce((sum, one) => sum + one, HEAD_BYTES + segments.length);
    const parsed =
      head.toString("latin1", 0, 4) === CAPTURE
        ? parsePage(
            await file.read(position, Math.min(length, MAX_PAGE_BYTES)),
            // A damaged length may reach beyond the file, too: other pages then follow.
            position + length > file.size && (await findCapture(file, position + 1)) === file.size,
          )
        : undefined;
    if (parsed) {
      yield { ...parsed.page, lostBytes };
      lostBytes = 0;
      position = Math.min(file.size, position + parsed.length);
    } else {
      // Joined files may each begin with a tag.
      const tagEnd = await skipInnerTags(file, position);
      if (tagEnd > position) {
        position = tagEnd;
        continue;
      }
      const next = await findCapture(file, position + 1);
      lostBytes += next - position;
      position = next;
    }
  }
  return lostBytes;
};
