import { newestRow, overdueDeliveries } from "../../db/health.js";
import { allOrganizations } from "../../db/organizations.js";
import { driftOfIndex, rebuildIndex, strayInIndex } from "../../db/search-index.js";
import { checkRollups } from "../../graph/rollups-check.js";
import type { Check, Problem } from "../checks.js";

const MOST_AHEAD_MS = 5 * 60_000;
const OVERDUE_MS = 5 * 60_000;

/** Rows from the future: the clock was ahead then, or is behind now. */
export const clock: Check = {
  name: "clock",
  run: async ({ db, now }) => {
    const newest = await newestRow(db);
    if (newest <= now + MOST_AHEAD_MS) return [];
    const [here, there] = [now, newest].map((time) => new Date(time).toISOString());
    const message = `it is ${here} here, and the newest row was made at ${there}: set the clock`;
    return [{ message, mend: "timedatectl set-ntp true", repaired: false }];
  },
};

const unsent = (message: string): Problem => ({ message, mend: "debrief serve", repaired: false });

/** A server begins a delivery within seconds, and ends what its predecessor had under way. */
export const outbox: Check = {
  name: "outbox",
  run: async ({ db, now }) => {
    const { waiting, claimed } = await overdueDeliveries(db, now - OVERDUE_MS);
    return [
      ...(waiting === 0
        ? []
        : [
            unsent(
              `${waiting} deliveries have waited for more than 5 minutes: no server sends them`,
            ),
          ]),
      ...(claimed === 0
        ? []
        : [unsent(`${claimed} deliveries were begun by a server that is gone`)]),
    ];
  },
};

export const statistics: Check = {
  name: "statistics",
  run: async ({ db, repair }) => {
    const problems: Problem[] = [];
    for (const { id } of await allOrganizations(db)) {
      const { facts, cells } = await checkRollups(db, id, repair);
      if (facts + cells > 0)
        problems.push({
          organization: id,
          message: `${facts} recordings and ${cells} sums of the statistics differ from the rows`,
          mend: "debrief doctor --repair",
          repaired: repair,
        });
    }
    return problems;
  },
};

export const search: Check = {
  name: "search",
  run: async ({ db, repair }) => {
    const ids = (await allOrganizations(db)).map(({ id }) => id);
    const problem = (count: number, organization?: string): Problem[] =>
      count === 0
        ? []
        : [
            {
              ...(organization !== undefined && { organization }),
              message: `${count} recordings are found by other words than they have`,
              mend: "debrief doctor --repair",
              repaired: repair,
            },
          ];
    const problems = problem(await strayInIndex(db));
    for (const id of ids) problems.push(...problem(await driftOfIndex(db, id), id));
    if (repair && problems.length > 0) await rebuildIndex(db, ids);
    return problems;
  },
};
