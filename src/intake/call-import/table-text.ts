import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";

type Encoding = "utf8" | "utf16le" | "utf16be";

/** How a table's file is to be read. */
export interface TableText {
  encoding: Encoding;
  /** The first line of the table itself. */
  header: string;
  /** The delimiter in Excel's line `sep=;` before the header. */
  delimiter: string | undefined;
}

const MAX_HEADER_BYTES = 64 * 1024;
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?\r?\n/i;

/** Finds the encoding by the byte order mark, else by the zero bytes of UTF-16's first letter. */
const detectEncoding = (start: Buffer): Encoding => {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return "utf16be";
  return "utf8";
};

/** Turns UTF-16 into UTF-8. Without the runtime's language data, which an executable may lack. */
const createDecoder = (encoding: "utf16le" | "utf16be"): Transform => {
  const decoder = new StringDecoder("utf16le");
  let rest = Buffer.alloc(0);
  const decode = (chunk: Buffer): string => {
    if (encoding === "utf16le") return decoder.write(chunk);
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    rest = bytes.subarray(whole);
    return decoder.write(Buffer.from(bytes.subarray(0, whole)).swap16());
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decode(chunk)),
    flush: (done) => done(null, decoder.end()),
  });
};

/** Reads how the file is written. */
export const readTableText = async (path: string): Promise<TableText> => {
  const file = await open(path);
  let start: Buffer;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0);
    start = buffer.subarray(0, bytesRead - (bytesRead % 2));
  } finally {
    await file.close();
  }
  const encoding = detectEncoding(start);
  if (encoding === "utf16be") start.swap16();
  const text = start.toString(encoding === "utf8" ? "utf8" : "utf16le").replace(/^\uFEFF/, "");
  const line = SEPARATOR_LINE.exec(text);
  const header = text.slice(line?.[0].length ?? 0).split(/\r|\n/, 1)[0]!;
  return { encoding, header, delimiter: line?.[1] };
};

/** Opens the file as UTF-8. */
export const openTableText = (path: string, encoding: Encoding): Readable[] =>
  encoding === "utf8"
    ? [createReadStream(path)]
    : [createReadStream(path), createDecoder(encoding)];
