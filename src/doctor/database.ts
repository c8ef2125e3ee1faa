import {
  checkIntegrity,
  isIndexDamage,
  listOrphans,
  reindex,
  clearOrphans,
} from "../../db/engine/doctor.js";
import type { Db } from "../../db/engine/connect.js";
import type { Check } from "./check.js";

const RESTORE_COMMAND = "debrief restore <your newest backup>";

/** Checks the SQLite file for damage. */
export const integrityCheck: Check = {
  name: "integrity",
  run: async ({ db, file, repair }) => {
    if (file === undefined) return [];
    let damages: string[];
    try {
      damages = await checkIntegrity(db);
    } catch (error) {
      if (!/^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) throw error;
      return [{ message: (error as Error).message, fix: RESTORE_COMMAND, repaired: false }];
    }
    if (damages.length === 0) return [];
    const message = damages.join("; ");
    if (!isIndexDamage(damages)) return [{ message, fix: RESTORE_COMMAND, repaired: false }];
    if (repair) await reindex(db);
    const repaired = repair && (await checkIntegrity(db)).length === 0;
    return [{ message, fix: "debrief doctor --repair", repaired }];
  },
};

// Removing a row can orphan its children: one round for each level of references.
const MAX_ROUNDS = 10;

const repairOrphans = async (db: Db): Promise<boolean> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const orphans = await listOrphans(db);
    if (orphans.length === 0) return true;
    await db.transaction(async (trx) => {
      for (const orphan of orphans) await clearOrphans(trx, orphan);
    });
  }
  return false;
};

/** Checks foreign keys. SQLite enforces them only on connections that ask for it. */
export const foreignKeyCheck: Check = {
  name: "foreign keys",
  run: async ({ db, file, repair }) => {
    if (file === undefined) return [];
    const orphans = await listOrphans(db);
    const repaired = repair && (await repairOrphans(db));
    return orphans.map(({ table, parent, rows }) => ({
      message: `${rows} rows of ${table} refer to missing rows of ${parent}; back up first: --repair deletes the rows or the reference`,
      fix: "debrief doctor --repair",
      repaired,
    }));
  },
};
