import type { FileHandle } from "node:fs/promises";

/** The longest part that is read at once: the sample table of an 8-hour call has about 6 MB. */
const MAX_READ_BYTES = 8 * 1024 ** 2;
/** The bytes that are read of one file. The parser keeps most of what it reads. */
const MAX_TOTAL_READ_BYTES = 24 * 1024 ** 2;

/**
 * Presents a file to music-metadata as a Blob, of which it calls `size`, `type` and `slice().arrayBuffer()`. Limits the
 * reads, because the file itself declares the length of its parts: a read above the limits throws.
 */
export const createLimitedBlob = (handle: FileHandle, size: number): Blob => {
  let leftBytes = MAX_TOTAL_READ_BYTES;
  const read = async (start: number, end: number): Promise<ArrayBuffer> => {
    const length = end - start;
    leftBytes -= length;
    if (length > MAX_READ_BYTES || leftBytes < 0)
      throw new Error("the file makes its parser read too much");
    const buffer = new ArrayBuffer(length);
    const { bytesRead } = await handle.read(new Uint8Array(buffer), 0, length, start);
    if (bytesRead < length) throw new Error("the file is shorter than it was");
    return buffer;
  };
  const slice = (start: number, end: number): Pick<Blob, "arrayBuffer"> => ({
    arrayBuffer: async () => read(start, end),
  });
  return { size, type: "", slice } as unknown as Blob;
};
