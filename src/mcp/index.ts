import type { GraphQLSchema } from "graphql";
import type { Context, Middleware } from "koa";
import { Failure } from "../../graph/errors.js";
import { authenticated } from "../../rest/authenticated.js";
import { readJson } from "../../rest/body.js";
import type { RestServices } from "../../rest/handler.js";
import { answerMethods } from "../../rest/methods.js";

const PATH = /^\/mcp\/?$/;
const BODY_LIMIT = 1024 * 1024;

/** A page elsewhere may have its name lead to us: whoever says an origin must say ours. */
const checkOrigin = (ctx: Context, publicUrl: string): void => {
  const { origin } = ctx.headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new Failure("FORBIDDEN", "This origin may not ask here");
};

const headersOf = ({ headers }: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );

// The library takes as much memory and time as all of /v1: whoever never asks does without.
const load = async (schema: GraphQLSchema, services: RestServices) => {
  const { exchange } = await import("./exchange.js");
  const { toolboxes } = await import("./toolbox.js");
  return { exchange, toolboxOf: toolboxes(schema, services) };
};

/**
 * /mcp: what assistants that speak the Model Context Protocol may read with the organization's API key.
 * @throws Failures for the caller to answer with
 */
export const mcp = (schema: GraphQLSchema, services: RestServices): Middleware => {
  let loading: ReturnType<typeof load> | undefined;
  return async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    ctx.state["route"] = "/mcp";
    ctx.set("cache-control", "no-store");
    checkOrigin(ctx, services.publicUrl);
    const credential = await authenticated(services, ctx);
    if (!credential) {
      ctx.set("www-authenticate", "Bearer");
      return;
    }
    if (ctx.method !== "POST") return answerMethods(ctx, ["POST"]);
    const body = await readJson(ctx, BODY_LIMIT);
    const { exchange, toolboxOf } = await (loading ??= load(schema, services));
    const toolbox = toolboxOf(credential, ctx.state);
    const answer = await exchange(headersOf(ctx), body, toolbox);
    ctx.body = await answer.text();
    ctx.status = answer.status;
    ctx.type = answer.headers.get("content-type") ?? "text/plain";
  };
};
