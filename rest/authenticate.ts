import type { Context } from "koa";
import type { Credential } from "../graph/core/credential.js";
import { findKeyCredential } from "./credentials.js";
import { type KeyScope, requireKeyScope } from "../graph/core/key-scopes.js";
import { INVALID_API_KEY } from "./errors.js";
import type { RestServices } from "./rest-services.js";
import { identifyCaller } from "./limiter.js";

/** Finds a person's credential by the cookie of the console's session. */
export type FindSession = (ctx: Context) => Promise<Credential | undefined>;

/** Finds the credential of a request's key or, for a route that the console uses too, of its session. */
const findCredential = async (
  services: RestServices,
  ctx: Context,
  findSession?: FindSession,
): Promise<Credential | undefined> => {
  const { headers } = ctx;
  const addressOf = () => services.addressOf?.(ctx.req);
  return (await findKeyCredential(services, { headers, addressOf })) ?? findSession?.(ctx);
};

/** As `authenticate`, also by the session that `findSession` finds. */
export const authenticateWithSession = async (
  services: RestServices,
  ctx: Context,
  keyScope: KeyScope,
  findSession: FindSession,
): Promise<Credential | undefined> =>
  authenticate(services, ctx, keyScope, () => findCredential(services, ctx, findSession));

/**
 * Returns the request's credential, by default that of an API key. Responds with 401 and returns undefined if there is
 * none.
 * `keyScope`: the scope that a named key needs; if undefined, the calling code must check it. @throws RATE_LIMITED,
 * FORBIDDEN
 */
export const authenticate = async (
  services: RestServices,
  ctx: Context,
  keyScope: KeyScope | undefined,
  find = () => findCredential(services, ctx),
): Promise<Credential | undefined> => {
  const credential = await identifyCaller(services.limiter, ctx, find);
  if (credential && keyScope) requireKeyScope(credential, keyScope);
  if (credential) return credential;
  ctx.status = 401;
  ctx.body = INVALID_API_KEY;
  return undefined;
};
