import { hash, timingSafeEqual } from "node:crypto";
import type { Payload } from "../payload.js";
import type { VendorRequest } from "../../core/inbound.js";
import { parseLimitedJson } from "../../arguments/body-limits.js";

/** A call with the field names of CallInput. Times are ISO 8601 texts. */
export interface VendorCall {
  callId: string;
  userEmail?: string | undefined;
  extension?: string | undefined;
  userPhone?: string | undefined;
  startedAt: string;
  createdAt?: string | undefined;
  duration?: number | undefined;
  name?: string | undefined;
  mediaUrl?: string | undefined;
  eventId?: string | undefined;
  customer?: object | undefined;
  customerPhone?: string | undefined;
  customFields?: object | undefined;
  transcript?: object[] | undefined;
}

/** A parsed payload: a call, or the reason why the event is ignored. */
type AdapterResult = { call: VendorCall } | { ignoredReason: string };

/** Translates the webhooks of one phone system into the input of ingestCall. */
export interface Adapter {
  /** The vendor's name. */
  title: string;
  /** The media types of its requests. */
  mediaTypes: readonly string[];
  /** Parses a body. @throws SyntaxError */
  parse: (body: string) => unknown;
  read: (payload: Payload) => AdapterResult;
  /** Payload paths by CallInput field: `{ callId: "data.id" }`. */
  fieldPaths: Readonly<Record<string, string>>;
  /** The vendor's term for the secret that signs its requests. */
  secretDescription: string;
  /** Returns whether the request's sender knows the secret. */
  isSigned: (
    secret: string,
    request: VendorRequest,
    payload: Readonly<Record<string, unknown>>,
  ) => boolean;
  /** Payload fields that hold a secret. The log redacts them. */
  secretFields?: readonly string[];
  /** Returns the response headers for a handshake request; undefined for any other request. */
  answerHandshake?: (request: VendorRequest) => Record<string, string> | undefined;
}

/** Returns whether two secrets are equal, in constant time. */
export const isSameSecret = (actual: string, expected: string): boolean =>
  timingSafeEqual(hash("sha256", actual, "buffer"), hash("sha256", expected, "buffer"));

const reviveExact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (source ?? value)
    : value;

/** Parses JSON within the limits of a body. Keeps whole numbers beyond 2^53 as text, so that two ids stay different. */
export const parseJson = (body: string): unknown => parseLimitedJson(body, reviveExact);

/** Omits undefined values. */
export const withoutUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Converts seconds to whole milliseconds. */
export const secondsToMs = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 1000);
