import { open, type FileHandle } from "node:fs/promises";
import { unsupportedAudio } from "./speech-error.js";

const CHUNK_BYTES = 64 * 1024;
/** The longest part that a decoder keeps at once, such as the sample table of an M4A file. */
const MAX_PART_BYTES = 32 * 1024 ** 2;

/** A file that decoders read in parts. */
export class AudioFileReader {
  readonly #handle: FileHandle;
  readonly size: number;

  private constructor(
    readonly path: string,
    handle: FileHandle,
    size: number,
  ) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<AudioFileReader> {
    const handle = await open(path);
    const { size } = await handle.stat();
    return new AudioFileReader(path, handle, size);
  }

  /** Reads up to `length` bytes: fewer at the end of the file. @throws SpeechError if the part is too long */
  async read(position: number, length: number): Promise<Buffer> {
    if (length > MAX_PART_BYTES) throw unsupportedAudio("one of its tables is too long");
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - position)));
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position);
    return buffer.subarray(0, bytesRead);
  }

  /** Reads the file from `start` to `end`, in chunks that are a multiple of `unit` bytes, except the last. */
  async *readChunks(start = 0, end = this.size, unit = 1): AsyncGenerator<Buffer> {
    const chunkBytes = Math.max(1, Math.floor(CHUNK_BYTES / unit)) * unit;
    for (let position = start; position < end; position += chunkBytes) {
      const chunk = await this.read(position, Math.min(chunkBytes, end - position));
      if (chunk.length === 0) return;
      yield chunk;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
