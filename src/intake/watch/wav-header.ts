import type { FileHandle } from "node:fs/promises";

/** The position and encoding of a WAV file's samples. */
export interface WavLayout {
  /** Samples per second. */
  rate: number;
  channels: number;
  bitsPerSample: number;
  /** 1: PCM. */
  format: number;
  /** Bytes from the start of the file. */
  dataStart: number;
  dataBytes: number;
}

const MAX_HEADER_BYTES = 64 * 1024;

/** Reads the layout of a WAV file; undefined for any other file. A crashed recorder may have left wrong lengths. */
export const readWavLayout = async (file: FileHandle): Promise<WavLayout | undefined> => {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, undefined, 0);
  const header = buffer.subarray(0, bytesRead);
  const tag = (at: number): string => header.toString("latin1", at, at + 4);
  if (header.length < 12 || tag(0) !== "RIFF" || tag(8) !== "WAVE") return undefined;
  let layout: Omit<WavLayout, "dataStart" | "dataBytes"> | undefined;
  for (let at = 12; at + 8 <= header.length;) {
    const bytes = header.readUInt32LE(at + 4);
    const start = at + 8;
    if (tag(at) === "fmt " && start + 16 <= header.length)
      layout = {
        format: header.readUInt16LE(start),
        channels: header.readUInt16LE(start + 2),
        rate: header.readUInt32LE(start + 4),
        bitsPerSample: header.readUInt16LE(start + 14),
      };
    if (tag(at) === "data" && layout) {
      const rest = size - start;
      return { ...layout, dataStart: start, dataBytes: bytes === 0 ? rest : Math.min(bytes, rest) };
    }
    // Chunks begin at even offsets.
    at = start + bytes + (bytes % 2);
  }
  return undefined;
};
