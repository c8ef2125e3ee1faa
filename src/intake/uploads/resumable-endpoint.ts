import type { Middleware } from "koa";
import type { FindSession } from "../../../rest/authenticate.js";
import type { RestServices } from "../../../rest/rest-services.js";
import type { ResumableUploads } from "./resumable-uploads.js";

const UPLOADS_PATH = "/v1/uploads";

/**
 * Serves resumable uploads of calls: the tus protocol 1.0.0 under /v1/uploads. The library is loaded at the first
 * request, because few servers need it.
 */
export const createResumableEndpoint = (
  services: RestServices & { resumable: ResumableUploads },
  findUploader: FindSession,
): Middleware => {
  let handler: Promise<Middleware> | undefined;
  const load = async (): Promise<Middleware> =>
    (await import("./tus-handler.js")).createTusHandler(services, UPLOADS_PATH, findUploader);
  return async (ctx, next) => {
    if (ctx.path !== UPLOADS_PATH && !ctx.path.startsWith(`${UPLOADS_PATH}/`)) return next();
    handler ??= load();
    return (await handler)(ctx, next);
  };
};
