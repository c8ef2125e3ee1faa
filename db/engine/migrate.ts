import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";
import { migrations } from "./migrations/index.js";

/** The database holds a migration that this program does not know: a newer debrief wrote it. */
export class NewerDatabase extends Error {
  constructor(readonly unknown: string[]) {
    super(
      `this database was written by a newer debrief (unknown migration: ${unknown.join(", ")}); use that version or a later one`,
    );
  }
}

// Any constant will do, as long as every debrief uses the same.
const MIGRATION_LOCK = 7_160_241;

const source = (list: typeof migrations): Knex.MigrationSource<(typeof migrations)[number]> => ({
  getMigrations: async () => list,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({
    up: migration.up,
    down: async () => {
      throw new Error(`${migration.name} cannot be undone`);
    },
  }),
});

const applied = async (db: Db): Promise<string[]> => {
  if (!(await db.schema.hasTable("knex_migrations"))) return [];
  const rows = await db("knex_migrations").select("name").orderBy("id");
  return rows.map((row: { name: string }) => row.name);
};

/** The names of the migrations that `migrate` would apply. */
export const pending = async (db: Db, list = migrations): Promise<string[]> => {
  const done = await applied(db);
  return list.map((migration) => migration.name).filter((name) => !done.includes(name));
};

/** The names of migrations in the database that this program does not know. */
export const unknown = async (db: Db, list = migrations): Promise<string[]> => {
  const known = new Set(list.map((migration) => migration.name));
  return (await applied(db)).filter((name) => !known.has(name));
};

/**
 * Brings the database to this program's schema and returns the names of what was applied.
 *
 * One transaction holds the lock and all of the work: two processes that start together take turns, one
 * that dies leaves no lock behind, and a migration that fails leaves the schema as it was.
 * @throws NewerDatabase
 */
export const migrate = async (db: Db, list = migrations): Promise<string[]> =>
  db.transaction(async (trx) => {
    if (dialectOf(trx) === "postgres")
      await trx.raw("SELECT pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
    const newer = await unknown(trx, list);
    if (newer.length > 0) throw new NewerDatabase(newer);
    const [, names] = (await trx.migrate.latest({ migrationSource: source(list) })) as [
      number,
      string[],
    ];
    return names;
  });
