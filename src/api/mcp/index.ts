import type { GraphQLSchema } from "graphql";
import type { Context, Middleware } from "koa";
import type { AnswerShares } from "../../../graph/turns/answer-shares.js";
import { Failure } from "../../../graph/core/errors.js";
import { authenticate } from "../../../rest/authenticate.js";
import { readJson } from "../../../rest/body.js";
import { runWithinBodyShare } from "../../../rest/large-bodies.js";
import { HttpCaller } from "../../../rest/http-caller.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";

const PATH = /^\/mcp\/?$/;
const BODY_LIMIT = 1024 * 1024;

/** Refuses foreign origins: through DNS rebinding, another site's page could reach this server. */
const validateOrigin = (ctx: Context, publicUrl: string): void => {
  const { origin } = ctx.headers;
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new Failure("FORBIDDEN", "This origin may not use /mcp");
};

const flattenHeaders = ({ headers }: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );

// Loaded at the first request: the library needs as much memory and time as all of /v1.
const importToolboxes = async (
  schema: GraphQLSchema,
  services: RestServices,
  shares: AnswerShares,
) => {
  const { handleMcpRequest } = await import("./handle-mcp-request.js");
  const { createToolboxFactory } = await import("./toolbox.js");
  return { exchange: handleMcpRequest, toolboxOf: createToolboxFactory(schema, services, shares) };
};

/**
 * Creates /mcp: read access for assistants by the Model Context Protocol, with the organization's API
 * key. The middleware throws Failures.
 */
export const createMcpMiddleware = (
  schema: GraphQLSchema,
  services: RestServices,
  shares: AnswerShares,
): Middleware => {
  let loading: ReturnType<typeof importToolboxes> | undefined;
  return async (ctx, next) => {
    if (!PATH.test(ctx.path)) return next();
    ctx.state["route"] = "/mcp";
    ctx.set("cache-control", "no-store");
    validateOrigin(ctx, services.publicUrl);
    const credential = await authenticate(services, ctx, "mcp");
    if (!credential) {
      ctx.set("www-authenticate", "Bearer");
      return;
    }
    if (ctx.method !== "POST") return answerUnsupportedMethod(ctx, ["POST"]);
    return runWithinBodyShare(services, ctx, async () => {
      const body = await readJson(ctx, BODY_LIMIT);
      const { exchange, toolboxOf } = await (loading ??= importToolboxes(schema, services, shares));
      const toolbox = toolboxOf(credential, ctx.state, {
        caller: new HttpCaller(ctx.res),
        address: () => services.addressOf?.(ctx.req),
      });
      const answer = await exchange(flattenHeaders(ctx), body, toolbox);
      ctx.body = await answer.text();
      ctx.status = answer.status;
      ctx.type = answer.headers.get("content-type") ?? "text/plain";
    });
  };
};
