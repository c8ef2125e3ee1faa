import type { Knex } from "knex";
import type { Db } from "./connect.js";
import { inList } from "./in-list.js";
import type { Placeholder } from "./placeholder.js";
import { withClient } from "./with-client.js";

/** What a viewer sees who doesn't see everything: all that belongs to these users, and these teams. */
export interface ViewerScope {
  /** Ids of users, those of inactive ones included. */
  userIds: readonly string[];
  teamIds: readonly string[];
}

/** The scope of a handle. While a query is prepared, it has placeholders instead of ids. */
type BoundScope = { [Name in keyof ViewerScope]: ViewerScope[Name] | Placeholder };

const scopes = new WeakMap<object, BoundScope>();

/** Returns the scope of a handle; undefined where it reads everything of the organization. */
export const scopeOf = (db: Db): BoundScope | undefined => scopes.get(db);

/**
 * Returns a handle whose reads are narrowed to the scope; without one, the handle itself. A transaction that the handle
 * begins isn't narrowed: a change checks what it changes.
 */
export const withScope = (db: Db, scope: BoundScope | undefined): Db => {
  if (!scope) return db;
  const scoped = withClient(db, db.client as Knex.Client);
  scopes.set(scoped, scope);
  return scoped;
};

/** Returns the one user to whom the viewer is narrowed: an index by user then answers for the viewer. */
export const findOnlyUser = (db: Db): string | undefined => {
  const users = (scopeOf(db) as ViewerScope | undefined)?.userIds;
  return users?.length === 1 ? users[0] : undefined;
};

/** Returns whether something that belongs to the user is in the scope. */
export const isInScope = (scope: ViewerScope | undefined, userId: string): boolean =>
  !scope || scope.userIds.includes(userId);

/** In tests, a hook refuses a narrowed viewer's statement without it. */
export const SCOPE_MARK = "/* scope */";

/** Lists the condition that something belongs to one of the viewer's users; none where the viewer sees everything. */
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

/** Narrows a query to what belongs to the viewer's users. */
export const withinScope = (db: Db, userColumn: string): Narrowing =>
  addConditions(listScopeConditions(db, userColumn));

/** Narrows a query of what recordings have, by the qualified column of their ids, to those of the viewer's users. */
export const withinRecordingScope = (
  db: Db,
  organizationId: string | Placeholder,
  recordingColumn: string,
): Narrowing => addConditions(listRecordingConditions(db, organizationId, recordingColumn));

/** Narrows a query of clients, by the qualified column of their ids, to those whom the viewer's users met or will meet. */
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

/** Narrows a query of teams to the viewer's. */
export const withinTeamScope = (db: Db, teamColumn: string): Narrowing => {
  const scope = scopeOf(db);
  return addConditions(
    scope ? [db.raw(`${SCOPE_MARK} ?`, [inList(db, teamColumn, scope.teamIds)])] : [],
  );
};
