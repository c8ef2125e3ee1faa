import type { Context } from "koa";
import type { Knex } from "knex";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Credential } from "../../../graph/core/credential.js";
import { Failure } from "../../../graph/core/errors.js";
import type { Limiter } from "../../../rest/limiter.js";
import type { RequestState } from "../../../rest/rest-context.js";
import { createCounter, formatRetryAfter, maskAddress } from "../../base/net/attempt-counter.js";
import { resolveCallerAddress, type TrustedProxies } from "../../base/net/trusted-proxies.js";

const WINDOW_S = 60;

// A credential's key is its organization and, for tokens, the digest; the operator has no organization.
const credentialKeyOf = ({ organizationId, hash }: Credential): string => hash ?? organizationId!;

const throwRateLimited = (ctx: Context, state: RateLimiterRes): never => {
  ctx.set("retry-after", formatRetryAfter(state));
  throw new Failure("RATE_LIMITED", "Too many requests, try again later");
};

/** Creates a limiter: per minute, each credential may make `rateLimit` requests, each address as many failed attempts. */
export const createLimiter = (
  db: Knex,
  perMinute: number,
  proxies: TrustedProxies | undefined,
): Limiter => {
  const options = { points: perMinute, duration: WINDOW_S };
  const credentials = createCounter(db, { ...options, keyPrefix: "credential" });
  const callers = createCounter(db, { ...options, keyPrefix: "wrong" });
  // The database's counts of failed attempts, cached in memory because every request checks them.
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
