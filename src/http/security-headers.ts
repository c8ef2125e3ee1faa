import type { Middleware } from "koa";

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Sets headers on every answer: no content sniffing and, if the public URL is https, only https from now
 * on. Reads `services.publicUrl` per request, because it depends on the port.
 */
export const createSecurityHeaders =
  (services: { publicUrl: string }): Middleware =>
  (ctx, next) => {
    ctx.set("x-content-type-options", "nosniff");
    if (services.publicUrl.startsWith("https:"))
      ctx.set("strict-transport-security", `max-age=${YEAR_S}`);
    return next();
  };
