import type { Middleware } from "koa";
import type { Knex } from "knex";
import { acceptsWrites } from "../../../db/engine/accepts-writes.js";
import { listPendingMigrations } from "../../../db/schema/migrate.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";

/** Returns why the server isn't ready; undefined if it is. */
const findUnreadiness = async (db: Knex): Promise<string | undefined> => {
  try {
    if ((await listPendingMigrations(db)).length > 0) return "the database lacks migrations";
    return (await acceptsWrites(db)) ? undefined : "the database is read-only";
  } catch {
    // The log entries of the failing requests contain the reason.
    return "the database does not respond";
  }
};

const probes: Record<string, (db: Knex) => Promise<string | undefined>> = {
  "/livez": async () => undefined,
  "/readyz": findUnreadiness,
};

/** Notes that /readyz adds although the server is ready. */
export interface HealthDetails {
  /** Describes how an incoming call is processed. */
  describeProcessing?: () => string;
  /** Returns the decisions that an admin must take. */
  listWarnings?: () => string[];
  /** Returns the damaged parts; the server serves the rest. */
  listDamaged?: (() => string[]) | undefined;
}

/** Creates the endpoints for supervisors: /livez while the process runs, /readyz while it can serve. */
export const createHealthMiddleware =
  (db: Knex, { describeProcessing, listWarnings, listDamaged }: HealthDetails = {}): Middleware =>
  async (ctx, next) => {
    const ask = probes[ctx.path];
    if (!ask) return next();
    ctx.state["route"] = ctx.path;
    if (ctx.method !== "GET" && ctx.method !== "HEAD")
      return answerUnsupportedMethod(ctx, ["GET", "HEAD"]);
    const reason = await ask(db);
    const isReadiness = ctx.path === "/readyz";
    const warnings = (isReadiness && listWarnings?.()) || [];
    const damaged = (isReadiness && listDamaged?.()) || [];
    ctx.status = reason === undefined ? 200 : 503;
    ctx.body = {
      ...(reason === undefined ? { status: "ok" } : { status: "unavailable", reason }),
      ...(isReadiness &&
        reason === undefined &&
        describeProcessing && { calls: describeProcessing() }),
      ...(warnings.length > 0 && { warnings }),
      ...(damaged.length > 0 && { damaged }),
    };
  };
