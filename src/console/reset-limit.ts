import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "../../graph/core/errors.js";
import { createCounter, formatRetryAfter, maskAddress } from "../http/rate-limit.js";

const WINDOW_S = 60 * 60;
const MAX_ADDRESS_REQUESTS = 20;
/** Of an address that may be a proxy's. */
const MAX_SHARED_ADDRESS_REQUESTS = 200;

/** The caller of a request for a new password. */
interface ResetCaller {
  address: string;
  /** Whether the address may be that of a proxy, with many callers behind it. */
  isAddressShared: boolean;
  /** Receives the seconds until the next request. */
  onRefused: (seconds: string) => void;
}

/** Counts a request for a new password, of which an address may make some an hour. @throws RATE_LIMITED */
export type ResetLimit = (caller: ResetCaller) => Promise<void>;

export const createResetLimit = (db: Knex): ResetLimit => {
  const create = (keyPrefix: string, points: number) =>
    createCounter(db, { keyPrefix, points, duration: WINDOW_S });
  const addresses = create("reset", MAX_ADDRESS_REQUESTS);
  const sharedAddresses = create("reset-proxy", MAX_SHARED_ADDRESS_REQUESTS);
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
