import type { Context } from "koa";
import type { Credential } from "../graph/core/credential.js";
import type { RequestState } from "./rest-context.js";

/** Limits requests per minute. Each method throws RATE_LIMITED, and sets the headers with the retry time. */
export interface Limiter {
  /** Refuses a caller with too many failed attempts, before any credential is looked up. */
  checkFailedAttempts: (ctx: Context) => Promise<void>;
  /** Counts a request without a valid credential. */
  countFailedAttempt: (ctx: Context) => Promise<void>;
  /** Counts a request of the credential. */
  countRequest: (ctx: Context, credential: Credential) => Promise<void>;
}

/**
 * Finds the caller's credential and applies the limits. A request without one counts as a failed
 * attempt if `isGuess` returns true. @throws RATE_LIMITED
 */
export const identifyCaller = async (
  limiter: Limiter | undefined,
  ctx: Context,
  find: () => Promise<Credential | undefined>,
  isGuess = (): boolean => true,
): Promise<Credential | undefined> => {
  if (limiter) await limiter.checkFailedAttempts(ctx);
  const credential = await find();
  if (credential) (ctx.state as RequestState).credential = credential;
  if (limiter && credential) await limiter.countRequest(ctx, credential);
  else if (limiter && isGuess()) await limiter.countFailedAttempt(ctx);
  return credential;
};
