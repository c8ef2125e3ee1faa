import { computeCrc8 } from "./checksums.js";

/** The header of a FLAC frame. */
export interface FlacHead {
  /** The first sample, or the frame's number if blocks have the same length. */
  number: number;
  hasSampleNumber: boolean;
  samples: number;
  /** 0: as in STREAMINFO. */
  sampleRate: number;
  channelCount: number;
}

/** The first metadata block. */
export interface StreamInfo {
  blockSamples: number;
  sampleRate: number;
  channelCount: number;
  bits: number;
  /** 0 if unknown. */
  totalSamples: number;
}

export const STREAM_INFO_BYTES = 34;
const RATES = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
];

export const parseStreamInfo = (bytes: Buffer): StreamInfo => {
  const packed = bytes.readBigUInt64BE(10);
  return {
    blockSamples: bytes.readUInt16BE(2),
    sampleRate: Number(packed >> 44n),
    channelCount: Number((packed >> 41n) & 7n) + 1,
    bits: Number((packed >> 36n) & 31n) + 1,
    totalSamples: Number(packed & 0xf_ffff_ffffn),
  };
};

/** Reads a number coded as UTF-8 codes a character, with up to seven bytes. */
const readNumber = (bytes: Buffer, at: number): { value: number; length: number } | undefined => {
  const first = bytes[at]!;
  const length = first < 0x80 ? 1 : Math.clz32(~(first << 24));
  if (length > 7 || (first >= 0x80 && length < 2)) return undefined;
  let value = length === 1 ? first : first & (0x7f >> length);
  for (let byte = 1; byte < length; byte += 1) value = value * 64 + (bytes[at + byte]! & 0x3f);
  return { value, length };
};

const MIN_HEAD_BYTES = 6;

/** Reads a frame's header; undefined if there is none at this position, or it is damaged. */
export const parseFlacHead = (bytes: Buffer, start: number): FlacHead | undefined => {
  if (bytes[start] !== 0xff || (bytes[start + 1]! & 0xfe) !== 0xf8) return undefined;
  if (start + MIN_HEAD_BYTES > bytes.length) return undefined;
  const sizeCode = bytes[start + 2]! >> 4;
  const rateCode = bytes[start + 2]! & 15;
  const channels = bytes[start + 3]! >> 4;
  if (sizeCode === 0 || rateCode === 15 || channels > 10 || bytes[start + 3]! & 1) return undefined;
  const number = readNumber(bytes, start + 4);
  if (!number) return undefined;
  let at = start + 4 + number.length;
  const sizeBytes = sizeCode === 6 || sizeCode === 7 ? sizeCode - 5 : 0;
  const rateBytes = rateCode < 12 ? 0 : rateCode === 12 ? 1 : 2;
  // The checksum follows.
  if (at + sizeBytes + rateBytes >= bytes.length) return undefined;
  let samples = sizeCode === 1 ? 192 : sizeCode < 6 ? 576 << (sizeCode - 2) : 256 << (sizeCode - 8);
  if (sizeCode === 6) samples = bytes[at]! + 1;
  if (sizeCode === 7) samples = bytes.readUInt16BE(at) + 1;
  at += sizeBytes;
  let sampleRate = RATES[rateCode] ?? 0;
  if (rateCode === 12) sampleRate = bytes[at]! * 1_000;
  if (rateCode > 12) sampleRate = bytes.readUInt16BE(at) * (rateCode === 14 ? 10 : 1);
  at += rateBytes;
  if (computeCrc8(bytes, start, at) !== bytes[at]) return undefined;
  return {
    number: number.value,
    hasSampleNumber: (bytes[start + 1]! & 1) === 1,
    samples,
    sampleRate,
    channelCount: channels < 8 ? channels + 1 : 2,
  };
};
