import type { Context } from "koa";
import type { Knex } from "knex";
import type { Browser, Credential, Services } from "../../graph/context.js";
import { bySession } from "../../graph/sessions.js";
import type { Log } from "../log.js";
import { callerOf, type Proxies } from "../proxies.js";
import { readCookie, setCookie } from "./cookie.js";
import type { Page } from "./own-page.js";
import type { Throttle } from "./throttle.js";

/** What the console's page may do that no other caller may: sign in, and rest on a cookie. */
export interface Console {
  /** Whose session the page's cookie is. */
  credential: (ctx: Context, page: Page) => Promise<Credential | undefined>;
  /** The page's browser, as the core knows it. */
  browser: (ctx: Context, page: Page) => Browser;
}

export const createConsole = (
  services: Services & { db: Knex },
  log: Log,
  proxies: Proxies | undefined,
): Console => {
  // Most processes see no password, and what counts attempts takes a while to load.
  let loading: Promise<Throttle> | undefined;
  const throttle = (): Promise<Throttle> =>
    (loading ??= import("./throttle.js").then(({ createThrottle }) => createThrottle(services.db)));
  return {
    credential: async (ctx, page) => {
      const token = readCookie(ctx, page);
      return token === undefined ? undefined : bySession(services, token);
    },
    browser: (ctx, page) => {
      const address = callerOf(ctx.req, proxies);
      return {
        address: address ?? null,
        agent: ctx.get("user-agent"),
        remember: (token, expiresAt) =>
          setCookie(ctx, page, token, Math.round((expiresAt - services.now()) / 1000)),
        forget: () => setCookie(ctx, page, "", 0),
        attempt: async (account, attempt) => {
          const attempted = await throttle();
          const isRight = await attempted(
            {
              account,
              // A header that nobody vouches for must not be a way around the limit.
              address: address ?? ctx.req.socket.remoteAddress ?? "",
              late: (seconds) => ctx.set("retry-after", seconds),
            },
            attempt,
          );
          // Without the account: people mistake the field, and then it is the password.
          if (!isRight)
            log.warn({ requestId: ctx.state["requestId"], ip: address }, "a wrong password");
          return isRight;
        },
      };
    },
  };
};
