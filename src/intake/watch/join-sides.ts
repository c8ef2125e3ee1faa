import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { invalidField } from "../../../graph/core/errors.js";
import { readWavLayout, type WavLayout } from "./wav-header.js";

const SAMPLE_BYTES = 2;
/** In Hz. */
const MAX_SAMPLE_RATE = 384_000;
const PIECE_SAMPLES = 16 * 1024;
const HEADER_BYTES = 44;
const MAX_DATA_BYTES = 2 ** 32 - 1 - HEADER_BYTES;

const readSide = async (file: FileHandle): Promise<WavLayout> => {
  const layout = await readWavLayout(file);
  if (layout?.format !== 1 || layout.channels !== 1 || layout.bitsPerSample !== 16)
    throw invalidField(
      "the file",
      "must be WAV with one channel of 16 bits to be one of two sides",
    );
  if (layout.rate === 0 || layout.rate > MAX_SAMPLE_RATE)
    throw invalidField(
      "the file",
      `must have a sample rate of 1 to ${MAX_SAMPLE_RATE} Hz to be one of two sides`,
    );
  return layout;
};

const buildHeader = (rate: number, dataBytes: number): Buffer => {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2 * SAMPLE_BYTES, 28);
  header.writeUInt16LE(2 * SAMPLE_BYTES, 32);
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
};

/** Reads samples, and silence after the end of the file. */
const readSamples = async (
  file: FileHandle,
  { dataStart, dataBytes }: WavLayout,
  from: number,
  count: number,
): Promise<Buffer> => {
  const samples = Buffer.alloc(count * SAMPLE_BYTES);
  const available = Math.min(count * SAMPLE_BYTES, dataBytes - from * SAMPLE_BYTES);
  for (let read = 0; read < available;) {
    const at = dataStart + from * SAMPLE_BYTES + read;
    const { bytesRead } = await file.read(samples, read, available - read, at);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return samples;
};

/**
 * Joins the two sides of a call into a stereo WAV file, `left` first; the shorter side ends in silence. The caller closes
 * the files. @throws INVALID_FIELD unless both are mono WAV files of 16 bits and one rate
 */
export const joinSides = async (left: FileHandle, right: FileHandle): Promise<() => Readable> => {
  const sides = [await readSide(left), await readSide(right)] as const;
  if (sides[0].rate !== sides[1].rate)
    throw invalidField("the file", "must have the sample rate of the other side");
  const samples = Math.ceil(Math.max(sides[0].dataBytes, sides[1].dataBytes) / SAMPLE_BYTES);
  const dataBytes = samples * 2 * SAMPLE_BYTES;
  if (dataBytes > MAX_DATA_BYTES) throw invalidField("the file", "is too long for a WAV file");
  const generate = async function* () {
    yield buildHeader(sides[0].rate, dataBytes);
    for (let from = 0; from < samples; from += PIECE_SAMPLES) {
      const count = Math.min(PIECE_SAMPLES, samples - from);
      const [a, b] = await Promise.all([
        readSamples(left, sides[0], from, count),
        readSamples(right, sides[1], from, count),
      ]);
      const piece = Buffer.alloc(count * 2 * SAMPLE_BYTES);
      for (let at = 0; at < count; at += 1) {
        piece.writeInt16LE(a.readInt16LE(at * SAMPLE_BYTES), at * 2 * SAMPLE_BYTES);
        piece.writeInt16LE(b.readInt16LE(at * SAMPLE_BYTES), (at * 2 + 1) * SAMPLE_BYTES);
      }
      yield piece;
    }
  };
  return () => Readable.from(generate());
};
