import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { migrate, NewerDatabaseError, listPendingMigrations } from "../../db/schema/migrate.js";
import { type Migration, migrations } from "../../db/migrations/index.js";
import { startChildJob } from "../helpers/engine/child-job.js";
import { dialect, createDatabase } from "../helpers/engine/database.js";
import { createInstallation } from "../helpers/server/program.js";

const test = anyTest as TestFn<{ url: string; db: Knex; remove: () => Promise<void> }>;

test.beforeEach(async (t) => {
  const { url, remove } = await createDatabase();
  t.context = { url, db: connect(url), remove };
});

test.afterEach.always(async (t) => {
  await t.context.db.destroy();
  await t.context.remove();
});

const names = migrations.map(({ name }) => name);

const buildMigration = (table: string): Migration => ({
  name: `9001-${table}`,
  up: async (knex) => {
    await knex.raw(`CREATE TABLE ${table} (id TEXT PRIMARY KEY)`);
    await knex.raw(`INSERT INTO ${table} VALUES ('x')`);
  },
});

const failingMigration: Migration = {
  name: "9002-fails",
  up: async (knex) => {
    await knex.raw("CREATE TABLE half_done (id TEXT)");
    await knex.raw("ALTER TABLE users ADD COLUMN half_done TEXT");
    await knex.raw("DROP INDEX users_list");
    await knex.raw("INSERT INTO no_such_table VALUES (1)");
  },
};

const schemaQueries =
  dialect === "sqlite"
    ? ["SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"]
    : [
        `SELECT table_name, column_name, data_type, is_nullable, column_default
         FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1, 2",
      ];

/** Returns the whole schema: everything that a migration can change. */
const readSchema = async (db: Knex): Promise<unknown[]> =>
  Promise.all(
    schemaQueries.map(async (sql) => {
      const result = await db.raw(sql);
      return dialect === "sqlite" ? result : result.rows;
    }),
  );

const listApplied = async (db: Knex): Promise<string[]> =>
  db("knex_migrations").orderBy("id").pluck("name");

test("an empty database gets every migration, and a second run changes nothing", async (t) => {
  const { db } = t.context;
  t.deepEqual(await listPendingMigrations(db), names);
  t.deepEqual(await migrate(db), names);
  t.deepEqual(await listPendingMigrations(db), []);
  const schema = await readSchema(db);
  t.deepEqual(await migrate(db), []);
  t.deepEqual(await readSchema(db), schema);
  t.deepEqual(await listApplied(db), names);
});

test("an older database gets only the missing migrations", async (t) => {
  const { db } = t.context;
  await migrate(db);
  const list = [...migrations, buildMigration("next_things")];
  t.deepEqual(await listPendingMigrations(db, list), ["9001-next_things"]);
  t.deepEqual(await migrate(db, list), ["9001-next_things"]);
  t.deepEqual(await listPendingMigrations(db, list), []);
  t.deepEqual(await db("next_things").pluck("id"), ["x"]);
});

test("migrate refuses a newer database, names its unknown migrations and changes nothing", async (t) => {
  const { db } = t.context;
  await migrate(db, [...migrations, buildMigration("next_things"), buildMigration("later_things")]);
  const schema = await readSchema(db);
  const error = await t.throwsAsync(migrate(db, [...migrations, buildMigration("other_things")]), {
    instanceOf: NewerDatabaseError,
  });
  t.deepEqual(error.unknown, ["9001-next_things", "9001-later_things"]);
  t.regex(error.message, /9001-next_things, 9001-later_things/);
  t.deepEqual(await readSchema(db), schema);
});

test("a failed migration rolls back the whole run, and the next run works", async (t) => {
  const { db } = t.context;
  await migrate(db);
  const schema = await readSchema(db);
  await t.throwsAsync(
    migrate(db, [...migrations, buildMigration("next_things"), failingMigration]),
    {
      message: /no_such_table/,
    },
  );
  t.deepEqual(await readSchema(db), schema);
  t.deepEqual(await listApplied(db), names);
  const list = [...migrations, buildMigration("next_things")];
  t.deepEqual(await migrate(db, list), ["9001-next_things"]);
});

test("a first migration that fails leaves an empty database", async (t) => {
  const { db } = t.context;
  const schema = await readSchema(db);
  await t.throwsAsync(migrate(db, [...migrations, failingMigration]), { message: /no_such_table/ });
  t.deepEqual(await readSchema(db), schema);
  t.deepEqual(await migrate(db), names);
});

test("a process killed during a migration leaves no partial schema and no lock", async (t) => {
  const { url, db } = t.context;
  await migrate(db);
  const schema = await readSchema(db);
  const { child, begun, ended } = startChildJob("hang", url);
  await begun;
  child.kill("SIGKILL");
  await ended;
  t.deepEqual(await migrate(db, [...migrations, buildMigration("next_things")]), [
    "9001-next_things",
  ]);
  await db.raw("DROP TABLE next_things");
  t.deepEqual(await readSchema(db), schema);
});

test("processes that start together migrate once", async (t) => {
  const installation = await createInstallation();
  t.teardown(installation.remove);
  const env = { DEBRIEF_SECRET_KEY: "ab".repeat(32) };
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => installation.run(["migrate"], env)),
  );
  t.deepEqual(
    outcomes.map(({ code, stderr }) => [code, stderr]),
    outcomes.map(() => [0, "the database is up to date\n"]),
  );
  const db = connect(installation.databaseUrl);
  t.teardown(() => db.destroy());
  t.deepEqual(await listApplied(db), names);
});
