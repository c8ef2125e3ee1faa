import type { IncomingHttpHeaders } from "node:http";
import type { Middleware } from "koa";
import type { Outcome } from "../graph/context.js";
import { notFound } from "../graph/errors.js";
import { answerMethods } from "../rest/methods.js";
import type { Prometheus, Sources } from "./prometheus.js";

const LOAD_MS = 1_000;
const METHODS = ["GET", "HEAD"];

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;

/** What is counted, and told to whoever asks for /metrics. */
export interface Metrics {
  /** A request has been answered. `route`: the path's pattern, never the path. */
  request: (method: string, route: string | undefined, status: number, ms: number) => void;
  /** An attempt to deliver has ended. */
  delivery: (outcome: Outcome) => void;
  /** Answers GET /metrics. */
  middleware: () => Middleware;
}

/**
 * The library takes longer to load than all of the first request, so it comes a second after the start,
 * or with the first question; what is counted until then is kept.
 */
export const createMetrics = (sources: Sources): Metrics => {
  let early: ((prometheus: Prometheus) => void)[] = [];
  let prometheus: Prometheus | undefined;
  let loading: Promise<Prometheus> | undefined;
  const load = async (): Promise<Prometheus> => {
    const { createPrometheus } = await import("./prometheus.js");
    prometheus = createPrometheus(sources);
    for (const count of early) count(prometheus);
    early = [];
    return prometheus;
  };
  const ready = (): Promise<Prometheus> => (loading ??= load());
  return {
    request: (method, route, status, ms) => {
      if (prometheus) prometheus.request(method, route, status, ms);
      else early.push((loaded) => loaded.request(method, route, status, ms));
    },
    delivery: (outcome) => {
      if (prometheus) prometheus.delivery(outcome);
      else early.push((loaded) => loaded.delivery(outcome));
    },
    middleware: () => {
      setTimeout(() => void ready(), LOAD_MS).unref();
      return async (ctx, next) => {
        if (ctx.path !== "/metrics") return next();
        // For those on its machine or network: what a proxy passes on comes from outside.
        if (isForwarded(ctx.headers)) throw notFound();
        ctx.state["route"] = ctx.path;
        if (!METHODS.includes(ctx.method)) return answerMethods(ctx, METHODS);
        const { text, type } = await (await ready()).page();
        ctx.set("content-type", type);
        ctx.body = text;
      };
    },
  };
};
