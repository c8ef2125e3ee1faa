import type { Context as KoaContext } from "koa";
import type { Credential } from "../graph/core/credential.js";
import type { InboundRequest } from "../graph/core/inbound.js";

/** Facts about the request that middleware adds before the handler runs. */
export interface RequestState {
  requestId: string;
  credential: Credential;
  /**
   * Headers of the answer, which one call writes: Node checks and stores each one that is set before. Names are in
   * lower case.
   */
  headers: Record<string, string>;
  /** The body of an answer with status 200, if it is JSON that is already written. */
  json?: string;
  /** For the log: the route's pattern. The path itself can contain a secret. */
  route?: string;
  /** For the log: an internal error, which no response contains. */
  error?: unknown;
  /** The logged call of a phone system; middleware has read its body. */
  inbound?: InboundRequest;
  /** Frees the place of a large body. */
  leaveBodyShare?: () => void;
  /** The parsed body, if middleware has read it. */
  body?: Record<string, unknown>;
}

export type RestContext = KoaContext & { state: RequestState; params: Record<string, string> };
