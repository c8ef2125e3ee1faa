import type { Knex } from "knex";
import { hasAdmin } from "../../db/admins.js";
import { allOrganizations } from "../../db/organizations.js";
import { write } from "../../db/write.js";
import type { Services } from "../../graph/context.js";
import { issueSetupLink } from "../../graph/setup-links.js";

/**
 * A new link by which to set up the console of the oldest organization, as long as nobody of the instance
 * can sign in; undefined after that, and where there is no organization.
 */
export const firstSetupLink = async (
  services: Services & { db: Knex },
): Promise<string | undefined> => {
  const { db } = services;
  if (await hasAdmin(db)) return undefined;
  const [oldest] = await allOrganizations(db);
  if (!oldest) return undefined;
  const { url } = await write(db, oldest.id, (trx) => issueSetupLink(trx, services, oldest.id));
  return url;
};
