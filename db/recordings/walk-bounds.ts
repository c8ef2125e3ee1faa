import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** Among this many recordings, a viewer who sees one in forty finds a full page. */
const WALKED_ROWS = 1_000;
/** A bound only decides which of two plans is tried first, so it may be outdated. */
const REFRESH_MS = 60_000;
const MAX_ORGANIZATIONS = 1_000;

interface Walk {
  /** The lowest position among the newest recordings. */
  bound: number;
  /** The distance from the first to the last of these positions. */
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
 * Returns the lower bound of about a thousand recordings, counted down from `before` or from the newest. A page is
 * searched in this range first. The bound doesn't depend on the recordings' users.
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
