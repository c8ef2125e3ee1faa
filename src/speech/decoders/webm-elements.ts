import type { ByteSource } from "../audio-file.js";

/** An element of a Matroska file. */
export interface Element {
  id: number;
  start: number;
  /** Undefined: until an element of the same or a higher level. */
  length: number | undefined;
}

export const Id = {
  head: 0x1a_45_df_a3,
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  timestampScale: 0x2a_d7_b1,
  duration: 0x44_89,
  tracks: 0x16_54_ae_6b,
  track: 0xae,
  cluster: 0x1f_43_b6_75,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Their content is read as elements of the file. */
export const PARENTS: ReadonlySet<number> = new Set([
  Id.segment,
  Id.info,
  Id.tracks,
  Id.cluster,
  Id.blockGroup,
]);

/** The other elements that may stand there; any other number is damage. */
const SKIPPED = new Set([
  0xec, 0xbf, 0x11_4d_9b_74, 0x1c_53_bb_6b, 0x12_54_c3_67, 0x10_43_a7_70, 0x19_41_a4_69, 0xab, 0xa7,
  0xfb, 0x75_a2, 0x9b, 0x75_a1, 0xa4, 0xaf, 0x58_54, 0xfa, 0x8e, 0x4d_80, 0x57_41, 0x44_61, 0x7b_a9,
  0x73_a4, 0x73_84, 0x3c_b9_23, 0x3c_83_ab, 0x3e_b9_23, 0x3e_83_bb, 0x44_44, 0x69_24,
]);
const KNOWN = new Set<number>([...Object.values(Id), ...SKIPPED]);

const MAX_HEAD_BYTES = 12;

/** Reads a number of one to eight bytes, after as many zero bits. Undefined: all its bits are set. */
export const readVariable = (
  bytes: Buffer,
  at: number,
  keepsMarker: boolean,
): { value: number | undefined; length: number } | undefined => {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = keepsMarker ? first : first & (0xff >> length);
  const mask = 0xff >> length;
  let isUnknown = (first & mask) === mask && !keepsMarker;
  for (let byte = 1; byte < length; byte += 1) {
    value = value * 256 + bytes[at + byte]!;
    isUnknown &&= bytes[at + byte] === 0xff;
  }
  return { value: isUnknown ? undefined : value, length };
};

/** Reads the head of an element; undefined if there is none, or it can't be at this position. */
export const readElement = async (
  file: ByteSource,
  position: number,
): Promise<Element | undefined> => {
  const head = await file.read(position, MAX_HEAD_BYTES);
  const id = readVariable(head, 0, true);
  const size = id && readVariable(head, id.length, false);
  if (!size || !KNOWN.has(id.value!)) return undefined;
  return { id: id.value!, start: position + id.length + size.length, length: size.value };
};
