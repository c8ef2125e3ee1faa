import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "../../graph/errors.js";
import { counter, secondsOf, siteOf } from "../limiter.js";

const WINDOW_S = 15 * 60;
const MOST_OF_ACCOUNT = 10;
const MOST_OF_ADDRESS = 50;

/**
 * Makes an attempt at an account's password from an address: so many of each may fail in 15 minutes. `late`
 * is told when to come again, in seconds. @throws RATE_LIMITED
 */
export type Throttle = (
  at: { account: string; address: string; late: (seconds: string) => void },
  attempt: () => Promise<boolean>,
) => Promise<boolean>;

export const createThrottle = (db: Knex): Throttle => {
  const options = { duration: WINDOW_S };
  const ofAddress = counter(db, { ...options, points: MOST_OF_ADDRESS, keyPrefix: "signing-in" });
  const ofAccount = counter(db, { ...options, points: MOST_OF_ACCOUNT, keyPrefix: "account" });
  return async ({ account, address, late }, attempt) => {
    const site = siteOf(address);
    const parts = [
      { limiter: ofAddress, key: site },
      { limiter: ofAccount, key: account },
    ];
    // It counts from its beginning, or many at once would all find that none has failed yet.
    for (const { limiter, key } of parts)
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        late(secondsOf(error));
        throw new Failure("RATE_LIMITED", "Too many attempts, try again later");
      }
    let failed = false;
    try {
      failed = !(await attempt());
      return !failed;
    } finally {
      if (!failed) for (const { limiter, key } of parts) await limiter.reward(key);
    }
  };
};
