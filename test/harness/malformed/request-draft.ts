import type { Random } from "../../src/demo/random.js";

/** A request before it is bytes. Text is of Latin-1, a byte a character; nothing in it need be right. */
export interface Draft {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Bytes to send, and what the server can make of where they end. */
export interface Sent {
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
export type Mutation = (draft: Draft, random: Random) => "refused" | void;

export const headOf = ({ method, target, version, headers }: Draft, end = "\r\n"): string =>
  [
    `${method} ${target} ${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join(end);

export const bytesOf = (head: string, body: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(head, "latin1"), typeof body === "string" ? Buffer.from(body) : body]);

/** With the length that its body has. */
export const measured = (draft: Draft): Draft =>
  draft.body.length === 0
    ? draft
    : { ...draft, headers: [...draft.headers, ["content-length", String(draft.body.length)]] };

/** A request as it should be. */
export const plain = (draft: Draft): Buffer => bytesOf(headOf(measured(draft)), draft.body);

export const setHeader = (draft: Draft, name: string, value: string): void => {
  draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
};
