import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "../../graph/core/errors.js";
import { createCounter, formatRetryAfter, maskAddress } from "../http/rate-limit.js";

const WINDOW_S = 15 * 60;
const MAX_ACCOUNT_FAILURES = 10;
const MAX_ADDRESS_FAILURES = 50;

/**
 * Runs `attempt`, unless too many attempts at the account or from the address failed within 15 minutes.
 * Then calls `onRefused` with the seconds until the next attempt. @throws RATE_LIMITED
 */
export type SignInThrottle = (
  caller: { account: string; address: string; onRefused: (seconds: string) => void },
  attempt: () => Promise<boolean>,
) => Promise<boolean>;

export const createSignInThrottle = (db: Knex): SignInThrottle => {
  const options = { duration: WINDOW_S };
  const addressLimiter = createCounter(db, {
    ...options,
    points: MAX_ADDRESS_FAILURES,
    keyPrefix: "signing-in",
  });
  const accountLimiter = createCounter(db, {
    ...options,
    points: MAX_ACCOUNT_FAILURES,
    keyPrefix: "account",
  });
  return async ({ account, address, onRefused }, attempt) => {
    const limits = [
      { limiter: addressLimiter, key: maskAddress(address) },
      { limiter: accountLimiter, key: account },
    ];
    // Counts before the attempt: concurrent attempts would otherwise all pass the limit.
    for (const { limiter, key } of limits)
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        onRefused(formatRetryAfter(error));
        throw new Failure("RATE_LIMITED", "Too many attempts; try again later");
      }
    let isFailed = false;
    try {
      isFailed = !(await attempt());
      return !isFailed;
    } finally {
      if (!isFailed) for (const { limiter, key } of limits) await limiter.reward(key);
    }
  };
};
