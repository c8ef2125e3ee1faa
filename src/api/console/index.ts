import type { Context } from "koa";
import type { Knex } from "knex";
import type { Services } from "../../../graph/context/context.js";
import type { Browser } from "../../../graph/core/ports.js";
import type { Credential } from "../../../graph/core/credential.js";
import { authenticateSession } from "../../../graph/sign-in/sessions.js";
import type { Log } from "../../base/log/log.js";
import { resolveCallerAddress, type TrustedProxies } from "../../base/net/trusted-proxies.js";
import { readCookie, readDeviceCookie, setCookie, setDeviceCookie } from "./cookie.js";
import type { ConsolePage } from "./console-page.js";
import type { ResetLimit } from "./reset-limit.js";
import type { SignInThrottle } from "./sign-in-throttle.js";

/** Authentication of the console's page, the only caller that may sign in and use a cookie. */
export interface ConsoleAuth {
  /** Returns the credential of the page's cookie. */
  findCredential: (ctx: Context, page: ConsolePage) => Promise<Credential | undefined>;
  /** Creates the core's port to the page's browser. */
  createBrowser: (ctx: Context, page: ConsolePage) => Browser;
}

export const createConsoleAuth = (
  services: Services & { db: Knex },
  log: Log,
  proxies: TrustedProxies | undefined,
): ConsoleAuth => {
  // Loaded on demand: the rate limiter is slow to load, and most processes never check a password.
  let loading: Promise<SignInThrottle> | undefined;
  const loadThrottle = (): Promise<SignInThrottle> =>
    (loading ??= import("./sign-in-throttle.js").then(({ createSignInThrottle }) =>
      createSignInThrottle(services.db),
    ));
  let loadingResetLimit: Promise<ResetLimit> | undefined;
  const loadResetLimit = (): Promise<ResetLimit> =>
    (loadingResetLimit ??= import("./reset-limit.js").then(({ createResetLimit }) =>
      createResetLimit(services.db),
    ));
  const secondsUntil = (time: number): number => Math.round((time - services.now()) / 1000);
  return {
    findCredential: async (ctx, page) => {
      const token = readCookie(ctx, page);
      return token === undefined ? undefined : authenticateSession(services, token);
    },
    createBrowser: (ctx, page) => {
      const address = resolveCallerAddress(ctx.req, proxies);
      const caller = {
        // An untrusted header must not bypass the limit.
        address: address ?? ctx.req.socket.remoteAddress ?? "",
        isAddressShared: address === undefined,
        onRefused: (seconds: string) => ctx.set("retry-after", seconds),
      };
      return {
        ipAddress: address ?? null,
        userAgent: ctx.get("user-agent"),
        storeToken: (token, expiresAt) => setCookie(ctx, page, token, secondsUntil(expiresAt)),
        clearToken: () => setCookie(ctx, page, "", 0),
        readDeviceToken: (account) => readDeviceCookie(ctx, page, account),
        storeDeviceToken: (account, { token, expiresAt }) =>
          setDeviceCookie(ctx, page, { account, token, seconds: secondsUntil(expiresAt) }),
        attemptPassword: async ({ account, deviceId }, attempt) => {
          const throttle = await loadThrottle();
          const isCorrect = await throttle({ ...caller, account, deviceId }, attempt);
          // Never log the account: users sometimes type their password into that field.
          if (!isCorrect)
            log.warn({ requestId: ctx.state["requestId"], ip: address }, "wrong password");
          return isCorrect;
        },
        countResetRequest: async () => (await loadResetLimit())(caller),
      };
    },
  };
};
