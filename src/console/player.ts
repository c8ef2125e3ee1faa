import type { Context } from "koa";
import type { Credential, Services } from "../../graph/context.js";
import { bySession } from "../../graph/sessions.js";
import { readCookie } from "./cookie.js";

const METHODS = new Set(["GET", "HEAD"]);

/**
 * Whose session a player on the console's page rests on: it can send no header. It only reads, a cookie
 * that is SameSite=Strict comes with no request of another site's page, and a browser that says where a
 * request comes from has to say that it is our own.
 */
export const playerCredential = async (
  services: Services,
  ctx: Context,
): Promise<Credential | undefined> => {
  const { authorization, "x-api-key": key, "sec-fetch-site": site } = ctx.headers;
  if (!METHODS.has(ctx.method) || authorization !== undefined || key !== undefined)
    return undefined;
  if (site !== undefined && site !== "same-origin") return undefined;
  // Browsers say it to whom they trust with cookies that are Secure; old ones say it to nobody.
  for (const secure of site === undefined ? [true, false] : [true]) {
    const token = readCookie(ctx, { secure });
    const credential = token === undefined ? undefined : await bySession(services, token);
    if (credential) return credential;
  }
  return undefined;
};
