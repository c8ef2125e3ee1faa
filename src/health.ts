import type { Middleware } from "koa";
import type { Knex } from "knex";
import { pending } from "../db/migrate.js";
import { answerMethods } from "../rest/methods.js";

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
    const ask = answers[ctx.path];
    if (!ask) return next();
    ctx.state["route"] = ctx.path;
    if (ctx.method !== "GET" && ctx.method !== "HEAD") return answerMethods(ctx, ["GET", "HEAD"]);
    const ok = await ask(db);
    ctx.status = ok ? 200 : 503;
    ctx.body = { status: ok ? "ok" : "unavailable" };
  };
