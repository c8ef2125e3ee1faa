import type { Random } from "../../../src/demo/random.js";

/** A request before formatting. Text is Latin-1, one byte per character, and may be invalid. */
export interface RequestDraft {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** The bytes to send, and how their end looks to the server. */
export interface FramedRequest {
  bytes: Buffer;
  /**
   * whole: the end is right, so there is one response. wrong: the end is invalid, so the server
   * refuses the request and closes the connection. incomplete: the server waits for the rest.
   * unclear: any of these.
   */
  framing: "whole" | "wrong" | "incomplete" | "unclear";
  /** Valid requests for /livez in the same bytes; each gets a response if the framing is whole. */
  followers?: number;
}

/** Changes a draft in place. Returns "refused" if the server must not act on it. */
export type DraftMutation = (draft: RequestDraft, random: Random) => "refused" | void;

export const formatHead = (
  { method, target, version, headers }: RequestDraft,
  end = "\r\n",
): string =>
  [
    `${method} ${target} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join(end);

export const concatBytes = (head: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(head, "latin1"), typeof body === "string" ? Buffer.from(body) : body]);

/** Adds the body's length. */
export const withContentLength = (draft: RequestDraft): RequestDraft =>
  draft.body.length === 0
    ? draft
    : { ...draft, headers: [...draft.headers, ["content-length", String(draft.body.length)]] };

/** Formats a valid request. */
export const formatDraft = (draft: RequestDraft): Buffer =>
  concatBytes(formatHead(withContentLength(draft)), draft.body);

export const setHeader = (draft: RequestDraft, name: string, value: string): void => {
  draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
};
