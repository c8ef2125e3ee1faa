import type { AudioFileReader } from "../audio-file.js";
import { type BoxPosition, findBox, listBoxes } from "./mp4-boxes.js";

/** The position of a sample (a coded frame) in the file. */
export interface SamplePosition {
  position: number;
  length: number;
}

/** A table's four-byte numbers, from `start` on. */
const readNumbers = (table: Buffer, start: number, count: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(count, Math.floor((table.length - start) / 4))) },
    (_, at) => table.readUInt32BE(start + at * 4),
  );

const readChunkPositions = (sampleTable: Buffer): number[] => {
  const short = findBox(sampleTable, "stco");
  if (short) return readNumbers(short, 8, short.readUInt32BE(4));
  const long = findBox(sampleTable, "co64");
  if (!long) return [];
  const halves = readNumbers(long, 8, long.readUInt32BE(4) * 2);
  return Array.from(
    { length: halves.length / 2 },
    (_, at) => halves[at * 2]! * 2 ** 32 + halves[at * 2 + 1]!,
  );
};

/** Yields the samples of a track, by the tables of its stbl box. */
export const listSamples = function* (sampleTable: Buffer): Generator<SamplePosition> {
  const sizes = findBox(sampleTable, "stsz");
  const runs = findBox(sampleTable, "stsc");
  if (!sizes || !runs) return;
  const size = sizes.readUInt32BE(4);
  const count = sizes.readUInt32BE(8);
  const lengths = size === 0 ? readNumbers(sizes, 12, count) : undefined;
  const runNumbers = readNumbers(runs, 8, runs.readUInt32BE(4) * 3);
  let sample = 0;
  let run = 0;
  for (const [chunk, start] of readChunkPositions(sampleTable).entries()) {
    // A run applies from its first chunk on; chunks count from 1.
    while ((runNumbers[(run + 1) * 3] ?? Infinity) <= chunk + 1) run += 1;
    let position = start;
    for (let left = runNumbers[run * 3 + 1] ?? 0; left > 0 && sample < count; left -= 1) {
      const length = lengths ? (lengths[sample] ?? 0) : size;
      yield { position, length };
      position += length;
      sample += 1;
    }
  }
};

// The flags of the boxes of a fragment.
const HEADER_BASE = 0x1;
const HEADER_DESCRIPTION = 0x2;
const HEADER_DURATION = 0x8;
const HEADER_SIZE = 0x10;
const RUN_OFFSET = 0x1;
const RUN_FIRST_FLAGS = 0x4;
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800] as const;
const RUN_SIZE = 0x200;

const listFragmentSamples = function* (
  traf: Buffer,
  fragmentStart: number,
  trackId: number,
  defaultSize: number,
): Generator<SamplePosition> {
  const header = findBox(traf, "tfhd");
  if (!header || header.readUInt32BE(4) !== trackId) return;
  const flags = header.readUInt32BE(0) & 0xff_ffff;
  let at = 8;
  const base = flags & HEADER_BASE ? Number(header.readBigUInt64BE(at)) : fragmentStart;
  at +=
    (flags & HEADER_BASE ? 8 : 0) +
    (flags & HEADER_DESCRIPTION ? 4 : 0) +
    (flags & HEADER_DURATION ? 4 : 0);
  const size = flags & HEADER_SIZE ? header.readUInt32BE(at) : defaultSize;
  let position = base;
  for (const { name, content: run } of listBoxes(traf)) {
    if (name !== "trun") continue;
    const runFlags = run.readUInt32BE(0) & 0xff_ffff;
    let field = 8;
    if (runFlags & RUN_OFFSET) {
      position = base + run.readInt32BE(field);
      field += 4;
    }
    if (runFlags & RUN_FIRST_FLAGS) field += 4;
    const count = run.readUInt32BE(4);
    for (let sample = 0; sample < count && field <= run.length; sample += 1) {
      let length = size;
      for (const name of RUN_FIELDS) {
        if (!(runFlags & name)) continue;
        if (name === RUN_SIZE) length = run.readUInt32BE(field);
        field += 4;
      }
      yield { position, length };
      position += length;
    }
  }
};

/** Yields the samples of a track in a fragment, a moof box. */
export const readFragment = async function* (
  file: AudioFileReader,
  { position, contentStart, end }: BoxPosition,
  track: { id: number; defaultSize: number },
): AsyncGenerator<SamplePosition> {
  const content = await file.read(contentStart, end - contentStart);
  for (const { name, content: traf } of listBoxes(content))
    if (name === "traf") yield* listFragmentSamples(traf, position, track.id, track.defaultSize);
};
