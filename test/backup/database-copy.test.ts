import "reflect-metadata";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { tables } from "../../db/engine/tables.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { createSchema } from "../../graph/schema.js";
import { readConfig } from "../../src/config/config.js";
import { applyEvents } from "../../src/demo/apply-events.js";
import { createStory } from "../../src/demo/story.js";
import { openProgram } from "../../src/program.js";
import { dialect, createDatabase } from "../helpers/database.js";
import { createInstallation, type Installation } from "../helpers/program.js";

const test = anyTest as TestFn<{
  program: Installation;
  source: string;
  env: Record<string, string>;
}>;

// A part of the story has something of everything.
const EVENTS = 60;

test.beforeEach(async (t) => {
  const program = await createInstallation();
  const source = `sqlite:${join(program.directory, "source.db")}`;
  // The key of the source is a file beside it.
  const env = { DATABASE_URL: source, DEBRIEF_SECRET_KEY: "" };
  t.context = { program, source, env };
});

test.afterEach.always((t) => t.context.program.remove());

const tell = async (source: string): Promise<void> => {
  const services = await openProgram(readConfig({}, { DATABASE_URL: source }, "/"));
  const { organization } = await services.db.transaction((trx) =>
    createOrganization(trx, services, "Acme"),
  );
  const events = createStory(1, Date.parse("2026-03-02T12:00:00Z")).slice(0, EVENTS);
  await applyEvents(createSchema(), services, organization.id, events);
  await services.reader.close();
  await services.db.destroy();
};

const counts = async (db: Knex): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { name } of tables)
    found[name] = Number((await db(name).count({ count: "*" }).first())!["count"]);
  return found;
};

test("an unsafe copy is refused", async (t) => {
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

if (dialect === "postgres") {
  test("a SQLite database is copied to PostgreSQL, table by table, and can be served there", async (t) => {
    const { program, source, env } = t.context;
    await tell(source);
    const here = connect(source);
    const wanted = await counts(here);
    await here.destroy();
    const line: [string[], Record<string, string>] = [
      ["copy", "--to", program.databaseUrl, "--json"],
      env,
    ];
    const there = connect(program.databaseUrl);
    t.teardown(() => there.destroy());
    const [copied, again] = await program.runAll(line, line);
    t.is(copied!.code, 0, copied!.stderr);
    t.regex(copied!.stderr, /DEBRIEF_SECRET_KEY_FILE=.*source\.db\.key/);
    t.deepEqual(await counts(there), wanted);
    t.true(wanted["recordings"]! > 5 && wanted["stat_facts"]! > 0);
    const told: { table: string; rows: number }[] = JSON.parse(copied!.stdout).tables;
    const { search_rows: made, ...all } = wanted;
    t.deepEqual(Object.fromEntries(told.map(({ table, rows }) => [table, rows])), all);
    t.true(made! > 5);
    t.deepEqual([again!.code, again!.stdout], [0, copied!.stdout], "compared again");
    const key = join(program.directory, "source.db.key");
    const [list] = await program.runAll([
      ["doctor"],
      { DEBRIEF_SECRET_KEY: "", DEBRIEF_SECRET_KEY_FILE: key },
    ]);
    t.is(list!.code, 0, list!.stdout);
    // As a copy that was killed leaves it: some rows, and the mark of the copy.
    await there.raw("CREATE TABLE debrief_copy_under_way (begun_at TIMESTAMPTZ)");
    await there("transcripts").delete();
    const [anew] = await program.runAll(line);
    t.deepEqual([anew!.code, anew!.stdout], [0, copied!.stdout]);
    await there("users").update({ name: "Somebody else" });
    const [foreign] = await program.runAll(line);
    t.is(foreign!.code, 1);
    t.regex(
      foreign!.stderr,
      /the target is not empty and not a copy of the source: users differs: \d+ rows/,
    );
  });

  test("a PostgreSQL with tables of something else is left alone", async (t) => {
    const { program, source, env } = t.context;
    await tell(source);
    const { url, remove } = await createDatabase();
    const there = connect(url);
    await there.raw("CREATE TABLE users (id TEXT)");
    const [refused] = await program.runAll([["copy", "--to", url], env]);
    t.is(refused!.code, 1);
    t.regex(refused!.stderr, /the target has other tables/);
    t.deepEqual(await there("pg_tables").where("schemaname", "public").pluck("tablename"), [
      "users",
    ]);
    await there.destroy();
    await remove();
  });
}
