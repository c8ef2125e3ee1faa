import type { Context } from "koa";
import type { Services } from "../../../graph/context/context.js";
import { readOpenIdCookie, setOpenIdCookie } from "../console/cookie.js";
import type { ConsolePage } from "../console/console-page.js";
import type { AttemptSecrets } from "./provider.js";

const PURPOSE = "openid";
const MAX_ATTEMPT_MS = 10 * 60_000;
export const MAX_ATTEMPT_S = MAX_ATTEMPT_MS / 1000;

/** A sign-in attempt, stored sealed in the browser until the provider redirects back. */
export interface Attempt extends AttemptSecrets {
  /** The path and query to which the user returns afterwards. */
  target: string;
  expiresAt: number;
}

type Sealing = Pick<Services, "now" | "vault">;

export const storeAttempt = (
  ctx: Context,
  page: ConsolePage,
  { now, vault }: Sealing,
  attempt: Omit<Attempt, "expiresAt">,
): void => {
  const sealed = vault.seal(
    JSON.stringify([PURPOSE, { ...attempt, expiresAt: now() + MAX_ATTEMPT_MS }]),
  );
  setOpenIdCookie(ctx, page, sealed, MAX_ATTEMPT_S);
};

/**
 * Removes the attempt from the browser, so that an answer is accepted only once. Returns undefined without an attempt
 * sealed by this server.
 */
export const takeAttempt = (
  ctx: Context,
  page: ConsolePage,
  { vault }: Sealing,
): Attempt | undefined => {
  const sealed = readOpenIdCookie(ctx, page);
  setOpenIdCookie(ctx, page, "", 0);
  if (sealed === undefined) return undefined;
  try {
    const [purpose, attempt] = JSON.parse(vault.open(sealed)) as [string, Attempt];
    return purpose === PURPOSE ? attempt : undefined;
  } catch {
    return undefined;
  }
};
