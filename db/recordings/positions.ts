import { type Db, dialectOf } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { scopeOf, withinRecordingScope, withinScope } from "../engine/viewer-scope.js";

type Range = { organizationId: string; from: number; offset: number };

const positionAtOffset = prepareQuery<Range, { position: number }>(
  (db, { organizationId, from, offset }) =>
    db("recordings")
      .where("organization_id", organizationId)
      .where("position", ">=", from)
      .orderBy("position")
      .offset(offset)
      .first("position"),
);

/**
 * Returns the first free position (microseconds) from `from` on, among the organization's recordings. Positions are
 * unique: the one at `offset` is `from + offset` if and only if all positions before it are taken. A backfill may send
 * any number of calls with the same time, so this searches for the end of the taken run instead of walking it.
 */
export const findFreePosition = async (
  trx: Db,
  organizationId: string,
  from: number,
): Promise<number> => {
  const isTaken = async (offset: number): Promise<boolean> =>
    (await positionAtOffset(trx, { organizationId, from, offset }))[0]?.position === from + offset;
  let taken = -1;
  let free = 0;
  while (await isTaken(free)) {
    taken = free;
    free = 2 * free + 1;
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return from + free;
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
 * Allocates a change position in the organization: `now` (milliseconds) in microseconds, or the last position plus one
 * if that is later, for example after a process with a faster clock. The update locks the organization's row until the
 * transaction ends. Changes therefore commit in the order of their positions, and a reader that has seen a position
 * never misses an earlier one.
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

/** The newest positions among a viewer's recordings, and among those recordings' events; 0 without any. */
export interface VisiblePositions {
  recordings: number;
  events: number;
}

/**
 * Returns the positions that a sync continues from. A scoped viewer doesn't receive the organization's newest position,
 * which would reveal when other users' recordings change.
 */
export const loadSyncPositions = async (
  db: Db,
  organizationId: string,
): Promise<VisiblePositions> => {
  if (!scopeOf(db)) {
    const position = await loadLastPosition(db, organizationId);
    return { recordings: position, events: position };
  }
  const own = { organization_id: organizationId };
  const recording: { position: number } | undefined = await db("recordings")
    .where(own)
    .modify(withinScope(db, "user_id"))
    .orderBy("updated_position", "desc")
    .first("updated_position as position");
  const event: { position: number } | undefined = await db("events")
    .where(own)
    .modify(withinRecordingScope(db, organizationId, "events.recording_id"))
    .orderBy("position", "desc")
    .first("position");
  return { recordings: recording?.position ?? 0, events: event?.position ?? 0 };
};
