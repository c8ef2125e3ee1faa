import type { Knex } from "knex";
import { type Db, dialectOf } from "../engine/connect.js";
import { migrations } from "../migrations/index.js";

/** The database has a migration of a newer debrief. */
export class NewerDatabaseError extends Error {
  constructor(readonly unknown: string[]) {
    super(
      `this database was written by a newer debrief (unknown migration: ${unknown.join(", ")}); use that version or a later one`,
    );
  }
}

// An arbitrary constant, the same in every debrief.
const MIGRATION_LOCK = 7_160_241;

const createMigrationSource = (
  list: typeof migrations,
): Knex.MigrationSource<(typeof migrations)[number]> => ({
  getMigrations: async () => list,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({
    up: migration.up,
    down: async () => {
      throw new Error(`${migration.name} cannot be undone`);
    },
  }),
});

const listAppliedMigrations = async (db: Db): Promise<string[]> => {
  if (!(await db.schema.hasTable("knex_migrations"))) return [];
  const rows = await db("knex_migrations").select("name").orderBy("id");
  return rows.map((row: { name: string }) => row.name);
};

/** Returns the names of the migrations that `migrate` would apply. */
export const listPendingMigrations = async (db: Db, list = migrations): Promise<string[]> => {
  const applied = await listAppliedMigrations(db);
  return list.map((migration) => migration.name).filter((name) => !applied.includes(name));
};

/** Returns the names of migrations in the database that this version lacks. */
export const listUnknownMigrations = async (db: Db, list = migrations): Promise<string[]> => {
  const ownNames = new Set(list.map((migration) => migration.name));
  return (await listAppliedMigrations(db)).filter((name) => !ownNames.has(name));
};

/**
 * Migrates the database to this version's schema, and returns the names of the applied migrations.
 *
 * One transaction holds the lock and all changes: two processes that start together take turns, a killed
 * process leaves no lock behind, and a failed migration leaves the schema unchanged.
 * @throws NewerDatabaseError
 */
export const migrate = async (db: Db, list = migrations): Promise<string[]> =>
  db.transaction(async (trx) => {
    if (dialectOf(trx) === "postgres") {
      // Another process may take long to migrate.
      await trx.raw("SET LOCAL lock_timeout = 0");
      await trx.raw("SELECT pg_advisory_xact_lock(?)", [MIGRATION_LOCK]);
    }
    const newer = await listUnknownMigrations(trx, list);
    if (newer.length > 0) throw new NewerDatabaseError(newer);
    const [, names] = (await trx.migrate.latest({
      migrationSource: createMigrationSource(list),
    })) as [number, string[]];
    return names;
  });
