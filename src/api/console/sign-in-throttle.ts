import { hash } from "node:crypto";
import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "../../../graph/core/errors.js";
import type { HashingKey } from "../../../graph/core/ports.js";
import { type AttemptLimit, SIGN_IN_LIMITS } from "../../../graph/sign-in/sign-in-limits.js";
import {
  createAttemptCounter,
  formatRetryAfter,
  maskAddress,
} from "../../base/net/attempt-counter.js";

/** The caller of an attempt. */
export interface SignInCaller {
  account: string;
  /** A device on which the account has signed in before. */
  deviceId: string | undefined;
  address: string;
  /** Whether the address may be a proxy's, with many callers behind it. */
  isAddressShared: boolean;
  /** Receives the seconds until the next attempt. */
  onRefused: (seconds: string) => void;
}

/**
 * Runs `attempt`, unless too many attempts failed (`SIGN_IN_LIMITS`). For a known device, only its own failures count;
 * else those at the account from the address, from the address, and at the account. Thus failures elsewhere never lock
 * out a known device. @throws RATE_LIMITED
 */
export type SignInThrottle = (
  caller: SignInCaller,
  attempt: (hashingKey: HashingKey) => Promise<boolean>,
) => Promise<boolean>;

export const createSignInThrottle = (db: Knex): SignInThrottle => {
  const create = (keyPrefix: string, limit: AttemptLimit) =>
    createAttemptCounter(db, keyPrefix, limit);
  const { failures } = SIGN_IN_LIMITS;
  const devices = create("device", failures.device);
  const pairs = create("account-address", failures.accountAddress);
  const addresses = create("signing-in", failures.address);
  const sharedAddresses = create("signing-in-proxy", failures.sharedAddress);
  const accounts = create("account", failures.account);

  const listLimits = ({ account, deviceId, address, isAddressShared }: SignInCaller) => {
    if (deviceId !== undefined) return [{ limiter: devices, key: deviceId }];
    const network = maskAddress(address);
    return [
      { limiter: pairs, key: hash("sha256", JSON.stringify([account, network])) },
      { limiter: isAddressShared ? sharedAddresses : addresses, key: network },
      { limiter: accounts, key: account },
    ];
  };

  return async (caller, attempt) => {
    const limits = listLimits(caller);
    // Counts before the attempt: concurrent attempts would otherwise all pass the limit.
    for (const [index, { limiter, key }] of limits.entries())
      try {
        await limiter.consume(key);
      } catch (error) {
        // A refused attempt isn't counted: otherwise one address could use up the account's attempts.
        for (const earlier of limits.slice(0, index)) await earlier.limiter.reward(earlier.key);
        if (!(error instanceof RateLimiterRes)) throw error;
        caller.onRefused(formatRetryAfter(error));
        throw new Failure("RATE_LIMITED", "Too many attempts; try again later");
      }
    let isFailed = false;
    try {
      const { deviceId } = caller;
      const key = deviceId ?? maskAddress(caller.address);
      isFailed = !(await attempt({ key, isTrusted: deviceId !== undefined }));
      return !isFailed;
    } finally {
      if (!isFailed) for (const { limiter, key } of limits) await limiter.reward(key);
    }
  };
};
