import type { Middleware } from "koa";
import type { Knex } from "knex";
import { listPendingMigrations } from "../../db/engine/migrate.js";
import { answerUnsupportedMethod } from "../../rest/unsupported-method.js";

const probes: Record<string, (db: Knex) => Promise<boolean>> = {
  "/livez": async () => true,
  // Also false for an unreachable database; the log of failing requests has the reason.
  "/readyz": async (db) => {
    try {
      return (await listPendingMigrations(db)).length === 0;
    } catch {
      return false;
    }
  },
};

/**
 * Creates the endpoints for supervisors: /livez while the process runs, /readyz while it can serve. /readyz also
 * lists what is damaged: the server can still serve the rest.
 */
export const createHealthMiddleware =
  (db: Knex, listDamaged: () => string[] = () => []): Middleware =>
  async (ctx, next) => {
    const ask = probes[ctx.path];
    if (!ask) return next();
    ctx.state["route"] = ctx.path;
    if (ctx.method !== "GET" && ctx.method !== "HEAD")
      return answerUnsupportedMethod(ctx, ["GET", "HEAD"]);
    const ok = await ask(db);
    ctx.status = ok ? 200 : 503;
    const damaged = ctx.path === "/readyz" ? listDamaged() : [];
    ctx.body = {
      status: ok ? "ok" : "unavailable",
      ...(damaged.length > 0 && { damaged }),
    };
  };
