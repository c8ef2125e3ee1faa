import { StringDecoder } from "node:string_decoder";

const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 4 * 1024;

/** Decodes the first 4 KiB, up to the last whole character. */
const truncate = (bytes: Buffer): string =>
  bytes.length > MAX_KEPT_BYTES
    ? new StringDecoder("utf8").write(bytes.subarray(0, MAX_KEPT_BYTES))
    : bytes.toString("utf8");

/** Collects the first part of a response body. */
export class ResponseExcerpt {
  #readBytes = 0;
  #chunks: Buffer[] = [];

  /** Appends a chunk. Returns false once no more should be read. */
  append(chunk: Buffer): boolean {
    if (this.#readBytes <= MAX_KEPT_BYTES) this.#chunks.push(chunk);
    this.#readBytes += chunk.length;
    return this.#readBytes <= MAX_READ_BYTES;
  }

  /** Returns at most 4 KiB. Replaces invalid UTF-8, and U+0000, which PostgreSQL refuses. */
  toText(): string {
    const text = truncate(Buffer.concat(this.#chunks)).replaceAll("\0", "\uFFFD");
    return truncate(Buffer.from(text, "utf8"));
  }
}
