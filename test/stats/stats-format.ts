import type { Db } from "../../db/engine/connect.js";
import { STATS_FORMAT } from "../../graph/stats/format.js";
import { isFraction, type SumName, sumNames } from "../../graph/stats/sums.js";

/** Returns the format of an earlier version, which lacked this sum. */
export const formatWithout = (sum: SumName): string =>
  STATS_FORMAT.split(" ")
    .filter((part) => part !== sum)
    .join(" ");

/** Converts a tally to the text of that version. */
const withoutSum = (tally: string, sum: SumName): string => {
  const before = sumNames.slice(0, sumNames.indexOf(sum));
  const index = before.reduce((places, name) => places + (isFraction(name) ? 3 : 1), 0);
  return tally.split(",").toSpliced(index, 1).join(",");
};

/** Stores the organization's statistics like an earlier version, which lacked this sum. */
export const storeWithoutSum = async (
  db: Db,
  organizationId: string,
  sum: SumName,
): Promise<void> => {
  for (const table of ["stat_facts", "stat_cells"]) {
    const rows = await db(table).where("organization_id", organizationId).select("*");
    for (const { tally, ...key } of rows)
      await db(table)
        .where(key)
        .update({ tally: withoutSum(tally, sum) });
  }
  await setStatsFormat(db, organizationId, formatWithout(sum));
};

export const setStatsFormat = async (
  db: Db,
  organizationId: string,
  format = STATS_FORMAT,
): Promise<void> => {
  await db("stat_formats")
    .where("organization_id", organizationId)
    .update({ format, rebuild_day: null });
};
