import type { Context } from "koa";
import { Failure } from "../graph/core/errors.js";

/**
 * Answers a known path that has no operation for the method: OPTIONS with the methods that it has,
 * anything else with a refusal. @throws METHOD_NOT_ALLOWED
 */
export const answerUnsupportedMethod = (ctx: Context, methods: readonly string[]): void => {
  ctx.set("allow", [...new Set([...methods, "OPTIONS"])].toSorted().join(", "));
  if (ctx.method !== "OPTIONS")
    throw new Failure("METHOD_NOT_ALLOWED", "This path does not know this method");
  ctx.status = 204;
};
