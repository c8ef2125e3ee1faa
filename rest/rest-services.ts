import type { IncomingMessage } from "node:http";
import type { Context as KoaContext } from "koa";
import type { Services } from "../graph/context/context.js";
import type { Limiter } from "./limiter.js";

/** Limits on concurrent uploads and on their size. */
export interface UploadSlots {
  /** Maximum size of a file. */
  maxBytes: number;
  /**
   * Claims a slot for an upload, whose body may take as long as data keeps arriving. Returns the
   * function that releases the slot. @throws RATE_LIMITED; UNAVAILABLE if all slots are taken
   */
  acquireSlot: (ctx: KoaContext, organizationId: string) => () => void;
}

/** The share of each organization in the requests with large bodies. */
export interface LargeBodies {
  /**
   * Waits for a slot of the organization. Returns the function that frees it; a second call does nothing.
   * @throws ShareExceededError; the signal's reason if it aborts before
   */
  acquire: (organizationId: string, signal: AbortSignal) => Promise<() => void>;
}

/** The services of /v1. */
export interface RestServices extends Services {
  /** Returns the IP address of a request's caller, if it is known. Undefined: addresses aren't recorded. */
  addressOf?: ((request: IncomingMessage) => string | undefined) | undefined;
  /** Undefined: requests have no limit. */
  limiter?: Limiter | undefined;
  /** Undefined: the server accepts no uploads. */
  uploads?: UploadSlots | undefined;
  /** Undefined: large bodies don't wait. */
  largeBodies?: LargeBodies | undefined;
}
