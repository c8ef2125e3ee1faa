import ipaddr from "ipaddr.js";
import type { Context } from "koa";
import type { Knex } from "knex";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { dialectOf } from "../../db/engine/connect.js";
import type { Credential } from "../../graph/core/credential.js";
import { Failure } from "../../graph/core/errors.js";
import type { AttemptLimit } from "../../graph/sign-in/sign-in-limits.js";
import type { Limiter } from "../../rest/limiter.js";
import type { RequestState } from "../../rest/rest-context.js";
import { resolveCallerAddress, type TrustedProxies } from "./trusted-proxies.js";

const WINDOW_S = 60;
export const IPV6_PREFIX_BITS = 64;

/** Reduces an IPv6 address to its /64 network, which one caller usually controls: it counts as one address. */
export const maskAddress = (address: string): string =>
  address.includes(":")
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_PREFIX_BITS}`).toString()
    : address;

// A credential's key is its organization and, for tokens, the digest; the operator has no organization.
const credentialKeyOf = ({ organizationId, hash }: Credential): string => hash ?? organizationId!;

/** Returns the whole seconds until the limit allows requests again. */
export const formatRetryAfter = ({ msBeforeNext }: RateLimiterRes): string =>
  String(Math.max(1, Math.ceil(msBeforeNext / 1000)));

const throwRateLimited = (ctx: Context, state: RateLimiterRes): never => {
  ctx.set("retry-after", formatRetryAfter(state));
  throw new Failure("RATE_LIMITED", "Too many requests, try again later");
};

/** Counts in PostgreSQL, which several processes share. While that fails, each process counts alone. */
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

/** Counts attempts; `keyPrefix` is its own for each limit. */
export const createAttemptCounter = (
  db: Knex,
  keyPrefix: string,
  { max, windowMs }: AttemptLimit,
): RateLimiterAbstract => createCounter(db, { keyPrefix, points: max, duration: windowMs / 1000 });

/** Creates a limiter: per minute, each credential may make `rateLimit` requests, each address as many failed attempts. */
export const createLimiter = (
  db: Knex,
  perMinute: number,
  proxies: TrustedProxies | undefined,
): Limiter => {
  const options = { points: perMinute, duration: WINDOW_S };
  const credentials = createCounter(db, { ...options, keyPrefix: "credential" });
  const callers = createCounter(db, { ...options, keyPrefix: "wrong" });
  // The database's counts of failed attempts, in memory too: every request checks them.
  const localCounts =
    callers instanceof RateLimiterMemory ? callers : new RateLimiterMemory(options);
  const policy = `"credential";q=${perMinute};w=${WINDOW_S}`;
  const setLimitHeaders = (ctx: Context, state: RateLimiterRes): void => {
    const left = `r=${state.remainingPoints};t=${formatRetryAfter(state)}`;
    const { headers } = ctx.state as RequestState;
    headers["ratelimit-policy"] = policy;
    headers["ratelimit"] = `"credential";${left}`;
  };
  // Behind an undeclared proxy all callers have one address, so none is refused.
  const networkOfCaller = ({ req }: Context): string | undefined => {
    const address = resolveCallerAddress(req, proxies);
    return address === undefined ? undefined : maskAddress(address);
  };
  return {
    checkFailedAttempts: async (ctx) => {
      const network = networkOfCaller(ctx);
      const state = network === undefined ? null : await localCounts.get(network);
      if (state && state.consumedPoints >= perMinute) throwRateLimited(ctx, state);
    },
    countFailedAttempt: async (ctx) => {
      const network = networkOfCaller(ctx);
      if (network === undefined) return;
      const { consumedPoints, msBeforeNext } = await callers.penalty(network);
      if (localCounts !== callers)
        await localCounts.set(network, consumedPoints, msBeforeNext / 1000);
    },
    countRequest: async (ctx, credential) => {
      try {
        setLimitHeaders(ctx, await credentials.consume(credentialKeyOf(credential)));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        setLimitHeaders(ctx, error);
        throwRateLimited(ctx, error);
      }
    },
  };
};
