/** Bytes of a file, both included. */
export interface Range {
  start: number;
  end: number;
}

/**
 * The one range of bytes that a `range` header asks for. Undefined where the whole is to be sent: for
 * several ranges, and for what is no range of bytes. Null where the file has no byte of it.
 */
export const rangeOf = (header: string, bytes: number): Range | null | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  // Without a first byte it is so many of the last.
  const start = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start <= end ? { start, end } : null;
};
