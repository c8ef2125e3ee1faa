import type { Db } from "./connect.js";

export interface OrganizationRow {
  id: string;
  name: string;
  createdAt: number;
}

const columns = { id: "id", name: "name", createdAt: "created_at" };

export const insertOrganization = async (trx: Db, row: OrganizationRow): Promise<void> => {
  await trx("organizations").insert({ id: row.id, name: row.name, created_at: row.createdAt });
};

export const organizationById = async (db: Db, id: string): Promise<OrganizationRow | undefined> =>
  db("organizations").select(columns).where({ id }).first();

/** Every organization of the instance, oldest first: for the operator's command line only. */
export const allOrganizations = async (db: Db): Promise<OrganizationRow[]> =>
  db("organizations").select(columns).orderBy(["created_at", "id"]);
