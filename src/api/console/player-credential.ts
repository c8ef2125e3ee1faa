import type { Context } from "koa";
import type { Services } from "../../../graph/context/context.js";
import type { Credential } from "../../../graph/core/credential.js";
import { authenticateSession } from "../../../graph/sign-in/sessions.js";
import { readCookie } from "./cookie.js";

const METHODS = new Set(["GET", "HEAD"]);

/**
 * Finds the session credential of a media player on the console's page, which can't send headers. This is safe:
 * the request only reads, browsers never send a SameSite=Strict cookie for another site's page, and a
 * sec-fetch-site header must say same-origin.
 */
export const findPlayerCredential = async (
  services: Services,
  ctx: Context,
): Promise<Credential | undefined> => {
  const { authorization, "x-api-key": key, "sec-fetch-site": site } = ctx.headers;
  if (!METHODS.has(ctx.method) || authorization !== undefined || key !== undefined)
    return undefined;
  if (site !== undefined && site !== "same-origin") return undefined;
  // Browsers send sec-fetch-site only to origins that may have Secure cookies; old browsers never do.
  for (const isSecure of site === undefined ? [true, false] : [true]) {
    const token = readCookie(ctx, { isSecure });
    const credential = token === undefined ? undefined : await authenticateSession(services, token);
    if (credential) return credential;
  }
  return undefined;
};
