import type { Context } from "koa";
import type { Services } from "../../../graph/context/context.js";
import { readOpenIdCookie, setOpenIdCookie } from "../console/cookie.js";
import type { ConsolePage } from "../console/console-page.js";
import type { AttemptSecrets } from "./provider.js";

const PURPOSE = "openid";
const MAX_ATTEMPT_MS = 10 * 60_000;
export const MAX_ATTEMPT_S = MAX_ATTEMPT_MS / 1000;

/** An attempt to sign in, which the browser keeps, sealed, until the provider sends it back. */
export interface Attempt extends AttemptSecrets {
  /** The path and query where the user goes then. */
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

/** Takes the attempt out of the browser: an answer is accepted once. Undefined without one that this server sealed. */
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
