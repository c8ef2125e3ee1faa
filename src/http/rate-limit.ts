import ipaddr from "ipaddr.js";
import type { Context } from "koa";
import type { Knex } from "knex";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { dialectOf } from "../db/connect.js";
import type { Credential } from "../graph/context.js";
import { Failure } from "../graph/errors.js";
import type { Limiter } from "../rest/limiter.js";
import { callerOf, type Proxies } from "./proxies.js";

const WINDOW_S = 60;
const IPV6_SITE_BITS = 64;

/** Whoever has an IPv6 address has a whole network of them. */
export const siteOf = (address: string): string =>
  address.includes(":")
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_SITE_BITS}`).toString()
    : address;

// What identifies a credential besides its organization is a token's digest; the operator has no organization.
const keyOf = ({ organizationId, hash }: Credential): string => hash ?? organizationId!;

/** When there are points again, in whole seconds. */
export const secondsOf = ({ msBeforeNext }: RateLimiterRes): string =>
  String(Math.max(1, Math.ceil(msBeforeNext / 1000)));

const refuse = (ctx: Context, state: RateLimiterRes): never => {
  ctx.set("retry-after", secondsOf(state));
  throw new Failure("RATE_LIMITED", "Too many requests, try again later");
};

/** Counts in PostgreSQL, where several processes may serve; each counts for itself while that fails. */
export const counter = (
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
        // Whoever is over the limit costs the database nothing until its time is over.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      })
    : new RateLimiterMemory(options);

/** Lets each credential make so many requests a minute, and each address present as many wrong ones. */
export const createLimiter = (
  db: Knex,
  perMinute: number,
  proxies: Proxies | undefined,
): Limiter => {
  const options = { points: perMinute, duration: WINDOW_S };
  const credentials = counter(db, { ...options, keyPrefix: "credential" });
  const callers = counter(db, { ...options, keyPrefix: "wrong" });
  // Looked at with every request, for which the database is not asked: what a wrong one has found there.
  const known = callers instanceof RateLimiterMemory ? callers : new RateLimiterMemory(options);
  const tell = (ctx: Context, state: RateLimiterRes): void => {
    const left = `r=${state.remainingPoints};t=${secondsOf(state)}`;
    ctx.set("ratelimit-policy", `"credential";q=${perMinute};w=${WINDOW_S}`);
    ctx.set("ratelimit", `"credential";${left}`);
  };
  // Where a proxy is not known as one, all callers have its address: none is refused for another's.
  const siteOfCaller = ({ req }: Context): string | undefined => {
    const address = callerOf(req, proxies);
    return address === undefined ? undefined : siteOf(address);
  };
  return {
    check: async (ctx) => {
      const site = siteOfCaller(ctx);
      const state = site === undefined ? null : await known.get(site);
      if (state && state.consumedPoints >= perMinute) refuse(ctx, state);
    },
    wrong: async (ctx) => {
      const site = siteOfCaller(ctx);
      if (site === undefined) return;
      const { consumedPoints, msBeforeNext } = await callers.penalty(site);
      if (known !== callers) await known.set(site, consumedPoints, msBeforeNext / 1000);
    },
    count: async (ctx, credential) => {
      try {
        tell(ctx, await credentials.consume(keyOf(credential)));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        tell(ctx, error);
        refuse(ctx, error);
      }
    },
  };
};
