import type { Db } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import {
  findStatsFormat,
  listOrganizationsToRebuild,
  upsertStatsFormat,
} from "../../db/stats/formats.js";
import { markStatsFormatCurrent, STATS_FORMAT } from "./format.js";
import { checkPeriod, endOfPeriod, findNextPeriod } from "./rollups-check.js";

/** Two program versions that start together would undo each other's steps forever. */
const OTHER_VERSION =
  "another version of debrief is rebuilding the statistics of this database; stop it and start again";

/**
 * Rebuilds the next 64 days of an organization and records how far the rebuild has come, in one transaction.
 * Returns whether there was something to rebuild. `isFirst`: statistics of another format are allowed, and the
 * rebuild starts at the first day.
 */
export const rebuildNextPeriod = async (
  db: Db,
  organizationId: string,
  isFirst: boolean,
): Promise<boolean> =>
  write(db, organizationId, async (trx) => {
    const stored = await findStatsFormat(trx, organizationId);
    const isOurs = stored?.format === STATS_FORMAT;
    if (isOurs && stored.rebuildDay === null) return false;
    if (!isOurs && !isFirst) throw new Error(OTHER_VERSION);
    const day = await findNextPeriod(trx, organizationId, isOurs ? stored.rebuildDay! : 0);
    if (!Number.isFinite(day)) {
      await markStatsFormatCurrent(trx, organizationId);
      return false;
    }
    await checkPeriod(trx, organizationId, day, true);
    const rebuildDay = endOfPeriod(day);
    await upsertStatsFormat(trx, organizationId, { format: STATS_FORMAT, rebuildDay });
    return true;
  });

/**
 * Rebuilds an organization's stored statistics if they have another format. A killed rebuild continues at its last
 * commit. Processes of the same version share the work: each step holds the organization's write lock.
 */
export const rebuildStats = async (db: Db, organizationId: string): Promise<void> => {
  for (let isFirst = true; await rebuildNextPeriod(db, organizationId, isFirst); isFirst = false);
};

/** Rebuilds the stored statistics of every organization with another format. */
export const rebuildOutdatedStats = async (
  db: Db,
  onOrganization: (organizationId: string) => void,
): Promise<void> => {
  for (const organizationId of await listOrganizationsToRebuild(db, STATS_FORMAT)) {
    onOrganization(organizationId);
    await rebuildStats(db, organizationId);
  }
};
