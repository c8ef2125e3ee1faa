import type { Knex } from "knex";
import { hasAdmin } from "../../../db/sign-in/accounts.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { write } from "../../../db/engine/write.js";
import type { Services } from "../../../graph/context/context.js";
import { issueSetupLink } from "../../../graph/sign-in/setup-links.js";

/**
 * Issues a set-up link of the oldest organization while the instance has no admin. Returns undefined if it has
 * one, or if no organization exists.
 */
export const issueFirstSetupLink = async (
  services: Services & { db: Knex },
): Promise<string | undefined> => {
  const { db } = services;
  if (await hasAdmin(db)) return undefined;
  const [oldest] = await listOrganizations(db);
  if (!oldest) return undefined;
  const { url } = await write(db, oldest.id, (trx) => issueSetupLink(trx, services, oldest.id));
  return url;
};
