/** Each line of a file may need one. */
const decoders = new Map<string, TextDecoder | undefined>();

const findDecoder = (label: string): TextDecoder | undefined => {
  if (!decoders.has(label)) {
    let decoder: TextDecoder | undefined;
    try {
      decoder = new TextDecoder(label, { fatal: true });
    } catch {
      // An unknown label.
    }
    decoders.set(label, decoder);
  }
  return decoders.get(label);
};

const tryDecode = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    return findDecoder(label)?.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Decodes bytes as UTF-8, else by the declared charset, else as Windows-1252, which reads any byte. */
const decodeBytes = (bytes: Uint8Array, declared?: string): string =>
  tryDecode(bytes, "utf-8") ??
  (declared === undefined ? undefined : tryDecode(bytes, declared)) ??
  new TextDecoder("windows-1252").decode(bytes);

/** Decodes a quoted-printable value (vCalendar 1.0). */
export const decodeQuotedPrintable = (value: string, charset?: string): string =>
  value.replaceAll(/(?:=[\dA-F]{2})+/gi, (run) =>
    decodeBytes(Buffer.from(run.replaceAll("=", ""), "hex"), charset),
  );

/** A fold inside a character (RFC 5545, 3.1). Latin 1 shows each byte as one character. */
const FOLD_INSIDE_CHARACTER = /([\u0080-\u00ff])\r?\n[ \t](?=[\u0080-\u00bf])/g;

const findByteOrderMark = (bytes: Buffer): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
};

/** A calendar's text, and the lines whose charset was guessed. The first line is 1. */
export interface DecodedFeed {
  text: string;
  guessedLines: number[];
}

const decodeLines = (latin1: string, declared: string | undefined): DecodedFeed => {
  const guessedLines: number[] = [];
  const lines = latin1.split("\n").map((line, index) => {
    if (!/[\u0080-\u00ff]/.test(line)) return line;
    const bytes = Buffer.from(line, "latin1");
    const charset = /^[^:]*;CHARSET="?([\w-]+)/i.exec(line)?.[1] ?? declared;
    const text =
      tryDecode(bytes, "utf-8") ?? (charset === undefined ? undefined : tryDecode(bytes, charset));
    if (text !== undefined) return text;
    guessedLines.push(index + 1);
    return decodeBytes(bytes);
  });
  return { text: lines.join("\n"), guessedLines };
};

/**
 * Decodes a calendar's file: UTF-16 with a byte order mark, else UTF-8 (also if a fold is inside of a character), and
 * each line that isn't UTF-8 by the declared charset. `contentType`: the HTTP header.
 */
export const decodeFeed = (bytes: Buffer, contentType?: string): DecodedFeed => {
  const utf16 = findByteOrderMark(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), guessedLines: [] };
  const declared = /;\s*charset="?([\w.:-]+)/i.exec(contentType ?? "")?.[1];
  // Both are made of bytes that are UTF-8, too.
  if (declared !== undefined && /^(utf-?16|iso-2022)/i.test(declared)) {
    const decoded = tryDecode(bytes, declared);
    if (decoded !== undefined) return { text: decoded, guessedLines: [] };
  }
  const latin1 = bytes.toString("latin1").replaceAll(FOLD_INSIDE_CHARACTER, "$1");
  const joined = Buffer.from(latin1, "latin1");
  const text = tryDecode(joined, "utf-8");
  return text === undefined ? decodeLines(latin1, declared) : { text, guessedLines: [] };
};
