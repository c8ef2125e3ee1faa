import type { AudioFileReader } from "../audio-file.js";

/** A box: its four-letter name, and its content. */
export interface Box {
  name: string;
  content: Buffer;
}

/** The position of a box in the file. */
export interface BoxPosition {
  name: string;
  /** The size of the box, including its header. */
  position: number;
  contentStart: number;
  end: number;
}

const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;

/** Lists the boxes in a box's content. */
export const listBoxes = (content: Buffer, start = 0): Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at + HEAD_BYTES <= content.length;) {
    const bytes = content.readUInt32BE(at);
    const length = bytes === 0 ? content.length - at : bytes;
    if (length < HEAD_BYTES) break;
    boxes.push({
      name: content.toString("latin1", at + 4, at + 8),
      content: content.subarray(at + HEAD_BYTES, at + length),
    });
    at += length;
  }
  return boxes;
};

/** Returns the content at the end of a path of boxes; undefined if one is missing. */
export const findBox = (content: Buffer, ...path: string[]): Buffer | undefined => {
  let found: Buffer | undefined = content;
  for (const name of path)
    found = found && listBoxes(found).find((box) => box.name === name)?.content;
  return found;
};

/** Yields the positions of the file's boxes. */
export const readBoxPositions = async function* (
  file: AudioFileReader,
): AsyncGenerator<BoxPosition> {
  for (let position = 0; position + HEAD_BYTES <= file.size;) {
    const head = await file.read(position, LONG_HEAD_BYTES);
    const name = head.toString("latin1", 4, 8);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === LONG_HEAD_BYTES;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : short || file.size - position;
    if (length < HEAD_BYTES) return;
    const contentStart = position + (isLong ? LONG_HEAD_BYTES : HEAD_BYTES);
    yield { name, position, contentStart, end: Math.min(file.size, position + length) };
    position += length;
  }
};
