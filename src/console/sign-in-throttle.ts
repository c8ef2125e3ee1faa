import { hash } from "node:crypto";
import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "../../graph/core/errors.js";
import type { HashingKey } from "../../graph/core/ports.js";
import { createCounter, formatRetryAfter, maskAddress } from "../http/rate-limit.js";

const WINDOW_S = 15 * 60;
const MAX_DEVICE_FAILURES = 10;
/** Of one account from one address. */
const MAX_ACCOUNT_ADDRESS_FAILURES = 10;
const MAX_ADDRESS_FAILURES = 50;
/** Of an address that may be a proxy's. */
const MAX_SHARED_ADDRESS_FAILURES = 500;
/** Of one account from all addresses: more than one address can use up in that time. */
const MAX_ACCOUNT_FAILURES = 100;
const ACCOUNT_WINDOW_S = 60 * 60;

/** The caller of an attempt. */
export interface SignInCaller {
  account: string;
  /** A device on which the account has signed in before. */
  deviceId: string | undefined;
  address: string;
  /** Whether the address may be that of a proxy, with many callers behind it. */
  isAddressShared: boolean;
  /** Receives the seconds until the next attempt. */
  onRefused: (seconds: string) => void;
}

/**
 * Runs `attempt`, unless too many attempts failed within 15 minutes: of the device, where it is known; else at the
 * account from the address, from the address, or within an hour at the account. So failures elsewhere never lock
 * a known device out. @throws RATE_LIMITED
 */
export type SignInThrottle = (
  caller: SignInCaller,
  attempt: (hashingKey: HashingKey) => Promise<boolean>,
) => Promise<boolean>;

export const createSignInThrottle = (db: Knex): SignInThrottle => {
  const create = (keyPrefix: string, points: number, duration = WINDOW_S) =>
    createCounter(db, { keyPrefix, points, duration });
  const devices = create("device", MAX_DEVICE_FAILURES);
  const pairs = create("account-address", MAX_ACCOUNT_ADDRESS_FAILURES);
  const addresses = create("signing-in", MAX_ADDRESS_FAILURES);
  const sharedAddresses = create("signing-in-proxy", MAX_SHARED_ADDRESS_FAILURES);
  const accounts = create("account", MAX_ACCOUNT_FAILURES, ACCOUNT_WINDOW_S);

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
        // An attempt that is refused counts nowhere: else one address would use up the account's attempts.
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
