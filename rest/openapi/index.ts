import { hash } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { Context, Middleware } from "koa";
import { isNotModified } from "../is-not-modified.js";
import type { RequestState } from "../rest-context.js";
import { answerUnsupportedMethod } from "../unsupported-method.js";
import type { ValidatedRoute } from "../route.js";
import { validateParameterNames } from "../unknown-parameters.js";
import { buildOpenApi } from "./document.js";

const PATH = "/v1/openapi.json";
const METHODS = ["GET", "HEAD"];

/**
 * Serves the OpenAPI document without a credential. The first request builds it. It is built again if the
 * server's URL has changed: with port 0 the URL is known only after the start.
 */
export const createOpenApiMiddleware = (
  schema: GraphQLSchema,
  routes: readonly ValidatedRoute[],
  services: { publicUrl: string },
): Middleware => {
  let made: { url: string; body: string; etag: string } | undefined;
  const current = () => {
    const url = services.publicUrl;
    if (made?.url === url) return made;
    const body = JSON.stringify(buildOpenApi(schema, routes, url));
    return (made = { url, body, etag: `W/"${hash("sha1", body, "base64url")}"` });
  };
  return async (ctx: Context, next) => {
    if (ctx.path !== PATH && ctx.path !== `${PATH}/`) return next();
    (ctx.state as RequestState).route = PATH;
    if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
    validateParameterNames(ctx.querystring);
    const { body, etag } = current();
    ctx.set("etag", etag);
    ctx.set("cache-control", "no-cache");
    ctx.type = "application/json; charset=utf-8";
    ctx.body = body;
    if (isNotModified(ctx.get("if-none-match"), etag)) ctx.status = 304;
  };
};
