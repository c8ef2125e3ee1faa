import type { Context } from "koa";
import type { RequestState } from "../../../rest/rest-context.js";

/**
 * Sends a complete JSON response, with one call for all headers. Leaves all others to Koa: streams, files, and
 * responses without content or to HEAD.
 */
export const sendAnswer = (ctx: Context): void => {
  const { headers, json } = ctx.state as RequestState;
  if (json === undefined) return ctx.set(headers);
  headers["content-type"] ??= "application/json; charset=utf-8";
  if (ctx.method === "HEAD") {
    ctx.set(headers);
    ctx.body = json;
    return;
  }
  headers["content-length"] = String(Buffer.byteLength(json));
  ctx.respond = false;
  ctx.res.writeHead(200, headers);
  ctx.res.end(json);
};
