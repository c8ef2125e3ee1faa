import type { Context } from "koa";
import { Failure } from "../graph/core/errors.js";

/**
 * Responds to a request whose path exists for other methods only: OPTIONS receives 204 with the `allow` header.
 * @throws METHOD_NOT_ALLOWED for any other method
 */
export const answerUnsupportedMethod = (ctx: Context, methods: readonly string[]): void => {
  ctx.set("allow", [...new Set([...methods, "OPTIONS"])].toSorted().join(", "));
  if (ctx.method !== "OPTIONS")
    throw new Failure("METHOD_NOT_ALLOWED", "This path does not know this method");
  ctx.status = 204;
};
