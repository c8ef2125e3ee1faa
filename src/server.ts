import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import Koa, { type Context, type Middleware } from "koa";
import type { Knex } from "knex";
import { joinSnapshot } from "../db/engine/join-snapshot.js";
import { Failure, classifyError, notFound } from "../graph/core/errors.js";
import { createSchema } from "../graph/schema.js";
import { buildErrorBody, statusOf } from "../rest/errors.js";
import type { RequestState } from "../rest/rest-context.js";
import type { RestServices } from "../rest/rest-services.js";
import { AnswerShares } from "../graph/turns/answer-shares.js";
import { createRestMiddleware } from "../rest/index.js";
import { startBodyTimeout } from "./api/http/body-timeout.js";
import type { OpenIdProvider } from "./api/openid/provider.js";
import { createOpenIdEndpoint } from "./api/openid/openid-endpoint.js";
import { createConsolePages } from "./api/console/pages.js";
import { drain } from "./api/http/drain.js";
import { createEventStream } from "./api/event-stream/index.js";
import { createExportEndpoint } from "./api/export/export-endpoint.js";
import type { Exporter } from "./api/export/exporter.js";
import { createGraphqlEndpoint } from "./api/graphql/graphql-endpoint.js";
import { sendAnswer } from "./api/http/send-answer.js";
import { createSecurityHeaders } from "./api/http/security-headers.js";
import { createHealthMiddleware } from "./api/http/health.js";
import type { DamageWatch } from "./upkeep/jobs/damage-watch.js";
import type { Log } from "./base/log/log.js";
import { createClipEndpoint } from "./api/console/clip-endpoint.js";
import { createClipLinkEndpoint } from "./api/console/clip-link-endpoint.js";
import { createMediaEndpoint } from "./api/console/media-endpoint.js";
import { createMcpMiddleware } from "./api/mcp/index.js";
import type { ProgramMetrics } from "./base/log/program-metrics.js";
import { resolveCallerAddress, type TrustedProxies } from "./base/net/trusted-proxies.js";
import { matchBrand } from "../graph/redaction/card-brands.js";
import { refuseRequest } from "./api/http/refuse-request.js";
import { RequestTurns } from "./api/http/request-turns.js";
import type { ResumableUploads } from "./intake/uploads/resumable-uploads.js";
import { findUploaderCredential } from "./api/console/uploader-credential.js";
import { createResumableEndpoint } from "./intake/uploads/resumable-endpoint.js";
import { closeSlowReader } from "./api/http/slow-readers.js";

export const HEADERS_TIMEOUT_MS = 15_000;

// Node's own defaults let 500 half-sent requests hold their sockets for minutes.
const httpOptions = {
  // A starved server itself may need seconds between a connection and its first request.
  headersTimeout: HEADERS_TIMEOUT_MS,
  // Bodies have their own limit in body-timeout.ts.
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 s of common proxies, which could otherwise use a connection that is closing.
  keepAliveTimeout: 65_000,
  // Checked below: Node would refuse a request without a host in its own form.
  requireHostHeader: false,
};

const BODY_TIMEOUT_ERROR = Object.assign(new Error("too late"), {
  code: "ERR_HTTP_REQUEST_TIMEOUT",
});
const RETRY_AFTER_S = "10";
export const STOP_MS = 15_000;
const IDLE_CHECK_MS = 20;
const REQUEST_ID = /^[\w.-]{1,128}$/;

const LONG_NUMBER = /(?<![\da-z])\d(?:[._-]?\d){12,18}(?![\da-z])/gi;

/**
 * Returns whether a request id may be in the log. No organization's redaction rules apply to it, so it must never be a
 * card number.
 */
const mayBeLogged = (id: string): boolean =>
  REQUEST_ID.test(id) &&
  !Array.from(id.matchAll(LONG_NUMBER)).some(([text]) => matchBrand(text.replaceAll(/\D/g, "")));

const isHostHeader = (name: string, index: number): boolean =>
  index % 2 === 0 && name.length === 4 && name.toLowerCase() === "host";

/** Validates the request's target. @throws INVALID_FIELD if host or path is ambiguous */
const validateRequest = ({ req: { httpVersion, rawHeaders }, request: target }: Context): void => {
  const hosts = rawHeaders.filter(isHostHeader).length;
  if (hosts === 0 && httpVersion === "1.1")
    throw new Failure("INVALID_FIELD", "is required", "host");
  // With two Host headers, a proxy and this server could each use a different one.
  if (hosts > 1) throw new Failure("INVALID_FIELD", "is given twice", "host");
  try {
    void target.path;
  } catch {
    throw new Failure("INVALID_FIELD", "The request target isn't a valid URL");
  }
};

/**
 * nginx's status for this case: the caller closed the connection before the response, and the server isn't at fault.
 */
const CALLER_LEFT_STATUS = 499;

/** Assigns the request id, responds to errors and logs one line per request. */
const createRequestMiddleware =
  (
    newId: () => string,
    createHeaders: () => Record<string, string>,
    log: Log,
    metrics: ProgramMetrics | undefined,
    proxies: TrustedProxies | undefined,
  ): Middleware =>
  async (ctx, next) => {
    const started = performance.now();
    const sent = ctx.get("x-request-id");
    const state = ctx.state as RequestState;
    state.requestId = mayBeLogged(sent) ? sent : newId();
    state.headers = createHeaders();
    state.headers["x-request-id"] = state.requestId;
    try {
      validateRequest(ctx);
      await next();
    } catch (error) {
      const { failure, unexpected } = classifyError(error);
      if (unexpected) state.error ??= error;
      ctx.status = ctx.res.closed ? CALLER_LEFT_STATUS : statusOf(failure);
      if (failure.code === "RATE_LIMITED" && !ctx.response.get("retry-after"))
        ctx.set("retry-after", RETRY_AFTER_S);
      delete state.json;
      ctx.body = buildErrorBody(failure);
    }
    drain(ctx.req, ctx.res);
    sendAnswer(ctx);
    const { requestId, route, credential, error } = state;
    const line = {
      requestId,
      method: ctx.method,
      route,
      status: ctx.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      organization: credential?.organizationId ?? undefined,
      // The log contains no other addresses.
      ip:
        ctx.status === 401 || ctx.status === 429
          ? resolveCallerAddress(ctx.req, proxies)
          : undefined,
    };
    metrics?.observeRequest(line.method, route, line.status, line.ms);
    if (error === undefined) log.info(line, "request");
    else log.error({ ...line, err: error }, "request");
  };

export interface RunningServer {
  server: Server;
  port: number;
  /** Stops accepting, waits for running requests (at most 15 s) and closes all connections. */
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

/** Closes the server once no request is running. `underWay` also counts requests whose callers have disconnected. */
const closeServer = async (server: Server, underWay: () => number): Promise<void> =>
  new Promise((resolve) => {
    let closed = false;
    const end = (): void => {
      clearTimeout(late);
      clearInterval(idle);
      resolve();
    };
    const closeIdle = (): void => {
      // A connection whose last request ends after close() would stay open until its timeout.
      server.closeIdleConnections();
      if (closed && underWay() === 0) end();
    };
    const late = setTimeout(() => {
      server.closeAllConnections();
      end();
    }, STOP_MS);
    const idle = setInterval(closeIdle, IDLE_CHECK_MS);
    server.close(() => {
      closed = true;
      closeIdle();
    });
  });

/**
 * Serves everything over HTTP. Compiles all operations of /v1 before opening the port.
 * @throws if a route does not fit the schema or the address is not available
 */
export const serveHttp = async (
  services: RestServices & {
    db: Knex;
    exporter?: Exporter;
    resumable: ResumableUploads;
    metrics?: ProgramMetrics;
    /** Undefined if users sign in with passwords only. */
    openId?: OpenIdProvider | undefined;
    /** For /readyz. */
    listWarnings?: () => string[];
    damage?: Pick<DamageWatch, "list">;
  },
  log: Log,
  address: { host: string; port: number; trustProxy?: TrustedProxies | undefined },
  schema = createSchema(),
): Promise<RunningServer> => {
  const shares = new AnswerShares();
  const graph = await createGraphqlEndpoint(schema, services, log, {
    proxies: address.trustProxy,
    shares,
  });
  const app = new Koa();
  // A disconnect is not a defect and must not fill the log with stacks.
  app.on("error", (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code, reason: error.message }, "connection"),
  );
  app.use(
    createRequestMiddleware(
      services.newId,
      createSecurityHeaders(services),
      log,
      services.metrics,
      address.trustProxy,
    ),
  );
  // Each middleware handles its own paths. The busiest come first.
  const events = createEventStream(services);
  app.use(events.middleware);
  app.use(createMediaEndpoint(services));
  app.use(createClipEndpoint(services));
  app.use(createClipLinkEndpoint(services));
  const findUploader = async (ctx: Koa.Context) => findUploaderCredential(services, ctx);
  app.use(createResumableEndpoint(services, findUploader));
  app.use(createRestMiddleware(schema, services, shares, findUploader));
  app.use(graph.middleware);
  app.use(createMcpMiddleware(schema, services, shares));
  const { exporter } = services;
  const exports = exporter && createExportEndpoint(services, exporter);
  if (exports) app.use(exports.middleware);
  const { describeProcessing, listWarnings, damage } = services;
  app.use(
    createHealthMiddleware(services.db, {
      describeProcessing,
      ...(listWarnings && { listWarnings }),
      listDamaged: damage?.list,
    }),
  );
  if (services.metrics) app.use(services.metrics.createMiddleware());
  const { openId: provider } = services;
  if (provider)
    app.use(createOpenIdEndpoint({ services, provider, log, proxies: address.trustProxy }));
  app.use(createConsolePages(services));
  app.use(() => {
    throw notFound();
  });
  // Koa has responded to every failure before its promise rejects.
  const callback = app.callback();
  let underWay = 0;
  const turns = new RequestTurns();
  const last = new WeakMap<Duplex, ServerResponse>();
  const answer: RequestListener = (req, res) => {
    underWay += 1;
    last.set(req.socket, res);
    startBodyTimeout(req, () =>
      refuseRequest(services.newId(), BODY_TIMEOUT_ERROR, req.socket, res),
    );
    turns.enqueue(req, () => {
      joinSnapshot(services.db);
      void callback(req, res).finally(() => {
        underWay -= 1;
        closeSlowReader(res.socket);
      });
    });
  };
  const server = createServer(httpOptions, answer);
  // An unknown expectation is ignored, as HTTP allows; Node would respond to it itself.
  server.on("checkExpectation", answer);
  server.on("clientError", (error, socket) =>
    refuseRequest(services.newId(), error, socket, last.get(socket)),
  );
  const port = await listen(server, address.port, address.host);
  const stop = async (): Promise<void> => {
    events.stop();
    await closeServer(server, () => underWay);
    await exports?.stop();
    await graph.stop();
  };
  return { server, port, stop };
};
