import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import Koa, { type Context, type Middleware } from "koa";
import type { Knex } from "knex";
import { Failure, failureOf, notFound } from "../graph/errors.js";
import { createSchema } from "../graph/schema.js";
import { bodyOf, statusOf } from "../rest/errors.js";
import type { RestServices, State } from "../rest/handler.js";
import { rest } from "../rest/index.js";
import { limitTime } from "./body-time.js";
import { consolePages } from "./console/pages.js";
import { drain } from "./drain.js";
import { eventStream } from "./event-stream/index.js";
import { exportEndpoint } from "./export/endpoint.js";
import type { Exporter } from "./export/exporter.js";
import { graphql } from "./graphql.js";
import { securityHeaders } from "./headers.js";
import { health } from "./health.js";
import type { Log } from "./log.js";
import { mediaEndpoint } from "./media/endpoint.js";
import { mcp } from "./mcp/index.js";
import type { Metrics } from "./metrics.js";
import { callerOf, type Proxies } from "./proxies.js";
import { refuse } from "./refusals.js";
import { endUnread } from "./unread.js";

// Node's own defaults let 500 half-sent requests hold their sockets for minutes.
const httpOptions = {
  headersTimeout: 5_000,
  // Bodies have a limit of their own: src/body-time.ts.
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 s of common proxies, which would otherwise use a connection as it closes.
  keepAliveTimeout: 65_000,
  // Looked at below: Node would refuse a request without one in its own way.
  requireHostHeader: false,
};

const TOO_LATE = Object.assign(new Error("too late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
const RETRY_AFTER_S = "10";
const STOP_MS = 15_000;
const IDLE_CHECK_MS = 20;
const REQUEST_ID = /^[\w.-]{1,128}$/;

const isHost = (name: string, index: number): boolean =>
  index % 2 === 0 && name.length === 4 && name.toLowerCase() === "host";

/** @throws INVALID_FIELD for what cannot be told whom or what it is for */
const checkRequest = ({ req: { httpVersion, rawHeaders }, request: target }: Context): void => {
  const hosts = rawHeaders.filter(isHost).length;
  if (hosts === 0 && httpVersion === "1.1")
    throw new Failure("INVALID_FIELD", "is required", "host");
  // Two servers in a row may each go by another one.
  if (hosts > 1) throw new Failure("INVALID_FIELD", "is given twice", "host");
  try {
    void target.path;
  } catch {
    throw new Failure("INVALID_FIELD", "The target of the request is no URL");
  }
};

/** Gives the request its id, answers with what went wrong, and writes one line for it. */
const request =
  (
    newId: () => string,
    log: Log,
    metrics: Metrics | undefined,
    proxies: Proxies | undefined,
  ): Middleware =>
  async (ctx, next) => {
    const started = performance.now();
    const sent = ctx.get("x-request-id");
    const state = ctx.state as State;
    state.requestId = REQUEST_ID.test(sent) ? sent : newId();
    ctx.set("x-request-id", state.requestId);
    try {
      checkRequest(ctx);
      await next();
    } catch (error) {
      const { failure, unexpected } = failureOf(error);
      if (unexpected) state.error ??= error;
      ctx.status = statusOf(failure);
      if (failure.code === "RATE_LIMITED" && !ctx.response.get("retry-after"))
        ctx.set("retry-after", RETRY_AFTER_S);
      ctx.body = bodyOf(failure);
    }
    drain(ctx.req, ctx.res);
    const { requestId, route, credential, error } = state;
    const line = {
      requestId,
      method: ctx.method,
      route,
      status: ctx.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      organization: credential?.organizationId ?? undefined,
      // Nobody else's address is kept.
      ip: ctx.status === 401 || ctx.status === 429 ? callerOf(ctx.req, proxies) : undefined,
    };
    metrics?.request(line.method, route, line.status, line.ms);
    if (error === undefined) log.info(line, "request");
    else log.error({ ...line, err: error }, "request");
  };

export interface Running {
  server: Server;
  port: number;
  /** Stops accepting, waits for what is under way (at most 15 s), and closes every connection. */
  stop: () => Promise<void>;
}

const listen = async (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });

/** `underWay` counts the requests whose callers have hung up as well. */
const close = async (server: Server, underWay: () => number): Promise<void> =>
  new Promise((resolve) => {
    let closed = false;
    const end = (): void => {
      clearTimeout(late);
      clearInterval(idle);
      resolve();
    };
    const look = (): void => {
      // A connection whose last request ends after close() would otherwise stay open until it times out.
      server.closeIdleConnections();
      if (closed && underWay() === 0) end();
    };
    const late = setTimeout(() => {
      server.closeAllConnections();
      end();
    }, STOP_MS);
    const idle = setInterval(look, IDLE_CHECK_MS);
    server.close(() => {
      closed = true;
      look();
    });
  });

/**
 * Serves everything over HTTP. All operations of /v1 are compiled before the port is opened.
 * @throws where a route does not fit the schema or the address cannot be had
 */
export const serve = async (
  services: RestServices & { db: Knex; exporter?: Exporter; metrics?: Metrics },
  log: Log,
  address: { host: string; port: number; trustProxy?: Proxies | undefined },
  schema = createSchema(),
): Promise<Running> => {
  const graph = await graphql(schema, services, log, address.trustProxy);
  const app = new Koa();
  // A caller that hangs up is no defect, and must not be able to fill the log with stacks.
  app.on("error", (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code, reason: error.message }, "connection"),
  );
  app.use(securityHeaders(services));
  app.use(request(services.newId, log, services.metrics, address.trustProxy));
  // Each looks at its own paths; those that most requests are for come first.
  const events = eventStream(services);
  app.use(events.middleware);
  app.use(mediaEndpoint(services));
  app.use(rest(schema, services));
  app.use(graph.middleware);
  app.use(mcp(schema, services));
  const { exporter } = services;
  const exports = exporter && exportEndpoint(services, exporter);
  if (exports) app.use(exports.middleware);
  app.use(health(services.db));
  if (services.metrics) app.use(services.metrics.middleware());
  app.use(consolePages(services));
  app.use(() => {
    throw notFound();
  });
  // Koa answers every failure itself; what its promise rejects with has been dealt with by then.
  const callback = app.callback();
  let underWay = 0;
  const last = new WeakMap<Duplex, ServerResponse>();
  const answer: RequestListener = (req, res) => {
    underWay += 1;
    last.set(req.socket, res);
    limitTime(req, () => refuse(services.newId(), TOO_LATE, req.socket, res));
    void callback(req, res).finally(() => {
      underWay -= 1;
      endUnread(res.socket);
    });
  };
  const server = createServer(httpOptions, answer);
  // An expectation that we do not know is ignored, as HTTP allows; Node would answer it by itself.
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) =>
    refuse(services.newId(), error, socket, last.get(socket)),
  );
  const port = await listen(server, address.port, address.host);
  const stop = async (): Promise<void> => {
    events.stop();
    await close(server, () => underWay);
    await exports?.stop();
    await graph.stop();
  };
  return { server, port, stop };
};
