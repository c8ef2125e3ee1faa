import type { Random } from "../../../src/demo/random.js";
import {
  concatBytes,
  type RequestDraft,
  formatHead,
  withContentLength,
  formatDraft,
  type FramedRequest,
} from "./request-draft.js";
import {
  BAD_CHUNKS,
  BAD_LENGTHS,
  LIVEZ_REQUEST,
  NOISE,
  OBSCURE_ENCODINGS,
  CONFLICTING_HEADERS,
  SMUGGLED_REQUEST,
} from "./framing-parts.js";

/** Formats a request in a way that makes its end doubtful. */
type Framing = (draft: RequestDraft, random: Random) => FramedRequest;

const formatHeadWith = (draft: RequestDraft, ...more: [string, string][]): string =>
  formatHead({ ...draft, headers: [...draft.headers, ...more] });

const encodeChunks = (body: Buffer, random: Random): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const part = body.subarray(at, at + random.int(1, Math.max(1, body.length)));
    const size = random.pick([part.length.toString(16), `000${part.length.toString(16)};a=b`]);
    parts.push(Buffer.from(`${size}\r\n`), part, Buffer.from("\r\n"));
    at += part.length;
  }
  return Buffer.concat(parts);
};

const CHUNKED_HEADER: [string, string] = ["transfer-encoding", "chunked"];

export const framings: Record<string, Framing> = {
  "a bad length": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, ["content-length", random.pick(BAD_LENGTHS)]),
      draft.body,
    ),
    framing: "wrong",
  }),
  "a too long length": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, [
        "content-length",
        String(draft.body.length + random.pick([1, 9, 9_999, 2 ** 33])),
      ]),
      draft.body,
    ),
    framing: "incomplete",
  }),
  "a too short length": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, [
        "content-length",
        String(random.int(0, Math.max(0, draft.body.length - 1))),
      ]),
      draft.body,
    ),
    framing: "unclear",
  }),
  "two lengths": (draft) => ({
    bytes: concatBytes(
      formatHeadWith(
        withContentLength(draft),
        ["content-length", String(draft.body.length + 1)],
        ["content-length", "0"],
      ),
      draft.body,
    ),
    framing: "wrong",
  }),
  "conflicting headers": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, ...random.pick(CONFLICTING_HEADERS)),
      `0\r\n\r\nX${SMUGGLED_REQUEST}`,
    ),
    framing: "wrong",
  }),
  "an obscure encoding": (draft, random) => ({
    bytes: concatBytes(
      formatHead(withContentLength(draft)).replace(
        "\r\n",
        `\r\n${random.pick(OBSCURE_ENCODINGS)}\r\n`,
      ),
      `0\r\n\r\n${SMUGGLED_REQUEST}`,
    ),
    framing: "unclear",
  }),
  "good chunks": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, CHUNKED_HEADER),
      Buffer.concat([
        encodeChunks(draft.body, random),
        Buffer.from(random.pick(["0\r\n\r\n", "0\r\nx-trailer: 1\r\n\r\n", "000;a\r\n\r\n"])),
      ]),
    ),
    framing: "whole",
  }),
  "bad chunks": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, CHUNKED_HEADER),
      Buffer.concat([encodeChunks(draft.body, random), Buffer.from(random.pick(BAD_CHUNKS))]),
    ),
    framing: "unclear",
  }),
  "unfinished chunks": (draft, random) => ({
    bytes: concatBytes(
      formatHeadWith(draft, CHUNKED_HEADER),
      Buffer.concat([
        encodeChunks(draft.body, random),
        Buffer.from(random.pick(["", "0\r\n", "5\r\nhel", "0"])),
      ]),
    ),
    framing: "incomplete",
  }),
  "a truncated request": (draft, random) => {
    const bytes = formatDraft(draft);
    return { bytes: bytes.subarray(0, random.int(1, bytes.length - 1)), framing: "incomplete" };
  },
  "other line ends": (draft, random) => ({
    bytes: concatBytes(
      formatHead(withContentLength(draft), random.pick(["\n", "\r", "\n\r", "\r\r\n", "\u0085"])),
      draft.body,
    ),
    framing: "unclear",
  }),
  "folded lines": (draft, random) => ({
    bytes: concatBytes(
      formatHead(withContentLength(draft)).replace(/: /g, () =>
        random.pick([": ", ":\r\n ", ":\r\n\t", ": \r\n  "]),
      ),
      draft.body,
    ),
    framing: "unclear",
  }),
  "bytes in front": (draft, random) => ({
    bytes: Buffer.concat([
      Buffer.from(
        random.pick(["\r\n", "\r\n\r\n", "\n", " ", "\u00EF\u00BB\u00BF", "\u0000"]),
        "latin1",
      ),
      formatDraft(draft),
    ]),
    framing: "unclear",
  }),
  "bytes changed": (draft, random) => {
    const bytes = Buffer.from(formatDraft(draft));
    for (let i = random.int(1, 5); i > 0; i -= 1)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    return { bytes, framing: "unclear" };
  },
  noise: (_draft, random) => ({
    bytes: random.chance(0.5)
      ? Buffer.from(random.pick(NOISE), "latin1")
      : Buffer.from(Array.from({ length: random.int(1, 300) }, () => random.int(0, 255))),
    framing: "unclear",
  }),
  "pipelined requests": (draft, random) => {
    const followers = random.int(1, 20);
    return {
      bytes: Buffer.concat([formatDraft(draft), Buffer.from(LIVEZ_REQUEST.repeat(followers))]),
      framing: "whole",
      followers,
    };
  },
  "noise after the request": (draft, random) => ({
    bytes: Buffer.concat([formatDraft(draft), Buffer.from(random.pick(NOISE), "latin1")]),
    framing: "unclear",
  }),
};
