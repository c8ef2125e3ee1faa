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
import type { Limiter } from "../../rest/limiter.js";
import { resolveCallerAddress, type TrustedProxies } from "./trusted-proxies.js";

const WINDOW_S = 60;
const IPV6_PREFIX_BITS = 64;

/** An IPv6 caller usually controls a whole /64 network, which counts as one address. */
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

/** Creates a limiter: per minute, each credential may make `rateLimit` requests, each address as many failed attempts. */
export const createLimiter = (
  db: Knex,
  perMinute: number,
  proxies: TrustedProxies | undefined,
): Limiter => {
  const options = { points: perMinute, duration: WINDOW_S };
  const credentials = createCounter(db, { ...options, keyPrefix: "credential" });
  const callers = createCounter(db, { ...options, keyPrefix: "wrong" });
  // In memory, since every request checks it: the failed attempts that the database has counted.
  const known = callers instanceof RateLimiterMemory ? callers : new RateLimiterMemory(options);
  const tell = (ctx: Context, state: RateLimiterRes): void => {
    const left = `r=${state.remainingPoints};t=${formatRetryAfter(state)}`;
    ctx.set("ratelimit-policy", `"credential";q=${perMinute};w=${WINDOW_S}`);
    ctx.set("ratelimit", `"credential";${left}`);
  };
  // Behind an undeclared proxy all callers have one address, so none is refused.
  const siteOfCaller = ({ req }: Context): string | undefined => {
    const address = resolveCallerAddress(req, proxies);
    return address === undefined ? undefined : maskAddress(address);
  };
  return {
    checkFailedAttempts: async (ctx) => {
      const site = siteOfCaller(ctx);
      const state = site === undefined ? null : await known.get(site);
      if (state && state.consumedPoints >= perMinute) throwRateLimited(ctx, state);
    },
    countFailedAttempt: async (ctx) => {
      const site = siteOfCaller(ctx);
      if (site === undefined) return;
      const { consumedPoints, msBeforeNext } = await callers.penalty(site);
      if (known !== callers) await known.set(site, consumedPoints, msBeforeNext / 1000);
    },
    countRequest: async (ctx, credential) => {
      try {
        tell(ctx, await credentials.consume(credentialKeyOf(credential)));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        tell(ctx, error);
        throwRateLimited(ctx, error);
      }
    },
  };
};
