import { allOrganizations } from "../db/organizations.js";
import type { Db } from "../db/connect.js";
import { checkRollups } from "../graph/rollups-check.js";

/** Something that is not as it should be. */
export interface Problem {
  organization: string;
  message: string;
  repaired: boolean;
}

export interface Check {
  name: string;
  /** Looks at the whole database; with `repair` puts right what it finds, if that can be done. */
  run: (db: Db, repair: boolean) => Promise<Problem[]>;
}

const statistics: Check = {
  name: "statistics",
  run: async (db, repair) => {
    const problems: Problem[] = [];
    for (const { id } of await allOrganizations(db)) {
      const { facts, cells } = await checkRollups(db, id, repair);
      if (facts + cells > 0)
        problems.push({
          organization: id,
          message: `${facts} recordings and ${cells} sums of the statistics differ from the rows`,
          repaired: repair,
        });
    }
    return problems;
  },
};

/** What `debrief doctor` looks at, in this order. */
export const checks: Check[] = [statistics];
