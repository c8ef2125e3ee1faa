import type { Knex } from "knex";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { createCounter, maskAddress } from "../http/rate-limit.js";
import { MAX_ATTEMPT_S } from "./attempt-cookie.js";

const WINDOW_S = 15 * 60;
const MAX_ADDRESS_FAILURES = 50;
/** Of an address that may be a proxy's. */
const MAX_SHARED_ADDRESS_FAILURES = 500;

interface Caller {
  address: string;
  isAddressShared: boolean;
}

/** What bounds sign-ins: the failures of an address, and one use of each state. */
export interface AttemptLimits {
  /** Counts a failure before it happens. Returns false if the address has too many. */
  count: (caller: Caller) => Promise<boolean>;
  /** Takes a count back: there was no failure. */
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
  const create = (keyPrefix: string, points: number, duration = WINDOW_S) =>
    createCounter(db, { keyPrefix, points, duration });
  const addresses = create("openid", MAX_ADDRESS_FAILURES);
  const sharedAddresses = create("openid-proxy", MAX_SHARED_ADDRESS_FAILURES);
  // Twice the life of an attempt, so that it outlives the attempt's cookie.
  const states = create("openid-state", 1, 2 * MAX_ATTEMPT_S);
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
