import type { Context } from "koa";
import type { Page } from "./own-page.js";

// By this prefix browsers take it from this very host only, and by https.
const nameOf = ({ secure }: Page): string => (secure ? "__Host-debrief" : "debrief");

/** The session's token that the page's browser keeps. */
export const readCookie = (ctx: Context, page: Page): string | undefined =>
  ctx.cookies.get(nameOf(page));

/** Has the page's browser keep a session's token for so many seconds; 0 has it forget the one it keeps. */
export const setCookie = (ctx: Context, page: Page, token: string, seconds: number): void => {
  const secure = page.secure ? "; Secure" : "";
  // Koa would refuse a Secure cookie, since https ends before it.
  ctx.append(
    "set-cookie",
    `${nameOf(page)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
};
