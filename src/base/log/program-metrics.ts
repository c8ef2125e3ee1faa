import type { IncomingHttpHeaders } from "node:http";
import type { Middleware } from "koa";
import type { AttemptOutcome } from "../../../graph/core/ports.js";
import { notFound } from "../../../graph/core/errors.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import type { Prometheus, MetricSources } from "./prometheus.js";

const LOAD_DELAY_MS = 1_000;
const METHODS = ["GET", "HEAD"];

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;

/** The counters and the page of /metrics. */
export interface ProgramMetrics {
  /** Counts a completed request. `route`: the path's pattern, never the path. */
  observeRequest: (method: string, route: string | undefined, status: number, ms: number) => void;
  /** Counts an ended delivery attempt. */
  countDelivery: (outcome: AttemptOutcome) => void;
  /** Answers GET /metrics. */
  createMiddleware: () => Middleware;
}

/**
 * Creates the metrics. The library loads one second after the start or with the first page, because it
 * takes longer than a first request. Earlier counts are kept.
 */
export const createProgramMetrics = (sources: MetricSources): ProgramMetrics => {
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
    observeRequest: (method, route, status, ms) => {
      if (prometheus) prometheus.observeRequest(method, route, status, ms);
      else early.push((loaded) => loaded.observeRequest(method, route, status, ms));
    },
    countDelivery: (outcome) => {
      if (prometheus) prometheus.countDelivery(outcome);
      else early.push((loaded) => loaded.countDelivery(outcome));
    },
    createMiddleware: () => {
      setTimeout(() => void ready(), LOAD_DELAY_MS).unref();
      return async (ctx, next) => {
        if (ctx.path !== "/metrics") return next();
        // For direct callers only: a request through a proxy comes from outside.
        if (isForwarded(ctx.headers)) throw notFound();
        ctx.state["route"] = ctx.path;
        if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
        const { text, type } = await (await ready()).renderPage();
        ctx.set("content-type", type);
        ctx.body = text;
      };
    },
  };
};
