/** A parsed response. */
export interface ParsedResponse {
  status: number;
  /** Names in lower case; repeated headers are joined by a comma. */
  headers: Map<string, string>;
  body: Buffer;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/;
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+): ?([\t -~\u0080-\u00FF]*)$/;

const parseHeaders = (lines: string[]): Map<string, string> => {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`invalid header: ${JSON.stringify(line)}`);
    const previous = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), previous === undefined ? value! : `${previous}, ${value}`);
  }
  return headers;
};

/** Decodes the chunked body from `at` and returns its end; undefined if it is incomplete. */
const decodeChunks = (bytes: Buffer, at: number): { body: Buffer; end: number } | undefined => {
  const parts: Buffer[] = [];
  for (let from = at; ;) {
    const line = bytes.indexOf("\r\n", from);
    if (line < 0) return undefined;
    const size = bytes.toString("latin1", from, line);
    if (!/^[\da-f]{1,8}$/i.test(size))
      throw new Error(`invalid chunk size: ${JSON.stringify(size)}`);
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
 * Parses the first response in the bytes and returns its end; undefined if it is incomplete. Skips
 * interim responses such as 100 Continue. @throws if it isn't HTTP/1.1
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
  if (Number.isNaN(status))
    throw new Error(`invalid status line: ${JSON.stringify(first.slice(0, 200))}`);
  const headers = parseHeaders(lines);
  const bodyStart = head + 4;
  if (status < 200) return parseResponse(bytes, isHead, bodyStart);
  const answer = (body: Buffer, end: number) => ({ answer: { status, headers, body }, end });
  if (isHead || status === 204 || status === 304) return answer(Buffer.alloc(0), bodyStart);
  const contentLength = headers.get("content-length");
  if (headers.has("transfer-encoding")) {
    if (contentLength !== undefined) throw new Error("both a length and chunked encoding");
    const read = decodeChunks(bytes, bodyStart);
    return read && answer(read.body, read.end);
  }
  if (contentLength === undefined || !/^\d+$/.test(contentLength))
    throw new Error(`invalid length: ${contentLength}`);
  const end = bodyStart + Number(contentLength);
  return bytes.length < end ? undefined : answer(bytes.subarray(bodyStart, end), end);
};
