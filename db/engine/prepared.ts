import type { Knex } from "knex";
import type { Db, Dialect } from "./connect.js";
import { dialectOf } from "./connect.js";
import { inlineSingleLimit, type SqliteClient } from "./sqlite.js";
import type { Placeholder, Placeholders } from "./placeholder.js";
import { scopeOf, withScope } from "./viewer-scope.js";

/** Knex accepts any number as a limit or a binding; no real value is this high. */
const FIRST_PLACEHOLDER = Number.MAX_SAFE_INTEGER - 1_000;

/** SQL and the source of each binding: the value of that name, else the constant. */
interface CompiledStatement {
  sql: string;
  names: (string | undefined)[];
  constants: unknown[];
  isChange: boolean;
}

type KnexStatement = Omit<Knex.Sql, "bindings"> & { method: string; bindings: readonly unknown[] };
type BuildQuery<Values> = (db: Db, values: Placeholders<Values>) => Knex.QueryBuilder | Knex.Raw;

const READ_METHODS = new Set(["select", "first", "raw"]);

const compileStatement = <Values>(
  db: Db,
  build: BuildQuery<Values>,
  valueNames: string[],
): CompiledStatement => {
  const values = Object.fromEntries(
    valueNames.map((name, index) => [name, (FIRST_PLACEHOLDER + index) as Placeholder]),
  );
  const { scopeUserIds: userIds, scopeTeamIds: teamIds } = values;
  const handle = userIds && teamIds ? withScope(db, { userIds, teamIds }) : db;
  const built = build(handle, values as Placeholders<Values>).toSQL() as unknown as KnexStatement;
  const { sql, bindings } =
    dialectOf(db) === "sqlite" ? inlineSingleLimit(built.sql, built.bindings) : built;
  return {
    sql,
    names: bindings.map((binding) => valueNames[(binding as number) - FIRST_PLACEHOLDER]),
    constants: [...bindings],
    isChange: !READ_METHODS.has(built.method),
  };
};

// Knex's Runner would build and compile the query again.
const runThroughPool = async (db: Db, sql: string, bindings: unknown[]): Promise<unknown[]> => {
  const client = db.client as Knex.Client & {
    query: (connection: unknown, query: object) => Promise<{ response: unknown }>;
  };
  const connection: unknown = await client.acquireConnection();
  try {
    const { response } = await client.query(connection, { sql, bindings });
    return Array.isArray(response) ? response : ((response as { rows?: unknown[] }).rows ?? []);
  } finally {
    await client.releaseConnection(connection);
  }
};

const lastTurns = new WeakMap<object, Promise<unknown>>();

/** Runs statements of a transaction in turn: its PostgreSQL connection runs one at a time. */
const runInTurn = async <T>({ client, isTransaction }: Db, work: () => Promise<T>): Promise<T> => {
  if (!isTransaction) return work();
  const turn = (lastTurns.get(client as object) ?? Promise.resolve()).then(work);
  lastTurns.set(
    client as object,
    turn.catch(() => {}),
  );
  return turn;
};

/**
 * Prepares a query that Knex builds and compiles once per combination of defined values. `build` receives
 * placeholders, so it can only branch on which values are defined. Bind lists with `inList`. A null is bound as
 * NULL, which equals nothing.
 *
 * In a transaction, the query runs there. Outside, it reads committed data; on a SQLite file it runs at once,
 * without waiting for the current transaction. A change requires a transaction, and returns the rows of
 * RETURNING. Only SQL is cached, never rows.
 */
export const prepareQuery = <Values extends object, Row>(
  build: BuildQuery<Values>,
): ((db: Db, values: Values) => Promise<Row[]>) => {
  const statements: Record<Dialect, Map<string, CompiledStatement>> = {
    sqlite: new Map(),
    postgres: new Map(),
  };
  return async (db, callerValues) => {
    const scope = scopeOf(db);
    const values: Values = scope
      ? { ...callerValues, scopeUserIds: scope.userIds, scopeTeamIds: scope.teamIds }
      : callerValues;
    let key = "";
    for (const name in values) if (values[name] !== undefined) key += `${name} `;
    const cache = statements[dialectOf(db)];
    let statement = cache.get(key);
    if (!statement) {
      statement = compileStatement(db, build, key.split(" ").slice(0, -1));
      cache.set(key, statement);
    }
    const { sql, names, constants, isChange } = statement;
    if (isChange && !db.isTransaction) throw new Error("a change needs a transaction");
    const bindings = names.map((name, index) =>
      name === undefined ? constants[index] : values[name as keyof Values],
    );
    const rows =
      dialectOf(db) === "sqlite" ? (db.client as SqliteClient).runNow(sql, bindings) : undefined;
    return (rows ?? (await runInTurn(db, () => runThroughPool(db, sql, bindings)))) as Row[];
  };
};
