import { Readable } from "node:stream";
import type { Context, Middleware } from "koa";
import { Failure } from "../../graph/errors.js";
import { authenticated } from "../../rest/authenticated.js";
import type { RestServices, State } from "../../rest/handler.js";
import { answerMethods } from "../../rest/methods.js";
import { type Exporter, oneAtATime } from "./exporter.js";

const PATH = "/export";
const METHODS = ["GET", "HEAD"];
const RETRY_AFTER_S = "60";

/** A snapshot is held meanwhile: nobody may take for ever. */
const STALL_MS = 60_000;
const LONGEST_MS = 60 * 60_000;

export interface ExportEndpoint {
  middleware: Middleware;
  /** Ends what is under way. */
  stop: () => Promise<void>;
}

/** It is being exported already, here or by another process. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && error.code === "RATE_LIMITED";

const refusal = (ctx: Context): Failure => {
  ctx.set("retry-after", RETRY_AFTER_S);
  return oneAtATime();
};

async function* chained(
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncGenerator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** GET /export: the organization of the key as lines of JSON, one export at a time for each. */
export const exportEndpoint = (services: RestServices, exporter: Exporter): ExportEndpoint => {
  /** How to end each, by organization. */
  const underWay = new Map<string, () => Promise<void>>();

  const begin = (ctx: Context, organizationId: string) => {
    if (underWay.has(organizationId)) throw refusal(ctx);
    const { requestId } = ctx.state as State;
    const { publicUrl } = services;
    const lines = exporter({ organizationId, requestId, now: services.now(), publicUrl });
    const late = setTimeout(() => ctx.res.destroy(), LONGEST_MS);
    const state: { body?: Readable; ended?: Promise<void> } = {};
    const finish = async (): Promise<void> => {
      clearTimeout(late);
      state.body?.destroy();
      await lines.return(undefined);
      underWay.delete(organizationId);
    };
    const end = (): Promise<void> => (state.ended ??= finish());
    underWay.set(organizationId, end);
    ctx.res.once("close", () => void end());
    ctx.res.setTimeout(STALL_MS, () => ctx.res.destroy());
    return { lines, state, end };
  };

  const send = async (ctx: Context, organizationId: string): Promise<void> => {
    const { lines, state, end } = begin(ctx, organizationId);
    try {
      // What cannot be begun is refused before anything is sent.
      const first = await lines.next();
      // Whoever asked may have gone by now, and nobody would end it.
      if (state.ended || ctx.res.closed) return await end();
      state.body = Readable.from(chained(first, lines), { objectMode: false });
      // Half of it has been sent: that it is cut off shows that something went wrong.
      state.body.once("error", () => ctx.res.destroy());
      // Before the answer is known to be whole: whoever has it may ask again.
      state.body.once("end", () => void end());
      ctx.body = state.body;
    } catch (error) {
      await end();
      throw isRefusal(error) ? refusal(ctx) : error;
    }
  };

  return {
    middleware: async (ctx, next) => {
      if (ctx.path !== PATH && ctx.path !== `${PATH}/`) return next();
      ctx.state["route"] = PATH;
      if (!METHODS.includes(ctx.method)) return answerMethods(ctx, METHODS);
      const credential = await authenticated(services, ctx);
      if (!credential) return;
      if (ctx.method === "GET") await send(ctx, credential.organizationId!);
      ctx.status = 200;
      ctx.set("content-type", "application/x-ndjson; charset=utf-8");
      ctx.set("cache-control", "private, no-store");
    },
    stop: async () => {
      await Promise.all([...underWay.values()].map((end) => end()));
    },
  };
};
