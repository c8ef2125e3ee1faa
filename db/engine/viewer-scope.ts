import type { Knex } from "knex";
import type { Db } from "./connect.js";
import { inList } from "./in-list.js";
import type { Placeholder } from "./placeholder.js";
import { withClient } from "./with-client.js";

/** The scope of a restricted viewer: these teams, and everything that belongs to these users. */
export interface ViewerScope {
  /** User ids, including inactive users. */
  userIds: readonly string[];
  teamIds: readonly string[];
}

/** The scope of a handle. While a query is prepared, it contains placeholders instead of ids. */
type BoundScope = { [Name in keyof ViewerScope]: ViewerScope[Name] | Placeholder };

const scopes = new WeakMap<object, BoundScope>();

/** Returns the scope of a handle; undefined if it reads the whole organization. */
export const scopeOf = (db: Db): BoundScope | undefined => scopes.get(db);

/**
 * Returns a handle whose reads apply the scope; without a scope, returns the handle itself. Transactions started from
 * the handle don't apply the scope: a change checks its own permissions.
 */
export const withScope = (db: Db, scope: BoundScope | undefined): Db => {
  if (!scope) return db;
  const scoped = withClient(db, db.client as Knex.Client);
  scopes.set(scoped, scope);
  return scoped;
};

/** Returns the only user in the viewer's scope, if there is just one: an index by user is then enough. */
export const findOnlyUser = (db: Db): string | undefined => {
  const users = (scopeOf(db) as ViewerScope | undefined)?.userIds;
  return users?.length === 1 ? users[0] : undefined;
};

/** Returns whether something that belongs to the user is in the scope. */
export const isInScope = (scope: ViewerScope | undefined, userId: string): boolean =>
  !scope || scope.userIds.includes(userId);

/** In tests, a hook refuses a scoped viewer's statement without this condition. */
export const SCOPE_MARK = "/* scope */";

/** Lists the condition that something belongs to one of the viewer's users; empty if the viewer sees everything. */
export const listScopeConditions = (db: Db, userColumn: string): Knex.Raw[] => {
  const scope = scopeOf(db);
  return scope ? [db.raw(`${SCOPE_MARK} ?`, [inList(db, userColumn, scope.userIds)])] : [];
};

/** Builds the condition that one of the viewer's users has a row in `table` whose `column` equals `outerColumn`. */
const buildExists = (
  db: Db,
  organizationId: string | Placeholder,
  [table, column]: readonly [table: string, column: string],
  outerColumn: string,
): Knex.Raw =>
  db.raw(
    "EXISTS (SELECT 1 FROM ?? AS visible WHERE visible.organization_id = ? AND ?? = ?? AND ?)",
    [
      table,
      organizationId,
      `visible.${column}`,
      outerColumn,
      ...listScopeConditions(db, "visible.user_id"),
    ],
  );

/** Lists the condition that a recording, by the qualified column of its id, belongs to one of the viewer's users. */
export const listRecordingConditions = (
  db: Db,
  organizationId: string | Placeholder,
  recordingColumn: string,
): Knex.Raw[] =>
  scopeOf(db) ? [buildExists(db, organizationId, ["recordings", "id"], recordingColumn)] : [];

/** For `modify`. */
type Narrowing = (query: Knex.QueryBuilder) => void;

const addConditions =
  (conditions: readonly Knex.Raw[]): Narrowing =>
  (query) => {
    for (const condition of conditions) void query.where(condition);
  };

/** Limits a query to rows that belong to the viewer's users. */
export const withinScope = (db: Db, userColumn: string): Narrowing =>
  addConditions(listScopeConditions(db, userColumn));

/** Limits a query for recordings' data to recordings of the viewer's users. Takes the qualified recording id column. */
export const withinRecordingScope = (
  db: Db,
  organizationId: string | Placeholder,
  recordingColumn: string,
): Narrowing => addConditions(listRecordingConditions(db, organizationId, recordingColumn));

/**
 * Limits a query for clients to those whom the viewer's users met or will meet. Takes the qualified client id column.
 */
export const withinClientScope = (
  db: Db,
  organizationId: string | Placeholder,
  clientColumn: string,
): Narrowing =>
  addConditions(
    scopeOf(db)
      ? [
          db.raw("(? OR ?)", [
            buildExists(db, organizationId, ["recordings", "client_id"], clientColumn),
            buildExists(db, organizationId, ["appointments", "client_id"], clientColumn),
          ]),
        ]
      : [],
  );

/** Limits a query for teams to the viewer's teams. */
export const withinTeamScope = (db: Db, teamColumn: string): Narrowing => {
  const scope = scopeOf(db);
  return addConditions(
    scope ? [db.raw(`${SCOPE_MARK} ?`, [inList(db, teamColumn, scope.teamIds)])] : [],
  );
};
