import type { Route } from "../../../rest/route.js";

/**
 * Returns whether only named keys may use a route: the organization's key gets 403. Tests of everything that the
 * organization's key may do leave it out; rest/people-and-webhooks tests it.
 */
export const isKeyOnly = ({ keyScope, method, path }: Route): boolean =>
  keyScope === "people" ||
  (keyScope === "webhooks" && method !== "get" && path !== "/v1/webhooks/test");
