import type { Db } from "../engine/connect.js";
import { instanceTables, tables } from "./tables.js";

// The target of `debrief copy` is always PostgreSQL.

/** Exists while a copy is incomplete: a retry may delete everything in the database. */
const MARKER_TABLE = "debrief_copy_under_way";

/** Returns whether all tables of the database belong to another program. Returns false without tables. */
export const hasForeignTables = async (db: Db): Promise<boolean> => {
  if (await db.schema.hasTable("knex_migrations")) return false;
  const any = await db("pg_tables").whereRaw("schemaname = current_schema()").first("tablename");
  return any !== undefined;
};

export const isCopying = async (db: Db): Promise<boolean> => db.schema.hasTable(MARKER_TABLE);

/** Empties all tables, and marks the copy as incomplete until `endCopy`. */
export const beginCopy = async (db: Db): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw(
      `CREATE TABLE IF NOT EXISTS ${MARKER_TABLE} (begun_at TIMESTAMPTZ NOT NULL DEFAULT now())`,
    );
    await trx.raw(`TRUNCATE ${[...instanceTables, ...tables].map(({ name }) => name).join(", ")}`);
  });

export const endCopy = async (db: Db): Promise<void> => {
  await db.raw(`DROP TABLE ${MARKER_TABLE}`);
};
