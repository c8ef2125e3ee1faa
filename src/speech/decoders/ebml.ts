import type { AudioFileReader } from "../audio-file.js";

/** An element of a Matroska file. */
export interface Element {
  id: number;
  start: number;
  /** The end of its content; the end of its parent for one of unknown length. */
  end: number;
}

const MAX_HEAD_BYTES = 12;

/** Reads a number of one to eight bytes; the first byte's leading zeros give the count. Undefined: all bits are set. */
export const readVariable = (
  bytes: Buffer,
  at: number,
  keepsMarker: boolean,
): { value: number | undefined; length: number } => {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) throw new RangeError("the element is cut");
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = (first | (0xff << (8 - length)) | 0) === -1 && !keepsMarker;
  for (let byte = 1; byte < length; byte += 1) {
    value = value * 256 + bytes[at + byte]!;
    isUnknown &&= bytes[at + byte] === 0xff;
  }
  return { value: isUnknown ? undefined : value, length };
};

/** Yields the elements of a part of the file. */
export const readElements = async function* (
  file: AudioFileReader,
  start: number,
  end: number,
): AsyncGenerator<Element> {
  for (let position = start; position + 2 <= end;) {
    const head = await file.read(position, MAX_HEAD_BYTES);
    const id = readVariable(head, 0, true);
    const size = readVariable(head, id.length, false);
    const contentStart = position + id.length + size.length;
    const contentEnd = size.value === undefined ? end : Math.min(end, contentStart + size.value);
    yield { id: id.value!, start: contentStart, end: contentEnd };
    position = contentEnd;
  }
};
