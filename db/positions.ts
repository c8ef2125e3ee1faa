import type { Db } from "./connect.js";

const POSITIONS = 200;

/** The first position at or after `wanted` (microseconds) that no recording of the organization has. */
export const freePosition = async (
  trx: Db,
  organizationId: string,
  wanted: number,
): Promise<number> => {
  let free = wanted;
  // As a rule there is none; in a burst of one millisecond the taken ones are read in their order.
  for (;;) {
    const taken: number[] = await trx("recordings")
      .where("organization_id", organizationId)
      .where("position", ">=", free)
      .orderBy("position")
      .limit(POSITIONS)
      .pluck("position");
    for (const position of taken) {
      if (position !== free) return free;
      free += 1;
    }
    if (taken.length < POSITIONS) return free;
  }
};
