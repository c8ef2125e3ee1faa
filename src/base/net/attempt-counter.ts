import ipaddr from "ipaddr.js";
import type { Knex } from "knex";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { dialectOf } from "../../../db/engine/connect.js";
import type { AttemptLimit } from "../../../graph/sign-in/sign-in-limits.js";

export const IPV6_PREFIX_BITS = 64;

/** Reduces an IPv6 address to its /64 network, which one caller usually controls: it counts as one address. */
export const maskAddress = (address: string): string =>
  address.includes(":")
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_PREFIX_BITS}`).toString()
    : address;

/** Returns the seconds, rounded up, until the limit allows requests again. */
export const formatRetryAfter = ({ msBeforeNext }: RateLimiterRes): string =>
  String(Math.max(1, Math.ceil(msBeforeNext / 1000)));

/** Counts in PostgreSQL, which several processes share. While PostgreSQL fails, each process counts separately. */
export const createCounter = (
  db: Knex,
  options: { points: number; duration: number; keyPrefix: string },
): RateLimiterAbstract =>
  dialectOf(db) === "postgres"
    ? new RateLimiterPostgres({
        ...options,
        storeClient: db,
        storeType: "knex",
        tableName: "rate_limits",
        tableCreated: true,
        // A caller above the limit costs no query until its time is over.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      })
    : new RateLimiterMemory(options);

/** Counts attempts; each limit has its own `keyPrefix`. */
export const createAttemptCounter = (
  db: Knex,
  keyPrefix: string,
  { max, windowMs }: AttemptLimit,
): RateLimiterAbstract => createCounter(db, { keyPrefix, points: max, duration: windowMs / 1000 });
