import { open, type FileHandle } from "node:fs/promises";
import { unsupportedAudio } from "./speech-error.js";

const CHUNK_BYTES = 64 * 1024;
/** The longest part that a decoder keeps at once, such as the sample table of an M4A file. */
const MAX_PART_BYTES = 32 * 1024 ** 2;

/** Shorter parts come from a window of the file: a container has a header every few hundred bytes. */
const WINDOWED_BYTES = 4 * 1024;

/** Bytes in which a format is looked for. */
export interface ByteSource {
  readonly size: number;
  /** Reads up to `length` bytes: fewer at the end. */
  read: (position: number, length: number) => Promise<Buffer>;
}

/** A file that decoders read in parts. */
export class AudioFileReader implements ByteSource {
  readonly #handle: FileHandle;
  readonly size: number;
  #window: { position: number; bytes: Buffer } = { position: 0, bytes: Buffer.alloc(0) };

  private constructor(
    readonly path: string,
    handle: FileHandle,
    size: number,
    /** Where this view of the file begins. */
    readonly offset = 0,
  ) {
    this.#handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<AudioFileReader> {
    const handle = await open(path);
    const { size } = await handle.stat();
    return new AudioFileReader(path, handle, size);
  }

  /** Returns a view of the file from `start` on. Only the file itself closes the handle. */
  from(start: number): AudioFileReader {
    if (start === 0) return this;
    return new AudioFileReader(this.path, this.#handle, this.size - start, this.offset + start);
  }

  /** Reads up to `length` bytes: fewer at the end of the file. @throws SpeechError if the part is too long */
  async read(position: number, length: number): Promise<Buffer> {
    if (length > MAX_PART_BYTES) throw unsupportedAudio("one of its tables is too long");
    if (length > WINDOWED_BYTES) return this.#readFile(position, length);
    const at = position - this.#window.position;
    if (at >= 0 && at + length <= this.#window.bytes.length)
      return this.#window.bytes.subarray(at, at + length);
    this.#window = { position, bytes: await this.#readFile(position, CHUNK_BYTES) };
    return this.#window.bytes.subarray(0, length);
  }

  async #readFile(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - position)));
    const at = this.offset + position;
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
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
