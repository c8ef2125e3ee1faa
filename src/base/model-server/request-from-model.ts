import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import got, { type OptionsInit, RequestError, type Response, TimeoutError } from "got";
import { version } from "../version.js";
import type { MultipartForm } from "./multipart-form.js";
import { ModelError } from "./model-error.js";

/** Limits of one request, in milliseconds and bytes. */
export interface RequestLimits {
  totalMs: number;
  /** The longest time without a byte in either direction. */
  idleMs: number;
  /** The largest response. */
  maxBytes: number;
}

export interface ModelResponse {
  /** In lower case, without parameters. */
  contentType: string;
  text: string;
}

const CONNECT_MS = 10_000;
/** How much of a failed response is logged. */
const MAX_LOGGED_CHARACTERS = 500;

/** Agents that open a connection for each request. */
const freshAgents = { http: new HttpAgent(), https: new HttpsAgent() };

class ResponseTooLargeError extends Error {}

const httpClient = got.extend({
  headers: { "user-agent": `debrief/${version}` },
  retry: { limit: 0 },
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  responseType: "buffer",
});

/** Returns the wait in milliseconds; the header contains seconds or a date. */
const parseRetryAfter = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms >= 0 ? ms : undefined;
};

/** Describes an unsuccessful status. `what` names the server, such as "The chat server". */
const describeStatus = (what: string, status: number): { reason: string; isFinal: boolean } => {
  const final = (reason: string) => ({ reason: `${what} ${reason} (${status})`, isFinal: true });
  if (status === 429)
    return { reason: `${what} limits the rate, or its quota is used up (429)`, isFinal: false };
  if (status >= 500 || status === 408 || status === 425)
    return { reason: `${what} failed (${status})`, isFinal: false };
  if (status === 401 || status === 403)
    return final("rejects the key; the operator can correct DEBRIEF_AI_KEY");
  if (status === 404)
    return final(
      "does not have this model or address; the operator can correct the DEBRIEF_AI_ settings",
    );
  if (status === 413) return final("does not accept a request of this size");
  if (status >= 300 && status < 400)
    return final(
      "redirects to another address, which debrief does not follow; the operator can correct the DEBRIEF_AI_ settings",
    );
  return final("rejects the request; the log of debrief has its response");
};

/** Removes the key from a response that echoes it. */
const redactKey = (text: string, key: string | undefined): string =>
  key === undefined ? text : text.replaceAll(key, "<key>");

const toModelError = (what: string, error: unknown): ModelError => {
  const cause = error instanceof Error ? error : undefined;
  if (error instanceof ResponseTooLargeError)
    return new ModelError(`${what} returned a response that is too large`, "response too large", {
      isFinal: true,
    });
  if (error instanceof TimeoutError)
    return new ModelError(`${what} did not respond in time`, `timed out: ${cause?.message}`, {
      cause,
    });
  const code = error instanceof RequestError ? ` (${error.code})` : "";
  return new ModelError(
    `${what} could not be reached, or closed the connection${code}`,
    cause?.message ?? String(error),
    { cause },
  );
};

/** Returns whether the server had closed a kept-alive connection before it received the request. */
const isStaleConnection = (error: unknown): boolean =>
  error instanceof RequestError &&
  (error.code === "ECONNRESET" || error.code === "EPIPE") &&
  error.request?.reusedSocket === true &&
  error.response === undefined;

/** A model server. `what` names it in errors, such as "The chat server". */
export interface ModelServer {
  what: string;
  key: string | undefined;
  limits: RequestLimits;
}

interface ModelRequest {
  url: string;
  /** Undefined: a GET. */
  payload: { form: MultipartForm } | { json: object } | undefined;
}

const buildOptions = (key: string | undefined, { payload }: ModelRequest): OptionsInit => ({
  method: payload ? "POST" : "GET",
  headers: {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(payload &&
      "form" in payload && {
        "content-type": payload.form.contentType,
        "content-length": String(payload.form.body.size),
      }),
  },
  ...(payload && ("form" in payload ? { body: payload.form.body.stream() } : payload)),
});

/** Sends a request once and reads the whole response. @throws errors of got, ResponseTooLargeError */
const sendOnce = async (
  { key, limits }: ModelServer,
  request: ModelRequest,
  signal: AbortSignal,
  agent: OptionsInit["agent"],
): Promise<Response> => {
  const oversized = new AbortController();
  const response = httpClient(request.url, {
    ...buildOptions(key, request),
    ...(agent && { agent }),
    signal: AbortSignal.any([signal, oversized.signal]),
    timeout: { connect: CONNECT_MS, socket: limits.idleMs, request: limits.totalMs },
  });
  void response.on("downloadProgress", ({ transferred }) => {
    if (transferred > limits.maxBytes) oversized.abort(new ResponseTooLargeError());
  });
  try {
    return (await response) as Response;
  } catch (error) {
    oversized.signal.throwIfAborted();
    throw error;
  }
};

/**
 * Sends a request, without following redirects, and reads the whole response. Repeats it at once, on a new connection,
 * if the server had closed the kept-alive one, as some servers do after each stream.
 * @throws ModelError unless the status is 2xx
 */
export const requestFromModel = async (
  server: ModelServer,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelResponse> => {
  const { what, key } = server;
  try {
    const { statusCode, headers, rawBody } = await sendOnce(
      server,
      request,
      signal,
      undefined,
    ).catch(async (error: unknown) => {
      signal.throwIfAborted();
      if (isStaleConnection(error)) return sendOnce(server, request, signal, freshAgents);
      throw error;
    });
    const text = redactKey(Buffer.from(rawBody).toString("utf8"), key);
    const type = (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
    if (statusCode >= 200 && statusCode < 300) return { contentType: type, text };
    const { reason, isFinal } = describeStatus(what, statusCode);
    const excerpt = text.slice(0, MAX_LOGGED_CHARACTERS);
    const retryAfterMs = parseRetryAfter(headers["retry-after"]);
    throw new ModelError(reason, `status ${statusCode}: ${excerpt}`, {
      isFinal,
      retryAfterMs,
      status: statusCode,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ModelError ? error : toModelError(what, error);
  }
};
