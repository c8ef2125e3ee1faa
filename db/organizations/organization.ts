import { type Db, dialectOf } from "../engine/connect.js";

export interface OrganizationRow {
  id: string;
  name: string;
  createdAt: number;
  /** ISO 3166-1, two capital letters: the default for phone numbers without a country code. */
  country: string | null;
}

const columns = { id: "id", name: "name", createdAt: "created_at", country: "country" };

export const insertOrganization = async (
  trx: Db,
  row: Omit<OrganizationRow, "country">,
): Promise<void> => {
  await trx("organizations").insert({ id: row.id, name: row.name, created_at: row.createdAt });
};

export const findOrganizationById = async (
  db: Db,
  id: string,
): Promise<OrganizationRow | undefined> =>
  db("organizations").select(columns).where({ id }).first();

export const loadOrganizationCountry = async (db: Db, id: string): Promise<string | null> =>
  (await findOrganizationById(db, id))?.country ?? null;

export const updateOrganizationCountry = async (
  trx: Db,
  id: string,
  country: string | null,
): Promise<void> => {
  await trx("organizations").where({ id }).update({ country });
};

/** Selects the ids of organizations that are being imported, or whose import was interrupted. */
export const selectImporting = (db: Db) =>
  db("maintenance").select("organization_id").where({ purpose: "import" });

/**
 * Lists all organizations of the instance, oldest first, except those with an unfinished import: no job may work on
 * half of their rows. Sign-in is the only request that may call it.
 */
export const listOrganizations = async (db: Db): Promise<OrganizationRow[]> =>
  db("organizations")
    .select(columns)
    .whereNotIn("id", selectImporting(db))
    .orderBy(["created_at", "id"]);

// An arbitrary number that every debrief process shares.
const NEW_ORGANIZATION_LOCK = 7_160_242;

/** Lets other processes that create an organization wait until the transaction ends. SQLite has one writer anyway. */
const lockNewOrganizations = async (trx: Db): Promise<void> => {
  if (dialectOf(trx) === "postgres")
    await trx.raw("SELECT pg_advisory_xact_lock(?)", [NEW_ORGANIZATION_LOCK]);
};

/** Returns whether no organization exists. Other processes wait until the transaction ends. */
export const claimFirstOrganization = async (trx: Db): Promise<boolean> => {
  await lockNewOrganizations(trx);
  const existing: unknown = await trx("organizations").first("id");
  return existing === undefined;
};

/**
 * Finds the organization that has this text as its name or id, also one that an import hasn't completed. Other
 * processes that claim a name wait until the transaction ends.
 */
export const claimOrganizationName = async (
  trx: Db,
  name: string,
): Promise<OrganizationRow | undefined> => {
  await lockNewOrganizations(trx);
  return trx("organizations").select(columns).where({ name }).orWhere({ id: name }).first();
};
