import type { Knex } from "knex";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { SIGN_IN_LIMITS } from "../../../graph/sign-in/sign-in-limits.js";
import { createAttemptCounter, maskAddress } from "../../base/net/attempt-counter.js";
import { MAX_ATTEMPT_S } from "./attempt-cookie.js";

interface Caller {
  address: string;
  isAddressShared: boolean;
}

/** The limits of sign-ins: failures per address, and one use per state. */
export interface AttemptLimits {
  /** Counts a failure before it happens. Returns false if the address has too many. */
  count: (caller: Caller) => Promise<boolean>;
  /** Reverts a count, because there was no failure. */
  forgive: (caller: Caller) => Promise<void>;
  /** Returns true for exactly one call with a state. All processes of a PostgreSQL database share the states. */
  consumeState: (state: string) => Promise<boolean>;
}

const tryConsume = async (limiter: RateLimiterAbstract, key: string): Promise<boolean> => {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
};

export const createAttemptLimits = (db: Knex): AttemptLimits => {
  const { openid } = SIGN_IN_LIMITS;
  const addresses = createAttemptCounter(db, "openid", openid.address);
  const sharedAddresses = createAttemptCounter(db, "openid-proxy", openid.sharedAddress);
  // Twice the life of an attempt, so that it outlives the attempt's cookie.
  const states = createAttemptCounter(db, "openid-state", {
    max: 1,
    windowMs: 2 * MAX_ATTEMPT_S * 1000,
  });
  const limiterFor = ({ isAddressShared }: Caller) =>
    isAddressShared ? sharedAddresses : addresses;
  return {
    count: async (caller) => tryConsume(limiterFor(caller), maskAddress(caller.address)),
    forgive: async (caller) => {
      await limiterFor(caller).reward(maskAddress(caller.address));
    },
    consumeState: async (state) => tryConsume(states, state),
  };
};
