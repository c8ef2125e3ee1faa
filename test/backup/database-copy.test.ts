import "reflect-metadata";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { beginCopy } from "../../db/schema/copy-target.js";
import { upsertMaintenanceMark } from "../../db/engine/maintenance.js";
import { migrate } from "../../db/schema/migrate.js";
import { instanceTables, tables } from "../../db/schema/tables.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { createSchema } from "../../graph/schema.js";
import { readConfig } from "../../src/base/config/config.js";
import { applyEvents } from "../../src/demo/apply-events.js";
import { createStory } from "../../src/demo/story.js";
import { openProgram } from "../../src/program.js";
import { copyTables } from "../../src/upkeep/transfer/copy-tables.js";
import { dialect, createDatabase } from "../helpers/engine/database.js";
import {
  createInstallation,
  type Installation,
  type ProgramResult,
} from "../helpers/server/program.js";

const test = anyTest as TestFn<{
  program: Installation;
  source: string;
  env: Record<string, string>;
}>;

// The first events of the demo story fill every table.
const EVENTS = 60;

test.beforeEach(async (t) => {
  const program = await createInstallation();
  const source = `sqlite:${join(program.directory, "source.db")}`;
  // The source's key is in a file next to it.
  const env = { DATABASE_URL: source, DEBRIEF_SECRET_KEY: "" };
  t.context = { program, source, env };
});

test.afterEach.always((t) => t.context.program.remove());

const fillSource = async (source: string): Promise<void> => {
  const services = await openProgram(readConfig({}, { DATABASE_URL: source }, "/"));
  const { organization } = await services.db.transaction((trx) =>
    createOrganization(trx, services, "Acme"),
  );
  const events = createStory(1, Date.parse("2026-03-02T12:00:00Z")).slice(0, EVENTS);
  await applyEvents(createSchema(), services, organization.id, events);
  // As in a database that an earlier version made.
  await services.db("instance_defaults").insert({ setting: "DEBRIEF_ANALYZER", value: "external" });
  await services.reader.close();
  await services.db.destroy();
};

const countRowsByTable = async (db: Knex): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { name } of [...instanceTables, ...tables])
    found[name] = Number((await db(name).count({ count: "*" }).first())!["count"]);
  return found;
};

test("copy refuses a wrong target, a missing source and a running server", async (t) => {
  const { program, env } = t.context;
  const to = ["--to", "postgres://nobody@127.0.0.1:1/none"];
  const [none, wrong, missing] = await program.runAll(
    [["copy"], env],
    [["copy", "--to", "sqlite:other.db"], env],
    [["copy", ...to], env],
  );
  t.deepEqual([none!.code, wrong!.code, missing!.code], [2, 2, 1]);
  t.regex(missing!.stderr, /no database at/);
  const serving = await program.serve(env);
  const { code, stderr } = await program.run(["copy", ...to], env);
  t.is(code, 1);
  t.regex(stderr, /another process uses .*; stop the server first/);
  await serving.stop();
});

/** Lets rows of organizations wait for `onRows`. A lock in the database would time out on a busy machine. */
const holdRows = (db: Knex, onRows: () => Promise<void>): Knex =>
  new Proxy(db, {
    get: (target, name) =>
      name === "raw"
        ? (sql: string, bindings: Knex.RawBinding[]) =>
            sql.startsWith("INSERT INTO organizations ")
              ? onRows().then(() => target.raw(sql, bindings))
              : target.raw(sql, bindings)
        : (Reflect.get(target, name) as unknown),
  });

if (dialect === "postgres") {
  test("no server can start with a database that is being copied", async (t) => {
    const { program, source, env } = t.context;
    await fillSource(source);
    const [sourceDb, targetDb] = [connect(source), connect(program.databaseUrl)];
    t.teardown(async () => Promise.all([sourceDb.destroy(), targetDb.destroy()]));
    await migrate(targetDb);
    let refused: Promise<ProgramResult> | undefined;
    // The first rows wait until the server gives up.
    const held = holdRows(targetDb, async () => {
      refused ??= program.run(["serve"], env);
      await refused;
    });
    await copyTables(sourceDb, held);
    const { code, stderr } = (await refused)!;
    t.is(code, 1);
    t.regex(stderr, /source\.db: another process is changing it, such as debrief copy/);
  });

  test("no server serves a copy that was interrupted, because the next copy starts over", async (t) => {
    const { program, source, env } = t.context;
    await fillSource(source);
    const copyCommand = ["copy", "--to", program.databaseUrl];
    t.is((await program.run(copyCommand, env)).code, 0);
    const targetDb = connect(program.databaseUrl);
    t.teardown(() => targetDb.destroy());
    await beginCopy(targetDb);
    const key = {
      DEBRIEF_SECRET_KEY: "",
      DEBRIEF_SECRET_KEY_FILE: join(program.directory, "source.db.key"),
    };
    const { code, stderr } = await program.run(["serve"], key);
    t.is(code, 1);
    t.regex(stderr, /DATABASE_URL: this database is an incomplete copy/);
    t.is((await program.run(copyCommand, env)).code, 0);
    await (await program.serve(key)).stop();
  });

  test("copy refuses a database with an interrupted import", async (t) => {
    const { source, program } = t.context;
    await fillSource(source);
    const [sourceDb, targetDb] = [connect(source), connect(program.databaseUrl)];
    t.teardown(async () => Promise.all([sourceDb.destroy(), targetDb.destroy()]));
    await migrate(targetDb);
    await upsertMaintenanceMark(sourceDb, {
      organizationId: "o",
      purpose: "import",
      owner: "gone",
      renewedAt: 0,
    });
    await t.throwsAsync(copyTables(sourceDb, targetDb), {
      message: "the import of organization o was interrupted; run it again, then copy",
    });
  });

  test("copy moves a SQLite database to PostgreSQL, and debrief can serve it", async (t) => {
    const { program, source, env } = t.context;
    await fillSource(source);
    const sourceDb = connect(source);
    const sourceCounts = await countRowsByTable(sourceDb);
    await sourceDb.destroy();
    const copyCommand: [string[], Record<string, string>] = [
      ["copy", "--to", program.databaseUrl, "--json"],
      env,
    ];
    const targetDb = connect(program.databaseUrl);
    t.teardown(() => targetDb.destroy());
    const [copied, again] = await program.runAll(copyCommand, copyCommand);
    t.is(copied!.code, 0, copied!.stderr);
    t.regex(copied!.stderr, /DEBRIEF_SECRET_KEY_FILE=.*source\.db\.key/);
    t.deepEqual(await countRowsByTable(targetDb), sourceCounts);
    t.true(sourceCounts["recordings"]! > 5 && sourceCounts["stat_facts"]! > 0);
    const copiedTables: { table: string; rows: number }[] = JSON.parse(copied!.stdout).tables;
    const { search_rows: searchRows, maintenance: marks, ...otherCounts } = sourceCounts;
    t.deepEqual(
      Object.fromEntries(copiedTables.map(({ table, rows }) => [table, rows])),
      otherCounts,
    );
    t.is(marks, 0);
    t.deepEqual(await targetDb("instance_defaults"), [
      { setting: "DEBRIEF_ANALYZER", value: "external" },
    ]);
    t.true(searchRows! > 5);
    t.deepEqual([again!.code, again!.stdout], [0, copied!.stdout], "compared again");
    const key = join(program.directory, "source.db.key");
    const [list] = await program.runAll([
      ["doctor"],
      { DEBRIEF_SECRET_KEY: "", DEBRIEF_SECRET_KEY_FILE: key },
    ]);
    t.is(list!.code, 0, list!.stdout);
    // The state that a killed copy leaves: some rows, and the marker table.
    await targetDb.raw("CREATE TABLE debrief_copy_under_way (begun_at TIMESTAMPTZ)");
    await targetDb("transcripts").delete();
    const [resumed] = await program.runAll(copyCommand);
    t.deepEqual([resumed!.code, resumed!.stdout], [0, copied!.stdout]);
    await targetDb("users").update({ name: "Somebody else" });
    const [foreign] = await program.runAll(copyCommand);
    t.is(foreign!.code, 1);
    t.regex(
      foreign!.stderr,
      /the target is not empty and not a copy of the source: users differs: \d+ rows/,
    );
  });

  test("copy leaves a PostgreSQL database with other tables unchanged", async (t) => {
    const { program, source, env } = t.context;
    await fillSource(source);
    const { url, remove } = await createDatabase();
    const targetDb = connect(url);
    await targetDb.raw("CREATE TABLE users (id TEXT)");
    const [refused] = await program.runAll([["copy", "--to", url], env]);
    t.is(refused!.code, 1);
    t.regex(refused!.stderr, /the target has other tables/);
    t.deepEqual(await targetDb("pg_tables").where("schemaname", "public").pluck("tablename"), [
      "users",
    ]);
    await targetDb.destroy();
    await remove();
  });
}
