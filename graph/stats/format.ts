import type { Db } from "../../db/engine/connect.js";
import { UnavailableError } from "../../db/engine/errors.js";
import { findStatsFormat, upsertStatsFormat } from "../../db/stats/formats.js";
import { describeTallyFormat } from "./tally.js";

/** Increase it when keys of names, facts or buckets change their meaning. The sums describe themselves. */
const STRUCTURE_REVISION = 1;

/** The format in which this program stores statistics: a text that changes with it. */
export const STATS_FORMAT = `${STRUCTURE_REVISION} ${describeTallyFormat()}`;

/** Returns whether the stored statistics are complete and of this program's format. */
export const isStatsFormatCurrent = async (db: Db, organizationId: string): Promise<boolean> => {
  const stored = await findStatsFormat(db, organizationId);
  return stored?.format === STATS_FORMAT && stored.rebuildDay === null;
};

/**
 * Refuses to read or change stored statistics of another format. The start rebuilds them, so this happens only
 * when a process of another version has rebuilt them since.
 * @throws UnavailableError
 */
export const requireStatsFormat = async (db: Db, organizationId: string): Promise<void> => {
  if (!(await isStatsFormatCurrent(db, organizationId)))
    throw new UnavailableError(
      `organization ${organizationId}: another version of debrief has changed the format of the statistics; restart this process to rebuild them`,
    );
};

/** Records that the stored statistics are complete and of this program's format. Inside `write`. */
export const markStatsFormatCurrent = async (trx: Db, organizationId: string): Promise<void> =>
  upsertStatsFormat(trx, organizationId, { format: STATS_FORMAT, rebuildDay: null });
