import type { Db } from "../../db/engine/connect.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { domainOf, type OpenIdPolicy } from "./openid-claims.js";

/** Returns the id of the organization that users with this e-mail may join; undefined if there isn't exactly one. */
export const findOrganizationByDomain = async (
  db: Db,
  { allowedDomains }: OpenIdPolicy,
  email: string,
): Promise<string | undefined> => {
  const domain = domainOf(email);
  if (!allowedDomains.has(domain)) return undefined;
  const name = allowedDomains.get(domain);
  const organizations = await listOrganizations(db);
  if (name == null) return organizations.length === 1 ? organizations[0]!.id : undefined;
  const byId = organizations.find(({ id }) => id === name);
  const byName = organizations.filter((organization) => organization.name === name);
  return byId?.id ?? (byName.length === 1 ? byName[0]!.id : undefined);
};
