import type { Middleware } from "koa";

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * What every answer tells a browser: to take it for what it says it is, and where the program is reached by
 * https, to come by nothing else. `services.publicUrl` is looked at with every request: it is known when
 * the port is.
 */
export const securityHeaders =
  (services: { publicUrl: string }): Middleware =>
  (ctx, next) => {
    ctx.set("x-content-type-options", "nosniff");
    if (services.publicUrl.startsWith("https:"))
      ctx.set("strict-transport-security", `max-age=${YEAR_S}`);
    return next();
  };
