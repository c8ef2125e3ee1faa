import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** A page of a viewer who sees a fortieth of all recordings is among this many. */
const WALKED_ROWS = 1_000;
/** A bound only decides which of two ways is tried first, so that it may be old. */
const REFRESH_MS = 60_000;
const MAX_ORGANIZATIONS = 1_000;

interface Walk {
  /** The position of the last of the newest recordings. */
  bound: number;
  /** The positions from the first of them to the last. */
  span: number;
  /** Milliseconds of `performance.now()`. */
  loadedAt: number;
}

const walks = new Map<string, Walk>();

const newestPosition = prepareQuery<
  { organizationId: string; offset: number },
  { position: number }
>((db, { organizationId, offset }) =>
  db.raw(
    `SELECT position FROM recordings WHERE organization_id = ? AND status = 'processed'
    ORDER BY position DESC LIMIT 1 OFFSET ?`,
    [organizationId, offset],
  ),
);

const loadWalk = async (db: Db, organizationId: string): Promise<Walk> => {
  const [newest] = await newestPosition(db, { organizationId, offset: 0 });
  const [last] = await newestPosition(db, { organizationId, offset: WALKED_ROWS });
  const bound = last?.position ?? 0;
  return { bound, span: (newest?.position ?? 0) - bound, loadedAt: performance.now() };
};

/**
 * Returns a position below which about a thousand recordings are, down from `before`, or from the newest: a page is
 * looked for in them first. It says nothing of whose they are.
 */
export const findWalkBound = async (
  db: Db,
  organizationId: string,
  before: number | undefined,
): Promise<number> => {
  let walk = walks.get(organizationId);
  if (!walk || performance.now() - walk.loadedAt > REFRESH_MS) {
    walk = await loadWalk(db, organizationId);
    walks.delete(organizationId);
    walks.set(organizationId, walk);
    const [oldest] = walks.keys();
    if (walks.size > MAX_ORGANIZATIONS && oldest !== undefined) walks.delete(oldest);
  }
  return before === undefined ? walk.bound : Math.min(walk.bound, before - walk.span);
};
