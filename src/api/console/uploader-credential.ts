import type { Context } from "koa";
import type { Services } from "../../../graph/context/context.js";
import type { Credential } from "../../../graph/core/credential.js";
import { authenticateSession } from "../../../graph/sign-in/sessions.js";
import { findUploadPage } from "./console-page.js";
import { readCookie } from "./cookie.js";
import { findPlayerCredential } from "./player-credential.js";

/** Finds the session of a person who uploads a file from the console's page. */
export const findUploaderCredential = async (
  services: Services,
  ctx: Context,
): Promise<Credential | undefined> => {
  // Browsers send no origin with HEAD, by which an upload is continued.
  if (ctx.method === "HEAD") return findPlayerCredential(services, ctx);
  const page = findUploadPage(ctx.req, services.publicUrl);
  const token = page && readCookie(ctx, page);
  return token === undefined ? undefined : authenticateSession(services, token);
};
