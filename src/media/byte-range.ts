/** A range of a file's bytes; both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `range` header with a single byte range. Returns undefined if the whole file is to be sent: for
 * several ranges or another unit. Returns null if the range is outside the file.
 */
export const parseByteRange = (header: string, bytes: number): ByteRange | null | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  // Without a first byte, it is a suffix length: the last n bytes.
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start <= end ? { start, end } : null;
};
