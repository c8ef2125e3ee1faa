import type { Context } from "koa";
import type { Credential } from "../graph/core/credential.js";
import { findKeyCredential } from "./credentials.js";
import { INVALID_API_KEY } from "./errors.js";
import type { RestServices } from "./rest-services.js";
import { identifyCaller } from "./limiter.js";

/**
 * Returns the request's credential, by default that of the organization's API key. Answers 401 and
 * returns undefined if there is none. @throws RATE_LIMITED
 */
export const authenticate = async (
  services: RestServices,
  ctx: Context,
  find = () => findKeyCredential(services, ctx.headers),
): Promise<Credential | undefined> => {
  const credential = await identifyCaller(services.limiter, ctx, find);
  if (credential) return credential;
  ctx.status = 401;
  ctx.body = INVALID_API_KEY;
  return undefined;
};
