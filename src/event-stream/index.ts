import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Context, Middleware } from "koa";
import { lastPosition } from "../../db/positions.js";
import type { Credential, Services } from "../../graph/context.js";
import { Failure, invalidField } from "../../graph/errors.js";
import { feedCursor, feedStart } from "../../graph/page.js";
import { authenticated } from "../../rest/authenticated.js";
import { keyCredential } from "../../rest/authentication.js";
import type { RestServices, State } from "../../rest/handler.js";
import { answerMethods } from "../../rest/methods.js";
import { Messages } from "./messages.js";

const PATH = "/v1/events/stream";
const METHODS = ["GET", "HEAD"];
/** The list of which it is the continuation: their cursors are the same. */
const LIST = "events";
const POLL_MS = 250;
/** Proxies end what says nothing for a minute. */
const QUIET_POLLS = 60;
const MOST_EACH = 10;

/** Where the stream begins: after the cursor that is given, in the header of a browser that comes back or in the query, else now. */
const startOf = async ({ db }: Services, ctx: Context, organizationId: string): Promise<number> => {
  const { startAfter } = ctx.query;
  if (Array.isArray(startAfter)) throw invalidField("startAfter", "is given twice");
  if (startAfter === "") throw invalidField("startAfter", "must not be empty");
  const cursor = ctx.get("last-event-id") || startAfter;
  if (!cursor) return lastPosition(db, organizationId);
  try {
    return feedStart(LIST, organizationId, cursor, undefined);
  } catch (error) {
    throw error instanceof Failure ? error.renamed("startAfter") : error;
  }
};

const pause = async (signal: AbortSignal): Promise<void> => {
  try {
    await setTimeout(POLL_MS, undefined, { signal });
  } catch {
    // The stream ends now.
  }
};

/** The stream of an organization's events, and how to end all of them. */
export interface EventStream {
  middleware: Middleware;
  stop: () => void;
}

/**
 * GET /v1/events/stream: Server-Sent Events of what webhooks get, from a cursor or from now on, as it
 * happens. `data` is JSON: `headers` (of Standard Webhooks, signed with the organization's secret) and
 * `body` (the exact text); `id` is a cursor of /v1/events. What is redelivered comes again, without an id.
 * It ends where its key does. @throws RATE_LIMITED where the organization has ten already
 */
export const eventStream = (services: RestServices): EventStream => {
  const ending = new AbortController();
  const open = new Map<string, number>();

  const told = async function* (
    ctx: Context,
    { organizationId, position }: { organizationId: string; position: number },
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const messages = new Messages(services, organizationId, position);
    const cursorOf = feedCursor(LIST, organizationId);
    let quiet = QUIET_POLLS;
    while (!signal.aborted) {
      const credential = await keyCredential(services, ctx.headers);
      if (credential?.organizationId !== organizationId) return;
      const news = await messages.next();
      for (const { event, headers, body, position } of news) {
        const id = position === undefined ? "" : `id: ${cursorOf(position)}\n`;
        yield `${id}event: ${event}\ndata: ${JSON.stringify({ headers, body })}\n\n`;
      }
      quiet = news.length > 0 ? 0 : quiet + 1;
      if (quiet > QUIET_POLLS) {
        yield ":\n\n";
        quiet = 1;
      }
      if (news.length === 0) await pause(signal);
    }
  };

  const send = (ctx: Context, organizationId: string, position: number): void => {
    const others = open.get(organizationId) ?? 0;
    if (others >= MOST_EACH)
      throw new Failure("RATE_LIMITED", `${MOST_EACH} streams are open already`);
    // Whoever asked may have gone by now.
    if (ctx.res.closed) return;
    open.set(organizationId, others + 1);
    const gone = new AbortController();
    // The stream itself ends only with what it waits for.
    ctx.res.once("close", () => {
      gone.abort();
      open.set(organizationId, open.get(organizationId)! - 1);
    });
    const signal = AbortSignal.any([ending.signal, gone.signal]);
    // For one who takes nothing of what there is a stop would wait as long as for a request.
    const cut = (): void => void (ctx.res.writableNeedDrain && ctx.res.destroy());
    ending.signal.addEventListener("abort", cut, { signal: gone.signal });
    const events = told(ctx, { organizationId, position }, signal);
    ctx.body = Readable.from(events, { highWaterMark: 1 });
  };

  const begin = async (ctx: Context, { organizationId }: Credential): Promise<void> => {
    const position = await startOf(services, ctx, organizationId!);
    if (ctx.method === "GET") send(ctx, organizationId!, position);
    ctx.status = 200;
    ctx.set("content-type", "text/event-stream; charset=utf-8");
    ctx.set("cache-control", "no-store");
    // nginx would keep what comes until it has a few kilobytes.
    ctx.set("x-accel-buffering", "no");
  };

  return {
    stop: () => ending.abort(),
    middleware: async (ctx, next) => {
      if (ctx.path !== PATH && ctx.path !== `${PATH}/`) return next();
      (ctx.state as State).route = PATH;
      const credential = await authenticated(services, ctx);
      if (!credential) return;
      if (METHODS.includes(ctx.method)) await begin(ctx, credential);
      else answerMethods(ctx, METHODS);
    },
  };
};
