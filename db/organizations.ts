import { type Db, dialectOf } from "./connect.js";

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

// Any constant will do, as long as every debrief uses the same.
const FIRST_LOCK = 7_160_242;

/** Whether there is none yet; until the transaction ends nobody else gets the same answer. */
export const isFirst = async (trx: Db): Promise<boolean> => {
  if (dialectOf(trx) === "postgres") await trx.raw("SELECT pg_advisory_xact_lock(?)", [FIRST_LOCK]);
  const any: unknown = await trx("organizations").first("id");
  return any === undefined;
};
