import { type Db, dialectOf } from "./connect.js";
import { prepared } from "./prepared.js";

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

const next = prepared<
  { organizationId: string; wanted: number; more: number },
  { position: number }
>((trx, { organizationId, wanted, more }) =>
  trx.raw(
    `UPDATE organizations SET last_position =
      ${dialectOf(trx) === "postgres" ? "greatest" : "max"}(last_position + 1, ?) + ?
      WHERE id = ? RETURNING last_position AS position`,
    [wanted, more, organizationId],
  ),
);

/**
 * The place of a change among all of the organization's: `now` (milliseconds) in microseconds, or right
 * after the one before where that is later, be it of another process with another clock. Whoever has it
 * holds the organization's row until the transaction ends, so that changes commit in the order of their
 * places: who has seen one will never be shown another one before it.
 */
export const nextPosition = async (trx: Db, organizationId: string, now: number): Promise<number> =>
  firstOfPositions(trx, organizationId, 1, now);

/** The same for so many changes in a row: the place of the first of them. */
export const firstOfPositions = async (
  trx: Db,
  organizationId: string,
  count: number,
  now: number,
): Promise<number> => {
  const more = count - 1;
  return (await next(trx, { organizationId, wanted: now * 1000, more }))[0]!.position - more;
};

const last = prepared<{ organizationId: string }, { position: number }>((db, { organizationId }) =>
  db("organizations").where("id", organizationId).first("last_position as position"),
);

/** The place of the newest change that has been committed: whatever is read after it has that one in it. */
export const lastPosition = async (db: Db, organizationId: string): Promise<number> =>
  (await last(db, { organizationId }))[0]?.position ?? 0;
