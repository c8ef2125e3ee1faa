import { clearOrphans, listOrphans, reindex } from "../../../db/engine/doctor.js";
import { type FileDamage, inspectFile } from "../../../db/engine/integrity.js";
import type { Db } from "../../../db/engine/connect.js";
import { MaintenanceConflictError } from "../../../db/search/rebuild-index.js";
import type { Check } from "./check.js";
import { rebuildSearch } from "../maintenance/rebuild-search.js";

const MAX_FINDINGS = 10;

const RESTORE_COMMAND = "debrief restore <your newest backup>";
/** A backup copies the rows and builds their indexes again. */
const REBUILD_COMMAND = "debrief backup rebuilt.db && debrief restore rebuilt.db";

/** Rebuilds what is damaged. Returns whether the file is whole now. @throws MaintenanceConflictError */
const rebuildDamaged = async (
  db: Db,
  file: string,
  { indexes, search }: FileDamage,
  now: () => number,
): Promise<boolean> => {
  if (indexes) await reindex(db);
  if (search) await rebuildSearch(db, now);
  return inspectFile(file).findings.length === 0;
};

/** Checks the SQLite file for damage. */
export const integrityCheck: Check = {
  name: "integrity",
  run: async ({ db, file, repair, now }) => {
    if (file === undefined) return [];
    let damage: FileDamage;
    try {
      damage = inspectFile(file);
    } catch (error) {
      if (!/^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) throw error;
      return [{ message: (error as Error).message, fix: RESTORE_COMMAND, repaired: false }];
    }
    if (damage.findings.length === 0) return [];
    const message = damage.findings.slice(0, MAX_FINDINGS).join("; ");
    if (!damage.isRebuildable) return [{ message, fix: RESTORE_COMMAND, repaired: false }];
    if (damage.isStructural) return [{ message, fix: REBUILD_COMMAND, repaired: false }];
    const fix = "debrief doctor --repair";
    if (!repair) return [{ message, fix, repaired: false }];
    try {
      return [{ message, fix, repaired: await rebuildDamaged(db, file, damage, now) }];
    } catch (error) {
      if (!(error instanceof MaintenanceConflictError)) throw error;
      return [{ message: `${message}; repair later: ${error.message}`, fix, repaired: false }];
    }
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

/** Checks foreign keys. SQLite enforces them only on connections that enable this. */
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
