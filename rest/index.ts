import { Router } from "@koa/router";
import type { GraphQLSchema } from "graphql";
import type { Context, Middleware } from "koa";
import { notFound } from "../graph/errors.js";
import { restCredential } from "./authentication.js";
import { INVALID_API_KEY } from "./errors.js";
import { handler, type RestServices } from "./handler.js";
import { identify } from "./limiter.js";
import { answerMethods } from "./methods.js";
import { compile } from "./route.js";
import { routes } from "./routes.js";

const isRest = (path: string): boolean => path === "/v1" || path.startsWith("/v1/");

/** A path that has no route, or none for this method. */
const unmatched = (ctx: Context): void => {
  const layers = (ctx["matched"] ?? []) as { methods: string[] }[];
  if (layers.length === 0) throw notFound();
  answerMethods(
    ctx,
    layers.flatMap((layer) => layer.methods),
  );
};

/**
 * The middleware for all paths under /v1: the credential first, then the route, then the operation.
 * @throws at start-up where a route does not fit the schema; Failures for the caller to answer with
 */
export const rest = (schema: GraphQLSchema, services: RestServices): Middleware => {
  const router = new Router({ sensitive: true });
  for (const route of routes) {
    const handle = handler(services, compile(schema, route));
    router[route.method](route.path, (ctx) => handle(ctx as never));
  }
  const dispatch = router.routes() as unknown as Middleware;
  return async (ctx, next) => {
    if (!isRest(ctx.path)) return next();
    const credential = await identify(services.limiter, ctx, () =>
      restCredential(services, ctx.path, ctx.headers),
    );
    if (!credential) {
      ctx.status = 401;
      ctx.body = INVALID_API_KEY;
      return;
    }
    await dispatch(ctx, async () => unmatched(ctx));
  };
};
