/** An answer as it came. */
export interface ParsedResponse {
  status: number;
  /** Names in lower case; a name that came twice has the values joined by a comma. */
  headers: Map<string, string>;
  body: Buffer;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+): ?([\t -~\u0080-\u00FF]*)$/;

const parseHeaders = (lines: string[]): Map<string, string> => {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`a header that is none: ${JSON.stringify(line)}`);
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value! : `${known}, ${value}`);
  }
  return headers;
};

/** The body in chunks from `at` on, and where it ends; undefined where more is to come. */
const decodeChunks = (bytes: Buffer, at: number): { body: Buffer; end: number } | undefined => {
  const parts: Buffer[] = [];
  for (let from = at; ;) {
    const line = bytes.indexOf("\r\n", from);
    if (line < 0) return undefined;
    const size = bytes.toString("latin1", from, line);
    if (!/^[\da-f]{1,8}$/i.test(size)) throw new Error(`a chunk of ${JSON.stringify(size)}`);
    const length = Number.parseInt(size, 16);
    const end = line + 2 + length + 2;
    if (bytes.length < end) return undefined;
    if (bytes.toString("latin1", end - 2, end) !== "\r\n")
      throw new Error("a chunk without an end");
    if (length === 0) return { body: Buffer.concat(parts), end };
    parts.push(bytes.subarray(line + 2, end - 2));
    from = end;
  }
};

/**
 * The first answer in the bytes, and where it ends; undefined where more is to come. What goes before an
 * answer, as 100 Continue, is passed over. @throws Error where it is no HTTP/1.1
 */
export const parseResponse = (
  bytes: Buffer,
  isHead: boolean,
  from = 0,
): { answer: ParsedResponse; end: number } | undefined => {
  const head = bytes.indexOf("\r\n\r\n", from);
  if (head < 0) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", from, head).split("\r\n");
  const status = Number(STATUS_LINE.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no answer: ${JSON.stringify(first.slice(0, 200))}`);
  const headers = parseHeaders(lines);
  const begin = head + 4;
  if (status < 200) return parseResponse(bytes, isHead, begin);
  const answer = (body: Buffer, end: number) => ({ answer: { status, headers, body }, end });
  if (isHead || status === 204 || status === 304) return answer(Buffer.alloc(0), begin);
  const said = headers.get("content-length");
  if (headers.has("transfer-encoding")) {
    if (said !== undefined) throw new Error("both a length and chunks");
    const read = decodeChunks(bytes, begin);
    return read && answer(read.body, read.end);
  }
  if (said === undefined || !/^\d+$/.test(said)) throw new Error(`a length of ${said}`);
  const end = begin + Number(said);
  return bytes.length < end ? undefined : answer(bytes.subarray(begin, end), end);
};
