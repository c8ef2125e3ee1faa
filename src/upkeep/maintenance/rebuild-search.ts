import { setTimeout } from "node:timers/promises";
import type { Db } from "../../../db/engine/connect.js";
import {
  deleteMaintenanceMark,
  listMaintenanceMarks,
  type MaintenanceMark,
  renewMaintenanceMark,
  takeOverMaintenanceMark,
} from "../../../db/engine/maintenance.js";
import { transact } from "../../../db/engine/write.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import {
  rebuildSearchIndex,
  renewSearchWords,
  resumeSearchRebuild,
  type SearchRebuild,
} from "../../../db/search/rebuild-index.js";
import { createOwner, retireOwner } from "../../base/workers/owner.js";
import { isUnderWay } from "./maintenance.js";

/** Waits as long as a page took, so that other work gets half of the time. */
const createRest = () => {
  let last = performance.now();
  return async (): Promise<void> => {
    await setTimeout(performance.now() - last);
    last = performance.now();
  };
};

const runRebuild = async (
  db: Db,
  now: () => number,
  isActive: (mark: MaintenanceMark) => boolean,
  run: (db: Db, rebuild: SearchRebuild) => Promise<void>,
): Promise<void> => {
  const owner = createOwner();
  try {
    await run(db, {
      owner,
      now,
      isUnderWay: isActive,
      listOrganizationIds: async () => (await listOrganizations(db)).map(({ id }) => id),
      rest: createRest(),
    });
  } finally {
    retireOwner(owner);
  }
};

/**
 * Rebuilds SQLite's search index; a server may be running. `isActive`: returns whether the owner of a mark still works.
 * @throws MaintenanceConflictError
 */
export const rebuildSearch = async (
  db: Db,
  now: () => number,
  isActive = (mark: MaintenanceMark) => isUnderWay(mark, now()),
): Promise<void> => runRebuild(db, now, isActive, rebuildSearchIndex);

/** Finishes a rebuild whose process has ended. Returns whether there was one. @throws MaintenanceConflictError */
export const resumeSearch = async (db: Db, now: () => number): Promise<boolean> => {
  const isActive = (mark: MaintenanceMark): boolean => isUnderWay(mark, now());
  const marks = await listMaintenanceMarks(db, "search");
  if (marks.length === 0 || marks.some(isActive)) return false;
  await runRebuild(db, now, isActive, resumeSearchRebuild);
  return true;
};

/** Renews the entries that a migration has left with former words. Returns whether there were any. */
export const renewWords = async (db: Db, now: () => number): Promise<boolean> => {
  const [mark] = await listMaintenanceMarks(db, "search words");
  if (!mark || isUnderWay(mark, now())) return false;
  const owner = createOwner();
  const taken = { ...mark, owner, renewedAt: now() };
  try {
    if (!(await transact(db, (trx) => takeOverMaintenanceMark(trx, mark, taken)))) return false;
    const rest = createRest();
    for (const { id } of await listOrganizations(db))
      await renewSearchWords(db, id, async () => {
        await transact(db, (trx) => renewMaintenanceMark(trx, { ...taken, renewedAt: now() }));
        await rest();
      });
    await transact(db, (trx) => deleteMaintenanceMark(trx, mark.organizationId, taken));
    return true;
  } finally {
    retireOwner(owner);
  }
};

/** Returns whether another process is rebuilding the index. */
export const isSearchRebuilding = async (db: Db, now: number): Promise<boolean> =>
  (await listMaintenanceMarks(db, "search")).some((mark) => isUnderWay(mark, now));
