import { randomBytes } from "node:crypto";
import { statfsSync, writeSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectories } from "../../base/files/make-directories.js";

const READ_BYTES = 64 * 1024;
const SPACE_CHECK_BYTES = 8 * 1024 * 1024;
/** Free space that the database needs to keep working. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

/** The disk has too little space for an export. Its code makes it temporary. */
export class SpoolFullError extends Error {
  readonly code = "ENOSPC";

  constructor() {
    super("too little disk space for an export; free some space");
  }
}

/** @throws SpoolFullError */
const requireSpace = (directory: string, minFreeBytes = MIN_FREE_BYTES): void => {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < minFreeBytes) throw new SpoolFullError();
};

/**
 * Writes to the file of a spool, also from another thread. Returns a function that appends and returns all bytes so
 * far, and throws SpoolFullError before the database runs out of space.
 */
export const createSpoolWriter = (fd: number, directory: string): ((text: string) => number) => {
  let written = 0;
  let checkedAt = 0;
  return (text) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;)
      at += writeSync(fd, bytes, at, bytes.length - at, written + at);
    written += bytes.length;
    if (written - checkedAt >= SPACE_CHECK_BYTES) {
      checkedAt = written;
      requireSpace(directory);
    }
    return written;
  };
};

/**
 * A temporary file between an export, which writes at disk speed, and a slow caller. The export's snapshot thus ends
 * early, however long the caller takes. The file has no name, so nothing is left of it after a crash.
 */
export class Spool {
  #written = 0;
  #isComplete = false;
  #failure: { error: unknown } | undefined;
  #progress = Promise.withResolvers<void>();

  private constructor(
    readonly directory: string,
    private readonly file: FileHandle,
  ) {}

  /** Creates the directory and the file, which only this user may read. @throws SpoolFullError */
  static async open(directory: string, minFreeBytes?: number): Promise<Spool> {
    await makeDirectories(directory);
    requireSpace(directory, minFreeBytes);
    const path = join(directory, randomBytes(16).toString("hex"));
    const file = await open(path, "wx+", 0o600);
    await rm(path);
    return new Spool(directory, file);
  }

  get fd(): number {
    return this.file.fd;
  }

  /** Lets the reader read the bytes so far. */
  advance(written: number): void {
    this.#written = written;
    this.#wake();
  }

  /** Lets the reader end after the bytes so far. */
  complete(): void {
    this.#isComplete = true;
    this.#wake();
  }

  /** Lets the reader throw after the bytes so far. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  #wake(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }

  /** Yields the bytes as they are written. @throws the error passed to `fail` */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; ;) {
      const length = Math.min(READ_BYTES, this.#written - at);
      if (length > 0) {
        // A new buffer each time: the caller may keep it until its socket has sent it.
        const { buffer, bytesRead } = await this.file.read(
          Buffer.allocUnsafe(length),
          0,
          length,
          at,
        );
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.#failure) throw this.#failure.error;
      else if (this.#isComplete) return;
      else await this.#progress.promise;
    }
  }

  /** Deletes the content. No writer may use it afterwards. */
  async close(): Promise<void> {
    await this.file.close();
  }
}
