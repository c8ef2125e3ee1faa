import { ApolloServer, HeaderMap } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import { maxDepthRule } from "@escape.tech/graphql-armor-max-depth";
import {
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type ValidationContext,
} from "graphql";
import type { Context as KoaContext, Middleware } from "koa";
import type { Knex } from "knex";
import { type Context, createContext } from "../../../graph/context/context.js";
import { type Browser } from "../../../graph/core/ports.js";
import { type Credential } from "../../../graph/core/credential.js";
import { classifyError } from "../../../graph/core/errors.js";
import { findGraphCredential } from "../../../rest/credentials.js";
import { AnswerShares } from "../../../graph/turns/answer-shares.js";
import { readJson } from "../../../rest/body.js";
import { HttpCaller } from "../../../rest/http-caller.js";
import { INVALID_API_KEY, statusOf } from "../../../rest/errors.js";
import { pauseIfLarge } from "../../../graph/turns/pause-if-large.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { runWithinBodyShare } from "../../../rest/large-bodies.js";
import { identifyCaller } from "../../../rest/limiter.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { answerSizePlugin } from "./answer-size.js";
import { createCompiledQueryPlugin } from "./compiled-query-plugin.js";
import { createConsoleAuth } from "../console/index.js";
import { findConsolePage, type ConsolePage } from "../console/console-page.js";
import {
  isSignInRequest,
  readSignInRequest,
  VISITOR_CREDENTIAL,
} from "../console/sign-in-request.js";
import {
  createOperationCheck,
  isDocumentError,
  plainJsonPlugin,
  createErrorPlugin,
} from "./plugins.js";
import { createDocumentStore } from "./document-store.js";
import { hasLongName, MAX_NAME_CHARACTERS } from "./long-names.js";
import { createDocumentTurnsPlugin } from "./document-turns-plugin.js";
import { createOperationShares } from "./share-plugin.js";
import type { Log } from "../../base/log/log.js";
import { resolveCallerAddress, type TrustedProxies } from "../../base/net/trusted-proxies.js";

const PATH = /^\/graphql\/?$/;
const METHODS = ["GET", "HEAD", "POST"];
const MEDIA_TYPES = ["application/json", "application/graphql-response+json"].map(
  (type) => `${type}; charset=utf-8`,
);
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_TOKENS = 5_000;
/** Parsing megabytes of text blocks all requests for longer than the token limit is meant to allow. */
const MAX_DOCUMENT_CHARACTERS = 1_000_000;
const MAX_DEPTH = 12;

// Apollo has a resolver's error in `originalError`; its own errors have none.
const formatError = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
  const { failure } = classifyError(error);
  if (failure.code === "INTERNAL" && isDocumentError(formatted)) {
    const { message, locations, extensions } = formatted;
    return { message, ...(locations && { locations }), extensions: { code: extensions!["code"] } };
  }
  const { message, extensions } = failure;
  const { locations, path } = formatted;
  return { message, ...(locations && { locations }), ...(path && { path }), extensions };
};

const reportDepth = (context: ValidationContext): void => {
  context.reportError(new GraphQLError(`The query is more than ${MAX_DEPTH} levels deep`));
};

// The rule throws by default, and Apollo then responds with 500.
const depthRule = maxDepthRule({
  n: MAX_DEPTH,
  propagateOnRejection: false,
  onReject: [(context) => context && reportDepth(context)],
});

const createNameError = (code: string, subject: string): GraphQLFormattedError => ({
  message: `${subject} has more than ${MAX_NAME_CHARACTERS} characters`,
  extensions: { code },
});

/** Returns why a request must not be parsed; undefined if it may be parsed. */
const findRequestProblem = ({
  query,
  operationName,
}: Record<string, unknown>): GraphQLFormattedError | undefined => {
  if (typeof operationName === "string" && operationName.length > MAX_NAME_CHARACTERS)
    return createNameError("BAD_REQUEST", "operationName");
  if (typeof query !== "string") return undefined;
  if (query.length > MAX_DOCUMENT_CHARACTERS)
    return {
      message: `The query has more than ${MAX_DOCUMENT_CHARACTERS} characters; send long texts as variables`,
      extensions: { code: "BAD_REQUEST" },
    };
  return hasLongName(query)
    ? createNameError("GRAPHQL_VALIDATION_FAILED", "A name in the query")
    : undefined;
};

const sendError = (ctx: KoaContext, status: number, error: GraphQLFormattedError): void => {
  ctx.status = status;
  ctx.body = { errors: [error] };
};

/** Sends a failure as the response. @throws any other error */
const sendFailure = (ctx: KoaContext, error: unknown): void => {
  const { failure, unexpected } = classifyError(error);
  if (unexpected) throw error;
  sendError(ctx, statusOf(failure), failure.toJSON());
};

/** Creates /graphql: the core itself, for the organization's own tools. `stop` waits for running operations. */
export const createGraphqlEndpoint = async (
  schema: GraphQLSchema,
  services: RestServices & { db: Knex },
  log: Log,
  {
    proxies,
    shares = new AnswerShares(),
  }: { proxies?: TrustedProxies | undefined; shares?: AnswerShares } = {},
): Promise<{ middleware: Middleware; stop: () => Promise<void> }> => {
  const operationShares = createOperationShares(shares, createOperationCheck(schema));
  const server = new ApolloServer<Context>({
    schema,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    documentStore: createDocumentStore(),
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [depthRule],
    formatError,
    logger: log,
    // These plugins send data to Apollo if its environment variables are set.
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      createDocumentTurnsPlugin(),
      operationShares.plugin,
      createCompiledQueryPlugin(schema),
      createErrorPlugin(log),
      answerSizePlugin,
      plainJsonPlugin,
    ],
  });
  await server.start();
  // Apollo supports only GET and POST; Node omits the body of a HEAD response.
  const run = async (ctx: KoaContext, body: unknown, browser?: Browser): Promise<void> => {
    const incoming = new HeaderMap();
    for (const [name, value] of Object.entries(ctx.headers))
      if (value !== undefined) incoming.set(name, String(value));
    // Apollo would run the mutation first and then refuse the media type.
    if (!ctx.accepts(MEDIA_TYPES)) incoming.delete("accept");
    const context = createContext(services, ctx.state["credential"], ctx.state["requestId"], {
      browser,
      address: () => resolveCallerAddress(ctx.req, proxies),
      caller: new HttpCaller(ctx.res),
    });
    let bytes = 0;
    try {
      const answer = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: ctx.method === "HEAD" ? "GET" : ctx.method,
          headers: incoming,
          search: ctx.search,
          body,
        },
        context: async () => context,
      });
      if (answer.body.kind !== "complete")
        throw new Error("debrief requests no incremental delivery");
      bytes = answer.body.string.length;
      await pauseIfLarge(context.organizationId, bytes);
      const { headers } = ctx.state as RequestState;
      for (const [name, value] of answer.headers) headers[name] = value;
      if ((answer.status ?? 200) === 200) ctx.state["json"] = answer.body.string;
      else {
        ctx.body = answer.body.string;
        ctx.status = answer.status!;
      }
    } finally {
      operationShares.release(context.budget, ctx.res, bytes);
    }
  };
  const pages = createConsoleAuth(services, log, proxies);
  const checkAndRun = async (
    ctx: KoaContext,
    body: Record<string, unknown> | undefined,
    page: ConsolePage | undefined,
  ): Promise<void> => {
    const problem = findRequestProblem(body ?? ctx.query);
    if (problem) return sendError(ctx, 400, problem);
    await run(ctx, body, page && pages.createBrowser(ctx, page));
  };
  const readAndRun = async (ctx: KoaContext, page: ConsolePage | undefined): Promise<void> => {
    let body: Record<string, unknown> | undefined;
    try {
      body = ctx.method === "POST" ? await readJson(ctx, MAX_BODY_BYTES) : undefined;
    } catch (error) {
      return sendFailure(ctx, error);
    }
    // A sign-in runs without the old session: the new cookie replaces it.
    if (page && body && isSignInRequest(body)) ctx.state["credential"] = VISITOR_CREDENTIAL;
    await checkAndRun(ctx, body, page);
  };
  const middleware: Middleware = async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    ctx.state["route"] = "/graphql";
    // Some responses contain a secret that is shown once.
    (ctx.state as RequestState).headers["cache-control"] = "no-store";
    // Undefined for callers with a key or a token, or without a cookie.
    let page: ConsolePage | undefined;
    const find = async (): Promise<Credential | undefined> => {
      const credential = await findGraphCredential(services, {
        headers: ctx.headers,
        addressOf: () => resolveCallerAddress(ctx.req, proxies),
      });
      if (credential) return credential;
      page = findConsolePage(ctx.req, services.publicUrl);
      return page && pages.findCredential(ctx, page);
    };
    try {
      // The console checks for a session before it has a credential; passwords have their own limit.
      const isGuess = (): boolean => page === undefined;
      if (!(await identifyCaller(services.limiter, ctx, find, isGuess))) {
        const body = page && (await readSignInRequest(ctx));
        if (!body) return sendError(ctx, 401, INVALID_API_KEY);
        ctx.state["credential"] = VISITOR_CREDENTIAL;
        return await checkAndRun(ctx, body, page);
      }
      if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
      await runWithinBodyShare(services, ctx, async () => readAndRun(ctx, page));
    } catch (error) {
      sendFailure(ctx, error);
    }
  };
  return { middleware, stop: () => server.stop() };
};
