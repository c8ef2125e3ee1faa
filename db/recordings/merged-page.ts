import type { Knex } from "knex";
import type { RecordingStatus } from "./fields.js";
import { type Db, dialectOf } from "../engine/connect.js";
import type { Placeholder, Placeholders } from "../engine/placeholder.js";
import { scopeOf, SCOPE_MARK } from "../engine/viewer-scope.js";

/** A part of a scoped viewer's list; see `RecordingSearch`. */
export interface VisiblePage {
  organizationId: string;
  status: RecordingStatus;
  limit: number;
  before?: number;
  from?: number;
  to?: number;
}

type PageValues = VisiblePage | Placeholders<VisiblePage>;
type Select = (db: Db) => Knex.Raw;

/** Returns conditions on a recording `i` as SQL, with their bindings. */
const buildBounds = ({ before, from, to }: PageValues): { sql: string; values: unknown[] } => {
  const bounds = [
    ["i.position < ?", before],
    ["i.position >= ?", from],
    ["i.position <= ?", to],
  ].filter((bound): bound is [string, Placeholder] => bound[1] !== undefined);
  return {
    sql: bounds.map(([condition]) => ` AND ${condition}`).join(""),
    values: bounds.map(([, value]) => value),
  };
};

// SQLite takes a recursive query's rows from its queue in order. This merges the users' lists, and reads one row per
// user and one per row of the page.
const mergeOnSqlite = (db: Db, page: PageValues, select: Select): Knex.Raw => {
  const { organizationId, status, limit } = page;
  const bounds = buildBounds(page);
  const newest = `SELECT MAX(i.position) FROM recordings AS i
    WHERE i.organization_id = ? AND i.status = ?${bounds.sql}`;
  const values = [organizationId, status, ...bounds.values];
  return db.raw(
    `${SCOPE_MARK} WITH RECURSIVE heads (position, user_id) AS (
      SELECT (${newest} AND i.user_id = u.value), u.value FROM json_each(?) AS u
      UNION ALL
      SELECT (${newest} AND i.user_id = heads.user_id AND i.position < heads.position), heads.user_id
      FROM heads WHERE heads.position IS NOT NULL
      ORDER BY 1 DESC LIMIT ?
    )
    SELECT ? FROM heads CROSS JOIN recordings AS r
    WHERE r.organization_id = ? AND r.position = heads.position ORDER BY heads.position DESC`,
    [...values, scopeOf(db)!.userIds, ...values, limit, select(db), organizationId] as Knex.Value[],
  );
};

const mergeOnPostgres = (db: Db, page: PageValues, select: Select): Knex.Raw => {
  const { organizationId, status, limit } = page;
  const bounds = buildBounds(page);
  return db.raw(
    `${SCOPE_MARK} SELECT ? FROM unnest(?::text[]) AS u (id) CROSS JOIN LATERAL (
      SELECT i.* FROM recordings AS i
      WHERE i.organization_id = ? AND i.user_id = u.id AND i.status = ?${bounds.sql}
      ORDER BY i.position DESC LIMIT ?
    ) AS r ORDER BY r.position DESC LIMIT ?`,
    [
      select(db),
      scopeOf(db)!.userIds,
      organizationId,
      status,
      ...bounds.values,
      limit,
      limit,
    ] as Knex.Value[],
  );
};

/** Builds the query that merges the lists of the viewer's users. Its cost depends only on the number of users. */
export const queryMerged = (db: Db, page: PageValues, select: Select): Knex.Raw =>
  dialectOf(db) === "sqlite" ? mergeOnSqlite(db, page, select) : mergeOnPostgres(db, page, select);
