import type { Db } from "../../db/engine/connect.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { rebuildSearchIndex } from "../../db/search/rebuild-index.js";
import { isUnderWay } from "../jobs/maintenance.js";
import { createOwner, retireOwner } from "../notifier/owner.js";

/** Rebuilds SQLite's search index; a server may run. @throws MaintenanceConflictError */
export const rebuildSearch = async (db: Db, now: number): Promise<void> => {
  const owner = createOwner();
  try {
    await rebuildSearchIndex(db, {
      owner,
      now,
      isUnderWay: (mark) => isUnderWay(mark, now),
      listOrganizationIds: async () => (await listOrganizations(db)).map(({ id }) => id),
    });
  } finally {
    retireOwner(owner);
  }
};
