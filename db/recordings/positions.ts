import { type Db, dialectOf } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

const PAGE_SIZE = 200;

/** Returns the first free position (microseconds) from `from` on, among the organization's recordings. */
export const findFreePosition = async (
  trx: Db,
  organizationId: string,
  from: number,
): Promise<number> => {
  let free = from;
  // Usually `from` is free. After a burst within one millisecond, this walks the used positions.
  for (;;) {
    const used: number[] = await trx("recordings")
      .where("organization_id", organizationId)
      .where("position", ">=", free)
      .orderBy("position")
      .limit(PAGE_SIZE)
      .pluck("position");
    for (const position of used) {
      if (position !== free) return free;
      free += 1;
    }
    if (used.length < PAGE_SIZE) return free;
  }
};

const advancePosition = prepareQuery<
  { organizationId: string; min: number; extra: number },
  { position: number }
>((trx, { organizationId, min, extra }) =>
  trx.raw(
    `UPDATE organizations SET last_position =
      ${dialectOf(trx) === "postgres" ? "greatest" : "max"}(last_position + 1, ?) + ?
      WHERE id = ? RETURNING last_position AS position`,
    [min, extra, organizationId],
  ),
);

/**
 * Allocates the position of a change among the organization's changes: `now` (milliseconds) in microseconds,
 * or the last position plus one where that is later, for example after a process with a faster clock.
 * The update locks the organization's row until the transaction ends. Changes therefore commit in the order
 * of their positions, and a reader that has seen one never misses an earlier one.
 */
export const allocatePosition = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<number> => allocatePositions(trx, organizationId, 1, now);

/** Allocates consecutive positions and returns the first. */
export const allocatePositions = async (
  trx: Db,
  organizationId: string,
  count: number,
  now: number,
): Promise<number> => {
  const extra = count - 1;
  return (
    (await advancePosition(trx, { organizationId, min: now * 1000, extra }))[0]!.position - extra
  );
};

const lastPositionQuery = prepareQuery<{ organizationId: string }, { position: number }>(
  (db, { organizationId }) =>
    db("organizations").where("id", organizationId).first("last_position as position"),
);

/** Returns the position of the newest committed change. Later reads include that change. */
export const loadLastPosition = async (db: Db, organizationId: string): Promise<number> =>
  (await lastPositionQuery(db, { organizationId }))[0]?.position ?? 0;
