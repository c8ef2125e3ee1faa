import type { Middleware } from "koa";
import type { Knex } from "knex";
import { pending } from "../db/migrate.js";

const answers: Record<string, (db: Knex) => Promise<boolean>> = {
  "/livez": async () => true,
  // Also false for a database that cannot be reached: why is in the log of the requests that fail.
  "/readyz": async (db) => {
    try {
      return (await pending(db)).length === 0;
    } catch {
      return false;
    }
  },
};

/** For whoever supervises the process: /livez while it runs, /readyz while it can serve. */
export const health =
  (db: Knex): Middleware =>
  async (ctx, next) => {
    const ask = ctx.method === "GET" || ctx.method === "HEAD" ? answers[ctx.path] : undefined;
    if (!ask) return next();
    const ok = await ask(db);
    ctx.state["route"] = ctx.path;
    ctx.status = ok ? 200 : 503;
    ctx.body = { status: ok ? "ok" : "unavailable" };
  };
