import type { Db } from "./connect.js";

/**
 * The kind of maintenance: the import of an organization, a rebuild of SQLite's search index, or its entries' renewal
 * after a migration that changed how texts are split into words.
 */
export type MaintenancePurpose = "import" | "search" | "search words";

/** The organization id of a mark that concerns all organizations. */
export const ALL_ORGANIZATIONS = "";

/** A mark for running maintenance. Every process respects it. */
export interface MaintenanceMark {
  organizationId: string;
  purpose: MaintenancePurpose;
  /** The process that does the work, as named by createOwner. */
  owner: string;
  /** When the owner last made progress. Milliseconds since 1970. */
  renewedAt: number;
}

/** Marks maintenance as running. Replaces the mark of an owner that has ended. */
export const upsertMaintenanceMark = async (
  trx: Db,
  { organizationId, purpose, owner, renewedAt }: MaintenanceMark,
): Promise<void> => {
  await trx("maintenance")
    .insert({ organization_id: organizationId, purpose, owner, renewed_at: renewedAt })
    .onConflict(["organization_id", "purpose"])
    .merge();
};

/** Records progress. Returns false if another owner has replaced the mark. */
export const renewMaintenanceMark = async (
  trx: Db,
  { organizationId, purpose, owner, renewedAt }: MaintenanceMark,
): Promise<boolean> => {
  const renewed = await trx("maintenance")
    .where({ organization_id: organizationId, purpose, owner })
    .update({ renewed_at: renewedAt });
  return renewed > 0;
};

/** Replaces the owner of a mark. Returns false if the mark has changed since it was read. */
export const takeOverMaintenanceMark = async (
  trx: Db,
  { organizationId, purpose, owner, renewedAt }: MaintenanceMark,
  next: Pick<MaintenanceMark, "owner" | "renewedAt">,
): Promise<boolean> => {
  const taken = await trx("maintenance")
    .where({ organization_id: organizationId, purpose, owner, renewed_at: renewedAt })
    .update({ owner: next.owner, renewed_at: next.renewedAt });
  return taken > 0;
};

/** Deletes the mark. Returns false if another owner has replaced it. */
export const deleteMaintenanceMark = async (
  trx: Db,
  organizationId: string,
  { purpose, owner }: Pick<MaintenanceMark, "purpose" | "owner">,
): Promise<boolean> => {
  const deleted = await trx("maintenance")
    .where({ organization_id: organizationId, purpose, owner })
    .delete();
  return deleted > 0;
};

/** Lists the marks for a purpose, of all organizations. */
export const listMaintenanceMarks = async (
  db: Db,
  purpose: MaintenancePurpose,
): Promise<MaintenanceMark[]> =>
  db("maintenance")
    .select({
      organizationId: "organization_id",
      purpose: "purpose",
      owner: "owner",
      renewedAt: "renewed_at",
    })
    .where({ purpose })
    .orderBy("organization_id");
