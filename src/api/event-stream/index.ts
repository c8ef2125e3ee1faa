import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { loadLastPosition } from "../../../db/recordings/positions.js";
import type { Services } from "../../../graph/context/context.js";
import type { Credential } from "../../../graph/core/credential.js";
import { Failure, invalidField } from "../../../graph/core/errors.js";
import { createFeedCursorEncoder, resolveFeedStart } from "../../../graph/arguments/pagination.js";
import { yieldToEventLoop } from "../../../graph/turns/yield-to-event-loop.js";
import { authenticate } from "../../../rest/authenticate.js";
import { findKeyCredential } from "../../../rest/credentials.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { validateParameterNames } from "../../../rest/unknown-parameters.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { MessageReader } from "./message-reader.js";

const PATH = "/v1/events/stream";
const METHODS = ["GET", "HEAD"];
const PARAMETERS: ReadonlySet<string> = new Set(["startAfter"]);
/** The list that the stream continues; both use the same cursors. */
const LIST_NAME = "events";
const POLL_MS = 250;
/** 15 s. Proxies close a connection that stays silent for a minute. */
const HEARTBEAT_POLLS = 60;
const MAX_STREAMS_PER_ORGANIZATION = SHARE_LIMITS.eventStreams.placesPerKey;

/**
 * Resolves the position that the stream starts after: the cursor in `last-event-id`, which a reconnecting
 * browser sends, else the cursor in the query, else the newest event. @throws INVALID_FIELD, INVALID_CURSOR
 */
const resolveStart = async (
  { db }: Services,
  ctx: Context,
  organizationId: string,
): Promise<number> => {
  const { startAfter } = ctx.query;
  if (Array.isArray(startAfter)) throw invalidField("startAfter", "is given twice");
  if (startAfter === "") throw invalidField("startAfter", "must not be empty");
  const cursor = ctx.get("last-event-id") || startAfter;
  if (!cursor) return loadLastPosition(db, organizationId);
  try {
    return resolveFeedStart(LIST_NAME, organizationId, cursor, undefined);
  } catch (error) {
    throw error instanceof Failure ? error.withField("startAfter") : error;
  }
};

const waitForPoll = async (signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(POLL_MS, undefined, { signal });
  } catch {
    // When aborted, the stream ends.
  }
};

export interface EventStream {
  middleware: Middleware;
  /** Ends every open stream. */
  stop: () => void;
}

/**
 * Serves GET /v1/events/stream: the events that webhooks receive, as Server-Sent Events, from a cursor or
 * from now on. `data` is JSON: `headers` (Standard Webhooks, signed with the organization's secret) and
 * `body` (the exact text). `id` is a cursor of /v1/events; a redelivery has none. A stream ends when its API
 * key becomes invalid. @throws RATE_LIMITED when the organization has ten open streams
 */
export const createEventStream = (services: RestServices): EventStream => {
  const stopping = new AbortController();
  const open = new FairShares(SHARE_LIMITS.eventStreams);

  const generateMessages = async function* (
    ctx: Context,
    { organizationId, position }: { organizationId: string; position: number },
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const reader = new MessageReader(services, organizationId, position);
    const encodePosition = createFeedCursorEncoder(LIST_NAME, organizationId);
    let emptyPolls = HEARTBEAT_POLLS;
    while (!signal.aborted) {
      const credential = await findKeyCredential(services, {
        headers: ctx.headers,
        addressOf: () => services.addressOf?.(ctx.req),
      });
      if (credential?.organizationId !== organizationId) return;
      const { messages, isAtEnd } = await reader.next(credential.scope);
      for (const { event, headers, body, position } of messages) {
        const id = position === undefined ? "" : `id: ${encodePosition(position)}\n`;
        yield `${id}event: ${event}\ndata: ${JSON.stringify({ headers, body })}\n\n`;
      }
      emptyPolls = messages.length > 0 ? 0 : emptyPolls + 1;
      if (emptyPolls > HEARTBEAT_POLLS) {
        yield ":\n\n";
        emptyPolls = 1;
      }
      // Pages that contain only erased events would block the event loop: SQLite returns within the same turn.
      await (isAtEnd ? waitForPoll(signal) : yieldToEventLoop());
    }
  };

  const send = (ctx: Context, organizationId: string, position: number): void => {
    if (open.countRunning(organizationId) >= MAX_STREAMS_PER_ORGANIZATION)
      throw new Failure("RATE_LIMITED", `${MAX_STREAMS_PER_ORGANIZATION} streams are open already`);
    // The caller may have disconnected while the position was loaded.
    if (ctx.res.closed) return;
    const release = open.tryAcquire(organizationId);
    if (!release) throw new Failure("UNAVAILABLE", "Too many streams are open, try again");
    const closed = new AbortController();
    // Without the signal, the generator would notice the disconnect only after its next poll.
    ctx.res.once("close", () => {
      closed.abort();
      release();
    });
    const signal = AbortSignal.any([stopping.signal, closed.signal]);
    // A client that reads nothing would delay the shutdown by the maximum request time.
    const destroyIfStalled = (): void => void (ctx.res.writableNeedDrain && ctx.res.destroy());
    stopping.signal.addEventListener("abort", destroyIfStalled, { signal: closed.signal });
    const events = generateMessages(ctx, { organizationId, position }, signal);
    ctx.body = Readable.from(events, { highWaterMark: 1 });
  };

  const begin = async (ctx: Context, { organizationId }: Credential): Promise<void> => {
    validateParameterNames(ctx.querystring, PARAMETERS);
    const position = await resolveStart(services, ctx, organizationId!);
    if (ctx.method === "GET") send(ctx, organizationId!, position);
    ctx.status = 200;
    ctx.set("content-type", "text/event-stream; charset=utf-8");
    ctx.set("cache-control", "no-store");
    // Without this header, nginx buffers the first few kilobytes.
    ctx.set("x-accel-buffering", "no");
  };

  return {
    stop: () => stopping.abort(),
    middleware: async (ctx, next) => {
      if (ctx.path !== PATH && ctx.path !== `${PATH}/`) return next();
      (ctx.state as RequestState).route = PATH;
      const credential = await authenticate(services, ctx, "read");
      if (!credential) return;
      if (METHODS.includes(ctx.method)) await begin(ctx, credential);
      else answerUnsupportedMethod(ctx, METHODS);
    },
  };
};
