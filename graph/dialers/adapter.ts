import { hash, timingSafeEqual } from "node:crypto";
import type { Payload } from "./payload.js";

/** A call in the names of CallInput, as a client would send it: times are texts. */
export interface ReadCall {
  callId: string;
  userEmail?: string | undefined;
  startedAt: string;
  duration?: number | undefined;
  name?: string | undefined;
  mediaUrl?: string | undefined;
  eventId?: string | undefined;
  customer?: object | undefined;
  customFields?: object | undefined;
  transcript?: object[] | undefined;
}

/** What a payload says: a call, or why there is none to take. */
export type Reading = { call: ReadCall } | { nothing: string };

/** What a request says besides its payload. */
export interface Asked {
  /** The exact body. */
  body: string;
  /** Empty where there is none. */
  header: (name: string) => string;
  /** In full, as the phone system was given it. */
  url: string;
}

/** Turns what one phone system sends into what ingestCall takes. */
export interface Adapter {
  /** As its vendor calls it. */
  title: string;
  /** The media types of what it sends. */
  types: readonly string[];
  /** What a body says. @throws SyntaxError */
  parse: (body: string) => unknown;
  read: (payload: Payload) => Reading;
  /** Where it finds what ingestCall takes: `{ callId: "data.id" }`. */
  from: Readonly<Record<string, string>>;
  /** What the secret is that its requests can be told by, in the vendor's words. */
  secret: string;
  /** Whether whoever made the request has the secret. */
  isSigned: (secret: string, asked: Asked, payload: Readonly<Record<string, unknown>>) => boolean;
  /** Fields of the payload that are no more than a secret, and are not to be kept. */
  secretFields?: readonly string[];
  /** The headers of the answer to a request that only asks whether somebody is here; undefined for any other. */
  greeting?: (asked: Asked) => Record<string, string> | undefined;
}

/** Whether two secrets are the same, in a time that says nothing of either. */
export const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", expected, "buffer"));

const exact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (source ?? value)
    : value;

/** JSON whose whole numbers are kept as text where they are too long for a number: two ids stay two. */
export const parseJson = (body: string): unknown =>
  JSON.parse(body, exact as (key: string, value: unknown) => unknown);

/** Without what is not there. */
export const known = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Seconds as whole milliseconds. */
export const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 1000);
