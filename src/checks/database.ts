import { damages, isOfIndexes, orphans, reindex, removeOrphans } from "../../db/health.js";
import type { Db } from "../../db/connect.js";
import type { Check } from "../checks.js";

const RESTORE = "debrief restore <your newest backup>";

/** Damage of the file itself. */
export const integrity: Check = {
  name: "integrity",
  run: async ({ db, file, repair }) => {
    if (file === undefined) return [];
    let found: string[];
    try {
      found = await damages(db);
    } catch (error) {
      if (!/^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) throw error;
      return [{ message: (error as Error).message, mend: RESTORE, repaired: false }];
    }
    if (found.length === 0) return [];
    const message = found.join("; ");
    if (!isOfIndexes(found)) return [{ message, mend: RESTORE, repaired: false }];
    if (repair) await reindex(db);
    const repaired = repair && (await damages(db)).length === 0;
    return [{ message, mend: "debrief doctor --repair", repaired }];
  },
};

// What is removed may have been the parent of more: as many times over as there are tables in a row.
const ROUNDS = 10;

const mended = async (db: Db): Promise<boolean> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = await orphans(db);
    if (left.length === 0) return true;
    await db.transaction(async (trx) => {
      for (const one of left) await removeOrphans(trx, one);
    });
  }
  return false;
};

/** SQLite checks references only while it is told to; who changes the file by hand may not have. */
export const foreignKeys: Check = {
  name: "foreign keys",
  run: async ({ db, file, repair }) => {
    if (file === undefined) return [];
    const found = await orphans(db);
    const repaired = repair && (await mended(db));
    return found.map(({ table, parent, rows }) => ({
      message: `${rows} rows of ${table} refer to no row of ${parent}; --repair removes them or the reference, so back up first`,
      mend: "debrief doctor --repair",
      repaired,
    }));
  },
};
