import type { Context as KoaContext } from "koa";
import type { Credential } from "../graph/core/credential.js";
import type { InboundRequest } from "../graph/core/inbound.js";

/** Facts about the request that middleware adds before the handler runs. */
export interface RequestState {
  requestId: string;
  credential: Credential;
  /**
   * Response headers, written with one call: Node would check and store each header set earlier. Names are in lower
   * case.
   */
  headers: Record<string, string>;
  /** The body of a response with status 200, if it is already serialized JSON. */
  json?: string;
  /** For the log: the route's pattern. The path itself can contain a secret. */
  route?: string;
  /** For the log: an internal error, which no response contains. */
  error?: unknown;
  /** The logged call of a phone system, whose body middleware has read. */
  inbound?: InboundRequest;
  /** Frees the slot of a large body. */
  leaveBodyShare?: () => void;
  /** The parsed body, if middleware has read it. */
  body?: Record<string, unknown>;
}

export type RestContext = KoaContext & { state: RequestState; params: Record<string, string> };
