import type { OrganizationPayload } from "../../graph/organizations/organization.js";

/** Returns the fields that `org create --json` prints. */
export const toPublicPayload = (payload: OrganizationPayload) => ({
  organization: { id: payload.organization.id, name: payload.organization.name },
  apiKey: payload.apiKey,
  signingSecret: payload.signingSecret,
  dialerUrl: payload.dialerUrl,
  internalToken: payload.internalToken,
});
