interface RawFormat {
  extension: string;
  /** Other extensions, and content types besides the format's own. */
  aliases: readonly string[];
  bytesPerSecond: number;
  /** Whether a file may begin with these bytes. */
  canBegin: (head: Uint8Array) => boolean;
}

const GSM_FRAME_BYTES = 33;
const GSM_FRAMES_PER_SECOND = 50;
/** The upper half of a frame's first byte. */
const GSM_SIGNATURE = 0xd;

const isGsm = (head: Uint8Array): boolean =>
  head.length >= GSM_FRAME_BYTES &&
  [head[0], head[GSM_FRAME_BYTES] ?? head[0]].every((byte) => byte! >> 4 === GSM_SIGNATURE);

/** Any byte is a sample, so only known other content is refused: texts, and Sun audio. */
const isNoText = (head: Uint8Array): boolean => {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64)).toString(
    "latin1",
  );
  return head.length > 0 && !/^(\.snd|[\t\n\r\x20-\x7e]+$)/.test(start);
};

/** Formats of phone systems whose files have no header, by type: mono, 8,000 Hz, G.722 at 16,000 Hz. */
export const rawFormats: Readonly<Record<string, RawFormat>> = {
  "audio/x-gsm": {
    extension: "gsm",
    aliases: ["audio/gsm"],
    bytesPerSecond: GSM_FRAME_BYTES * GSM_FRAMES_PER_SECOND,
    canBegin: isGsm,
  },
  "audio/g722": { extension: "g722", aliases: [], bytesPerSecond: 8_000, canBegin: isNoText },
  "audio/basic": {
    extension: "ulaw",
    aliases: ["ul", "mulaw", "pcmu", "audio/pcmu"],
    bytesPerSecond: 8_000,
    canBegin: isNoText,
  },
  "audio/x-alaw": {
    extension: "alaw",
    aliases: ["al", "pcma", "audio/pcma"],
    bytesPerSecond: 8_000,
    canBegin: isNoText,
  },
};

const typesByHint = new Map(
  Object.entries(rawFormats).flatMap(([type, { extension, aliases }]) =>
    [type, extension, ...aliases].map((hint) => [hint, type] as const),
  ),
);

/** Finds a raw format by hints: names of the file, or content types. */
export const findRawType = (hints: readonly string[]): string | undefined => {
  for (const hint of hints) {
    const [name = ""] = hint.trim().toLowerCase().split(";", 1);
    const type = typesByHint.get(name) ?? typesByHint.get(/\.(\w+)$/.exec(name)?.[1] ?? "");
    if (type !== undefined) return type;
  }
  return undefined;
};

/** Computes the playing time in milliseconds of a raw file; undefined for other types. */
export const computeRawDuration = (type: string, bytes: number): number | undefined => {
  const format = Object.hasOwn(rawFormats, type) ? rawFormats[type] : undefined;
  return format && Math.round((bytes * 1000) / format.bytesPerSecond);
};
