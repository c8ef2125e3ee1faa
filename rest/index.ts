import { Router } from "@koa/router";
import type { GraphQLSchema } from "graphql";
import type { Context, Middleware } from "koa";
import { notFound } from "../graph/errors.js";
import { authenticated } from "./authenticated.js";
import { restCredential } from "./authentication.js";
import { handler, type RestServices } from "./handler.js";
import { receiving } from "./inbound.js";
import { answerMethods } from "./methods.js";
import { document } from "./openapi/index.js";
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
 * The middleware for all paths under /v1: the credential first, then the route, then the operation. What
 * describes them needs none.
 * @throws at start-up where a route does not fit the schema; Failures for the caller to answer with
 */
export const rest = (schema: GraphQLSchema, services: RestServices): Middleware => {
  const router = new Router({ sensitive: true });
  const compiled = routes.map((route) => compile(schema, route));
  for (const route of compiled) {
    const answer = handler(services, route);
    const handle = route.inbound ? receiving(services, route, route.inbound, answer) : answer;
    router[route.method](route.path, (ctx) => {
      ctx.state.route = route.path;
      return handle(ctx);
    });
  }
  const dispatch = router.routes() as unknown as Middleware;
  const describe = document(schema, compiled, services);
  const answer = async (ctx: Context): Promise<void> => {
    const find = () => restCredential(services, ctx);
    if (await authenticated(services, ctx, find)) await dispatch(ctx, async () => unmatched(ctx));
  };
  return (ctx, next) => (isRest(ctx.path) ? describe(ctx, () => answer(ctx)) : next());
};
