import { AnswerShares } from "../graph/turns/answer-shares.js";
import { Router } from "@koa/router";
import type { GraphQLSchema } from "graphql";
import type { Context, Middleware } from "koa";
import { notFound } from "../graph/core/errors.js";
import { authenticate, type FindSession } from "./authenticate.js";
import { findRestCredential } from "./credentials.js";
import { runWithinBodyShare } from "./large-bodies.js";
import { createHandler, hasBody } from "./handler.js";
import { createInboundHandler } from "./inbound.js";
import { answerUnsupportedMethod } from "./unsupported-method.js";
import { createOpenApiMiddleware } from "./openapi/index.js";
import { requireKeyScope } from "../graph/core/key-scopes.js";
import { compileRoute, keyScopeOf } from "./route.js";
import type { RestServices } from "./rest-services.js";
import { uploadRoute } from "./routes/calls.js";
import { restRoutes } from "./routes/index.js";

const isRestPath = (path: string): boolean => path === "/v1" || path.startsWith("/v1/");

/** Responds to a path without a route, or without a route for this method. */
const answerUnmatched = (ctx: Context): void => {
  const layers = (ctx["matched"] ?? []) as { methods: string[] }[];
  if (layers.length === 0) throw notFound();
  answerUnsupportedMethod(
    ctx,
    layers.flatMap((layer) => layer.methods),
  );
};

/**
 * Creates the middleware for all paths under /v1: credential, route, operation. Only the OpenAPI document needs no
 * credential. The middleware throws Failures. `findUploader` finds the session of a person who uploads a file without a
 * key.
 * @throws Error at start-up if a route does not fit the schema
 */
export const createRestMiddleware = (
  schema: GraphQLSchema,
  services: RestServices,
  shares = new AnswerShares(),
  findUploader?: FindSession,
): Middleware => {
  const router = new Router({ sensitive: true });
  const compiled = restRoutes.map((route) => compileRoute(schema, route));
  for (const route of compiled) {
    const handleRoute = createHandler(services, route, shares);
    const handle = route.inboundKind
      ? createInboundHandler(services, route, route.inboundKind, handleRoute)
      : handleRoute;
    // An upload streams its body, and has its own share.
    const sharesBodies = hasBody(route) && !route.isUpload;
    const keyScope = keyScopeOf(route);
    router[route.method](route.path, (ctx) => {
      ctx.state.route = route.path;
      requireKeyScope(ctx.state.credential, keyScope);
      return sharesBodies
        ? runWithinBodyShare(services, ctx, async () => handle(ctx))
        : handle(ctx);
    });
  }
  const dispatch = router.routes() as unknown as Middleware;
  const serveOpenApi = createOpenApiMiddleware(schema, compiled, services);
  const respond = async (ctx: Context): Promise<void> => {
    const { path, method, headers } = ctx;
    const addressOf = () => services.addressOf?.(ctx.req);
    const find = async () => {
      const credential = await findRestCredential(services, { path, method, headers, addressOf });
      return credential ?? (path === uploadRoute.path ? findUploader?.(ctx) : undefined);
    };
    if (await authenticate(services, ctx, undefined, find))
      await dispatch(ctx, async () => answerUnmatched(ctx));
  };
  return (ctx, next) => (isRestPath(ctx.path) ? serveOpenApi(ctx, () => respond(ctx)) : next());
};
