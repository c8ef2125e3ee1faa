import { Readable } from "node:stream";
import type { Context, Middleware } from "koa";
import type { ViewerScope } from "../../../db/engine/viewer-scope.js";
import { Failure } from "../../../graph/core/errors.js";
import { recordExport } from "../../../graph/core/content-views.js";
import { authenticate } from "../../../rest/authenticate.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { validateParameterNames } from "../../../rest/unknown-parameters.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { type Exporter, exportInProgress } from "./exporter.js";

const PATH = "/export";
const METHODS = ["GET", "HEAD"];
const RETRY_AFTER_S = "60";

/** An export uses disk space until it is read, so slow and endless readers are disconnected. */
const STALL_MS = 60_000;
const MAX_EXPORT_MS = 60 * 60_000;

export interface ExportEndpoint {
  middleware: Middleware;
  /** Ends all exports in progress. */
  stop: () => Promise<void>;
}

/** Returns whether this organization is already being exported, by any process, or too many others are. */
const isRateLimited = (error: unknown): boolean =>
  error instanceof Failure && error.code === "RATE_LIMITED";

async function* prepend(
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncGenerator<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** GET /export: sends the key's organization as lines of JSON. One export per organization at a time. */
export const createExportEndpoint = (
  services: RestServices,
  exporter: Exporter,
): ExportEndpoint => {
  /** Functions that end an export in progress, by organization id. */
  const activeExports = new Map<string, () => Promise<void>>();

  const begin = (ctx: Context, organizationId: string, scope: ViewerScope | undefined) => {
    if (activeExports.has(organizationId)) {
      ctx.set("retry-after", RETRY_AFTER_S);
      throw exportInProgress();
    }
    const { requestId } = ctx.state as RequestState;
    const { publicUrl } = services;
    const lines = exporter({ organizationId, scope, requestId, now: services.now(), publicUrl });
    const deadline = setTimeout(() => ctx.res.destroy(), MAX_EXPORT_MS);
    const state: { body?: Readable; ended?: Promise<void> } = {};
    const finish = async (): Promise<void> => {
      clearTimeout(deadline);
      state.body?.destroy();
      await lines.return(undefined);
      activeExports.delete(organizationId);
    };
    const end = (): Promise<void> => (state.ended ??= finish());
    activeExports.set(organizationId, end);
    ctx.res.once("close", () => void end());
    ctx.res.setTimeout(STALL_MS, () => ctx.res.destroy());
    return { lines, state, end };
  };

  const send = async (
    ctx: Context,
    organizationId: string,
    scope: ViewerScope | undefined,
  ): Promise<void> => {
    const { lines, state, end } = begin(ctx, organizationId, scope);
    try {
      // The first line decides whether the response is an export or an error.
      const first = await lines.next();
      // The caller may have disconnected by now; nothing else would end the export.
      if (state.ended || ctx.res.closed) return await end();
      state.body = Readable.from(prepend(first, lines), { objectMode: false });
      // Part of it has been sent: only a cut connection can show the failure.
      state.body.once("error", () => ctx.res.destroy());
      // Ends before the caller receives the last byte, so that a new export is allowed immediately afterwards.
      state.body.once("end", () => void end());
      ctx.body = state.body;
    } catch (error) {
      await end();
      if (isRateLimited(error)) ctx.set("retry-after", RETRY_AFTER_S);
      throw error;
    }
  };

  return {
    middleware: async (ctx, next) => {
      if (ctx.path !== PATH && ctx.path !== `${PATH}/`) return next();
      ctx.state["route"] = PATH;
      if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
      const credential = await authenticate(services, ctx, "export");
      if (!credential) return;
      validateParameterNames(ctx.querystring);
      if (ctx.method === "GET") {
        recordExport(services.onContentViewed, credential, services.addressOf?.(ctx.req));
        await send(ctx, credential.organizationId!, credential.scope);
      }
      ctx.status = 200;
      ctx.set("content-type", "application/x-ndjson; charset=utf-8");
      ctx.set("cache-control", "private, no-store");
    },
    stop: async () => {
      await Promise.all([...activeExports.values()].map((end) => end()));
    },
  };
};
