import { NO_POSITION } from "../engine/positions.js";
import type { Db } from "../engine/connect.js";
import { selectImporting } from "./organization.js";

/**
 * Returns how far an organization's calls are prepared for search by meaning: the position before which recordings are
 * still to be prepared, 0 if none are left; null if search by meaning is off.
 */
export const loadMeaningScan = async (db: Db, id: string): Promise<number | null> => {
  const row: { below: number | null } | undefined = await db("organizations")
    .select({ below: "meaning_scan_below" })
    .where({ id })
    .first();
  return row?.below ?? null;
};

export const updateMeaningScan = async (
  trx: Db,
  id: string,
  below: number | null,
): Promise<void> => {
  await trx("organizations").where({ id }).update({ meaning_scan_below: below });
};

/** Turns search by meaning on: all calls are to be prepared. */
export const startMeaningScan = async (trx: Db, id: string): Promise<void> =>
  updateMeaningScan(trx, id, NO_POSITION);

/** Lists the organizations with calls to prepare for search by meaning. */
export const listOrganizationsWithMeaningScan = async (db: Db): Promise<string[]> =>
  db("organizations")
    .where("meaning_scan_below", ">", 0)
    .whereNotIn("id", selectImporting(db))
    .orderBy("id")
    .pluck("id");
