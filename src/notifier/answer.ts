import { StringDecoder } from "node:string_decoder";

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;

/** As much as is kept, as text that ends with a whole character. */
const cut = (bytes: Buffer): string =>
  bytes.length > KEPT_BYTES
    ? new StringDecoder("utf8").write(bytes.subarray(0, KEPT_BYTES))
    : bytes.toString("utf8");

/** The first part of an answer's body. */
export class AnswerStart {
  #read = 0;
  #kept: Buffer[] = [];

  /** Takes a part in; false once no more is to be read. */
  take(part: Buffer): boolean {
    if (this.#read <= KEPT_BYTES) this.#kept.push(part);
    this.#read += part.length;
    return this.#read <= READ_BYTES;
  }

  /** At most 4 KiB. What is no text is replaced, and so is U+0000, which PostgreSQL refuses. */
  text(): string {
    const text = cut(Buffer.concat(this.#kept)).replaceAll("\0", "\uFFFD");
    return cut(Buffer.from(text, "utf8"));
  }
}
