import type { Context } from "koa";
import type { Credential } from "../graph/context.js";
import { keyCredential } from "./authentication.js";
import { INVALID_API_KEY } from "./errors.js";
import type { RestServices } from "./handler.js";
import { identify } from "./limiter.js";

/**
 * Whose request it is, by the organization's key if nothing else is said; undefined where it is nobody's, and
 * has been answered with 401. @throws RATE_LIMITED
 */
export const authenticated = async (
  services: RestServices,
  ctx: Context,
  find = () => keyCredential(services, ctx.headers),
): Promise<Credential | undefined> => {
  const credential = await identify(services.limiter, ctx, find);
  if (credential) return credential;
  ctx.status = 401;
  ctx.body = INVALID_API_KEY;
  return undefined;
};
