import type { Knex } from "knex";
import type { Db, Dialect } from "./connect.js";
import { dialectOf } from "./connect.js";
import { limitAsText, type SqliteClient } from "./sqlite.js";

declare const placeholder: unique symbol;

/** Stands for a value while a query is built. It can be bound, and says nothing about the value. */
export type Placeholder = number & { readonly [placeholder]: true };

/** A placeholder for each value that is given, undefined for each that is not. */
export type Placeholders<Values> = {
  [Name in keyof Values]: undefined extends Values[Name] ? Placeholder | undefined : Placeholder;
};

/** Knex takes any number as a limit and as a binding; no value of ours is as high as these. */
const FIRST = Number.MAX_SAFE_INTEGER - 1_000;

/** A text, and where its bindings come from: the value of that name, else the constant. */
interface Shape {
  sql: string;
  names: (string | undefined)[];
  constants: unknown[];
  changes: boolean;
}

type Compiled = Omit<Knex.Sql, "bindings"> & { method: string; bindings: readonly unknown[] };
type Build<Values> = (db: Db, values: Placeholders<Values>) => Knex.QueryBuilder | Knex.Raw;

const READS = new Set(["select", "first", "raw"]);

const compile = <Values>(db: Db, build: Build<Values>, given: string[]): Shape => {
  const values = Object.fromEntries(given.map((name, index) => [name, FIRST + index]));
  const built = build(db, values as Placeholders<Values>).toSQL() as unknown as Compiled;
  const { sql, bindings } =
    dialectOf(db) === "sqlite" ? limitAsText(built.sql, built.bindings) : built;
  return {
    sql,
    names: bindings.map((binding) => given[(binding as number) - FIRST]),
    constants: [...bindings],
    changes: !READS.has(built.method),
  };
};

// Not all at once with a Runner of Knex, which would first build and compile.
const throughPool = async (db: Db, sql: string, bindings: unknown[]): Promise<unknown[]> => {
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

const turns = new WeakMap<object, Promise<unknown>>();

/** A connection of PostgreSQL does one thing after the other, and a transaction has one. */
const inTurn = async <T>({ client, isTransaction }: Db, work: () => Promise<T>): Promise<T> => {
  if (!isTransaction) return work();
  const turn = (turns.get(client as object) ?? Promise.resolve()).then(work);
  turns.set(
    client as object,
    turn.catch(() => {}),
  );
  return turn;
};

/**
 * A query that Knex builds and compiles once, and that runs with its values from then on. `build` gets
 * placeholders: whatever it decides, it decides by which values are given, and there is a text for each
 * such combination. A list is bound as `among` has it. A null is bound as one: compared, it equals nothing.
 *
 * In a transaction it runs there. Outside it reads what has been committed: on a file of SQLite at once
 * and without waiting for a transaction under way. What changes something needs a transaction, and
 * answers with what it returns. Only texts are kept, never rows.
 */
export const prepared = <Values extends object, Row>(
  build: Build<Values>,
): ((db: Db, values: Values) => Promise<Row[]>) => {
  const shapes: Record<Dialect, Map<string, Shape>> = { sqlite: new Map(), postgres: new Map() };
  return async (db, values) => {
    let given = "";
    for (const name in values) if (values[name] !== undefined) given += `${name} `;
    const known = shapes[dialectOf(db)];
    let shape = known.get(given);
    if (!shape) {
      shape = compile(db, build, given.split(" ").slice(0, -1));
      known.set(given, shape);
    }
    const { sql, names, constants, changes } = shape;
    if (changes && !db.isTransaction) throw new Error("a change needs a transaction");
    const bindings = names.map((name, index) =>
      name === undefined ? constants[index] : values[name as keyof Values],
    );
    const rows =
      dialectOf(db) === "sqlite" ? (db.client as SqliteClient).runNow(sql, bindings) : undefined;
    return (rows ?? (await inTurn(db, () => throughPool(db, sql, bindings)))) as Row[];
  };
};
