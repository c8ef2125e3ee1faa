import type { Route } from "../../../rest/route.js";

/**
 * Returns whether only named keys may use a route: the organization's key gets 403. Tests that use the organization's
 * key exclude such routes; rest/people-and-webhooks tests them.
 */
export const isKeyOnly = ({ keyScope, method, path }: Route): boolean =>
  keyScope === "people" ||
  (keyScope === "webhooks" && method !== "get" && path !== "/v1/webhooks/test");
