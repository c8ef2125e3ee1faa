import type { Random } from "../../../src/demo/random.js";

/** A request before it is bytes. Text is of Latin-1, a byte a character; nothing in it need be right. */
export interface RequestDraft {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Bytes to send, and what the server can make of where they end. */
export interface FramedRequest {
  bytes: Buffer;
  /**
   * whole: a request that ends where it says it does, so there is one answer. wrong: it has no such end, so
   * it is refused, and so is the connection. incomplete: the server waits for the rest. unclear: any of these.
   */
  framing: "whole" | "wrong" | "incomplete" | "unclear";
  /** Good requests for /livez that follow in the same bytes; each has its answer where it is whole. */
  followers?: number;
}

/** Changes a draft in place; says so where nothing of it may be done. */
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

/** With the length that its body has. */
export const withContentLength = (draft: RequestDraft): RequestDraft =>
  draft.body.length === 0
    ? draft
    : { ...draft, headers: [...draft.headers, ["content-length", String(draft.body.length)]] };

/** A request as it should be. */
export const formatDraft = (draft: RequestDraft): Buffer =>
  concatBytes(formatHead(withContentLength(draft)), draft.body);

export const setHeader = (draft: RequestDraft, name: string, value: string): void => {
  draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
};
