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
  Kind,
  type ValidationContext,
  type ValidationRule,
} from "graphql";
import type { Context as KoaContext, Middleware } from "koa";
import type { Knex } from "knex";
import { type Browser, type Context, createContext, type Credential } from "../graph/context.js";
import { failureOf } from "../graph/errors.js";
import { graphCredential } from "../rest/authentication.js";
import { readJson } from "../rest/body.js";
import { INVALID_API_KEY, statusOf } from "../rest/errors.js";
import type { RestServices } from "../rest/handler.js";
import { identify } from "../rest/limiter.js";
import { answerMethods } from "../rest/methods.js";
import { compiledQueries } from "./compiled-queries.js";
import { createConsole } from "./console/index.js";
import { ownPage, type Page } from "./console/own-page.js";
import { isVisit, readVisit, VISITOR } from "./console/visit.js";
import { checked, isOfDocument, plainJson, toldErrors } from "./graphql-plugins.js";
import type { Log } from "./log.js";
import { callerOf, type Proxies } from "./proxies.js";

const PATH = /^\/graphql\/?$/;
const METHODS = ["GET", "HEAD", "POST"];
const TYPES = ["application/json", "application/graphql-response+json"];
const BODY_LIMIT = 10 * 1024 * 1024;
const MOST_TOKENS = 5_000;
const MOST_DEPTH = 12;
const MOST_ALIASES = 100;

// Apollo shows a resolver's error under `originalError`, and its own without one.
const formatError = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
  const { failure } = failureOf(error);
  if (failure.code === "INTERNAL" && isOfDocument(formatted)) {
    const { message, locations, extensions } = formatted;
    return { message, ...(locations && { locations }), extensions: { code: extensions!["code"] } };
  }
  const { message, extensions } = failure;
  const { locations, path } = formatted;
  return { message, ...(locations && { locations }), ...(path && { path }), extensions };
};

const reportDepth = (context: ValidationContext): void => {
  context.reportError(new GraphQLError(`The query is more than ${MOST_DEPTH} levels deep`));
};

// The rule would throw, which Apollo answers with a 500.
const depthRule = maxDepthRule({
  n: MOST_DEPTH,
  propagateOnRejection: false,
  onReject: [(context) => context && reportDepth(context)],
});

// Rows are not all that costs: a long text is sent once for each name that it is given.
const aliasRule: ValidationRule = (context) => {
  let aliases = 0;
  return {
    [Kind.FIELD]: ({ alias }) => {
      if (alias && (aliases += 1) === MOST_ALIASES + 1)
        context.reportError(new GraphQLError(`The query has more than ${MOST_ALIASES} aliases`));
    },
  };
};

const refuse = (ctx: KoaContext, status: number, error: GraphQLFormattedError): void => {
  ctx.status = status;
  ctx.body = { errors: [error] };
};

/** /graphql: the core itself, for the organization's own tools. `stop` waits for what is under way. */
export const graphql = async (
  schema: GraphQLSchema,
  services: RestServices & { db: Knex },
  log: Log,
  proxies?: Proxies,
): Promise<{ middleware: Middleware; stop: () => Promise<void> }> => {
  const server = new ApolloServer<Context>({
    schema,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    parseOptions: { maxTokens: MOST_TOKENS },
    validationRules: [depthRule, aliasRule],
    formatError,
    logger: log,
    // None of these may ever reach out, whatever Apollo finds in the environment.
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      checked(schema),
      compiledQueries(schema),
      toldErrors(log),
      plainJson,
    ],
  });
  await server.start();
  // Apollo knows GET and POST only; Node leaves the body of an answer to HEAD out.
  const run = async (ctx: KoaContext, body: unknown, browser?: Browser): Promise<void> => {
    const incoming = new HeaderMap();
    for (const [name, value] of Object.entries(ctx.headers))
      if (value !== undefined) incoming.set(name, String(value));
    // Apollo would do what is asked, and only then refuse to say so.
    if (!ctx.accepts(TYPES.map((type) => `${type}; charset=utf-8`))) incoming.delete("accept");
    const answer = await server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: ctx.method === "HEAD" ? "GET" : ctx.method,
        headers: incoming,
        search: ctx.search,
        body,
      },
      context: async () =>
        createContext(services, ctx.state["credential"], ctx.state["requestId"], browser, () =>
          callerOf(ctx.req, proxies),
        ),
    });
    if (answer.body.kind !== "complete") throw new Error("Answers in parts are not asked for");
    ctx.body = answer.body.string;
    if (answer.status !== undefined) ctx.status = answer.status;
    for (const [name, value] of answer.headers) ctx.set(name, value);
  };
  const pages = createConsole(services, log, proxies);
  const middleware: Middleware = async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    ctx.state["route"] = "/graphql";
    // Some answers have a secret that is shown once.
    ctx.set("cache-control", "no-store");
    let body: unknown;
    // Undefined where there is a key or a token, and wherever else nothing rests on a cookie.
    let page: Page | undefined;
    const find = async (): Promise<Credential | undefined> => {
      const credential = await graphCredential(services, ctx.headers);
      if (credential) return credential;
      page = ownPage(ctx.req, services.publicUrl);
      return page && pages.credential(ctx, page);
    };
    try {
      // The console asks whether anybody has signed in; passwords have a limit of their own.
      const isGuess = (): boolean => page === undefined;
      if (!(await identify(services.limiter, ctx, find, isGuess))) {
        body = page && (await readVisit(ctx));
        if (!body) return refuse(ctx, 401, INVALID_API_KEY);
        ctx.state["credential"] = VISITOR;
      } else if (!METHODS.includes(ctx.method)) return answerMethods(ctx, METHODS);
      else if (ctx.method === "POST") {
        const read = await readJson(ctx, BODY_LIMIT);
        // Who signs in anew is nobody until then: the new cookie takes the place of the one that there is.
        if (page && isVisit(read)) ctx.state["credential"] = VISITOR;
        body = read;
      }
    } catch (error) {
      const { failure, unexpected } = failureOf(error);
      if (unexpected) throw error;
      return refuse(ctx, statusOf(failure), failure.toJSON());
    }
    await run(ctx, body, page && pages.browser(ctx, page));
  };
  return { middleware, stop: () => server.stop() };
};
