import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "../../../graph/core/errors.js";
import { SIGN_IN_LIMITS } from "../../../graph/sign-in/sign-in-limits.js";
import {
  createAttemptCounter,
  formatRetryAfter,
  maskAddress,
} from "../../base/net/attempt-counter.js";

/** The caller of a request for a new password. */
interface ResetCaller {
  address: string;
  /** Whether the address may be a proxy's, with many callers behind it. */
  isAddressShared: boolean;
  /** Receives the seconds until the next request. */
  onRefused: (seconds: string) => void;
}

/** Counts a request for a new password against the address's hourly limit. @throws RATE_LIMITED */
export type ResetLimit = (caller: ResetCaller) => Promise<void>;

export const createResetLimit = (db: Knex): ResetLimit => {
  const addresses = createAttemptCounter(db, "reset", SIGN_IN_LIMITS.resets.address);
  const sharedAddresses = createAttemptCounter(
    db,
    "reset-proxy",
    SIGN_IN_LIMITS.resets.sharedAddress,
  );
  return async ({ address, isAddressShared, onRefused }) => {
    try {
      await (isAddressShared ? sharedAddresses : addresses).consume(maskAddress(address));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      onRefused(formatRetryAfter(error));
      throw new Failure("RATE_LIMITED", "Too many requests for a new password; try again later");
    }
  };
};
