import type { Context } from "koa";
import type { ConsolePage } from "./console-page.js";

// Browsers accept the __Host- prefix from this exact host only, and only by https.
const resolveCookieName = ({ isSecure }: ConsolePage): string =>
  isSecure ? "__Host-debrief" : "debrief";

/** Reads the session token from the cookie. */
export const readCookie = (ctx: Context, page: ConsolePage): string | undefined =>
  ctx.cookies.get(resolveCookieName(page));

/** Sets the session cookie for `seconds`; 0 deletes it. */
export const setCookie = (
  ctx: Context,
  page: ConsolePage,
  token: string,
  seconds: number,
): void => {
  const secure = page.isSecure ? "; Secure" : "";
  // Koa's cookies.set refuses Secure cookies behind a TLS-terminating proxy.
  ctx.append(
    "set-cookie",
    `${resolveCookieName(page)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
};
