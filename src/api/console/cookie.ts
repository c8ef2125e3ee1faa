import { hash } from "node:crypto";
import type { Context } from "koa";
import type { ConsolePage } from "./console-page.js";

/** Enough to tell the accounts of one browser apart. */
const ACCOUNT_DIGITS = 12;

// Browsers accept the __Host- prefix only from this exact host, and only over https.
const resolveCookieName = ({ isSecure }: ConsolePage): string =>
  isSecure ? "__Host-debrief" : "debrief";

/** Reads the session token from the cookie. */
export const readCookie = (ctx: Context, page: ConsolePage): string | undefined =>
  ctx.cookies.get(resolveCookieName(page));

const appendCookie = (
  ctx: Context,
  { isSecure }: ConsolePage,
  [name, value]: [name: string, value: string],
  seconds: number,
  sameSite: "Strict" | "Lax" = "Strict",
): void => {
  const secure = isSecure ? "; Secure" : "";
  // Koa's cookies.set refuses Secure cookies behind a TLS-terminating proxy.
  ctx.append(
    "set-cookie",
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`,
  );
};

/** Sets the session cookie for `seconds`; 0 deletes it. */
export const setCookie = (ctx: Context, page: ConsolePage, token: string, seconds: number): void =>
  appendCookie(ctx, page, [resolveCookieName(page), token], seconds);

const resolveDeviceCookieName = (page: ConsolePage, account: string): string =>
  `${resolveCookieName(page)}-device-${hash("sha256", account).slice(0, ACCOUNT_DIGITS)}`;

/** Reads the account's device token from its cookie. */
export const readDeviceCookie = (
  ctx: Context,
  page: ConsolePage,
  account: string,
): string | undefined => ctx.cookies.get(resolveDeviceCookieName(page, account));

/** Sets the cookie of the account's device token for `seconds`. */
export const setDeviceCookie = (
  ctx: Context,
  page: ConsolePage,
  { account, token, seconds }: { account: string; token: string; seconds: number },
): void => appendCookie(ctx, page, [resolveDeviceCookieName(page, account), token], seconds);

const resolveOpenIdCookieName = (page: ConsolePage): string => `${resolveCookieName(page)}-openid`;

/** Reads the cookie of a pending sign-in at a provider. */
export const readOpenIdCookie = (ctx: Context, page: ConsolePage): string | undefined =>
  ctx.cookies.get(resolveOpenIdCookieName(page));

/**
 * Sets that cookie for `seconds`; 0 deletes it. The cookie can't be SameSite=Strict, because the provider's site
 * redirects the browser back.
 */
export const setOpenIdCookie = (
  ctx: Context,
  page: ConsolePage,
  value: string,
  seconds: number,
): void => appendCookie(ctx, page, [resolveOpenIdCookieName(page), value], seconds, "Lax");
