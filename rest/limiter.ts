import type { Context } from "koa";
import type { Credential } from "../graph/context.js";
import type { State } from "./handler.js";

/** How many requests callers may make. Each refuses with RATE_LIMITED, and says in headers when to come again. */
export interface Limiter {
  /** Before a credential is looked up: whether this caller has presented too many wrong ones. */
  check: (ctx: Context) => Promise<void>;
  /** The caller has presented none, or a wrong one. */
  wrong: (ctx: Context) => Promise<void>;
  /** The request is one of the credential's. */
  count: (ctx: Context, credential: Credential) => Promise<void>;
}

/**
 * Finds out whose request it is, within the limits where there are some. `isGuess`: whether one that is
 * nobody's may have guessed at a credential; it counts then. @throws RATE_LIMITED
 */
export const identify = async (
  limiter: Limiter | undefined,
  ctx: Context,
  find: () => Promise<Credential | undefined>,
  isGuess = (): boolean => true,
): Promise<Credential | undefined> => {
  if (limiter) await limiter.check(ctx);
  const credential = await find();
  if (credential) (ctx.state as State).credential = credential;
  if (limiter && credential) await limiter.count(ctx, credential);
  else if (limiter && isGuess()) await limiter.wrong(ctx);
  return credential;
};
