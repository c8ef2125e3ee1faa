import type { Db } from "./connect.js";
import { tables } from "./tables.js";

// The target of `debrief copy`, which is PostgreSQL.

/** There while a copy is not complete: what is in the database is the copy's to remove. */
const MARK = "debrief_copy_under_way";

/** Whether the database has tables, and none of them is debrief's. */
export const isForeign = async (db: Db): Promise<boolean> => {
  if (await db.schema.hasTable("knex_migrations")) return false;
  const any = await db("pg_tables").whereRaw("schemaname = current_schema()").first("tablename");
  return any !== undefined;
};

export const isCopying = async (db: Db): Promise<boolean> => db.schema.hasTable(MARK);

/** Empties the tables, and says so until `endCopy`. */
export const beginCopy = async (db: Db): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw(
      `CREATE TABLE IF NOT EXISTS ${MARK} (begun_at TIMESTAMPTZ NOT NULL DEFAULT now())`,
    );
    await trx.raw(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`);
  });

export const endCopy = async (db: Db): Promise<void> => {
  await db.raw(`DROP TABLE ${MARK}`);
};
