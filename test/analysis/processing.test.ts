import anyTest, { type TestFn } from "ava";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { migrate } from "../../db/schema/migrate.js";
import { migrations } from "../../db/migrations/index.js";
import { describeProcessing, resolveProcessing } from "../../src/analyzer/processing.js";
import { readConfig } from "../../src/base/config/config.js";
import { createDatabase } from "../helpers/engine/database.js";

const test = anyTest as TestFn<{ db: Knex; remove: () => Promise<void> }>;
const NO_DIRECTORY = "/nowhere";
const DEFAULTS_MIGRATION = "0023-instance-defaults";

test.beforeEach(async (t) => {
  const { url, remove } = await createDatabase();
  t.context = { db: connect(url), remove };
});

test.afterEach.always(async (t) => {
  await t.context.db?.destroy();
  await t.context.remove?.();
});

const resolve = async (db: Knex, env: Record<string, string> = {}) =>
  resolveProcessing(db, readConfig({}, { HOME: NO_DIRECTORY, ...env }, NO_DIRECTORY));

/** Migrates a database that an earlier version used. */
const upgrade = async (db: Knex): Promise<void> => {
  await migrate(
    db,
    migrations.filter(({ name }) => name < DEFAULTS_MIGRATION),
  );
  await db("organizations").insert({ id: "o", name: "Acme", created_at: 0 });
  await migrate(db);
};

test("a new database analyses by rules what debrief itself transcribes", async (t) => {
  const { db } = t.context;
  await migrate(db);
  await db("organizations").insert({ id: "o", name: "Acme", created_at: 0 });
  const processing = await resolve(db);
  t.deepEqual(processing, { transcriber: "embedded", analyzer: "basic", notes: [] });
  t.is(
    describeProcessing(processing),
    "audio is transcribed by debrief itself, transcripts are analysed by rules (DEBRIEF_TRANSCRIBER=embedded, DEBRIEF_ANALYZER=basic)",
  );
});

test("a database without organizations that an earlier version made is new too", async (t) => {
  const { db } = t.context;
  await migrate(
    db,
    migrations.filter(({ name }) => name < DEFAULTS_MIGRATION),
  );
  await migrate(db);
  t.is((await resolve(db)).analyzer, "basic");
});

test("a database with organizations keeps external until DEBRIEF_ANALYZER is set", async (t) => {
  const { db } = t.context;
  await upgrade(db);
  const kept = await resolve(db);
  t.is(kept.analyzer, "external");
  t.deepEqual(kept.notes, [
    "DEBRIEF_ANALYZER is not set: this database keeps external, the default of an earlier version; set it to external, basic or ai",
  ]);
  t.is(
    describeProcessing(kept),
    "calls stay received until your own worker analyses them (DEBRIEF_ANALYZER=external)",
  );
  for (const analyzer of ["basic", "external"])
    t.like(await resolve(db, { DEBRIEF_ANALYZER: analyzer }), { analyzer, notes: [] });
});

test("a transcriber that is set beside external gets one note that names both", async (t) => {
  const { db } = t.context;
  await migrate(db);
  const env = { DEBRIEF_ANALYZER: "external", DEBRIEF_TRANSCRIBER: "embedded" };
  t.deepEqual((await resolve(db, env)).notes, [
    "DEBRIEF_TRANSCRIBER=embedded has no effect with DEBRIEF_ANALYZER=external",
  ]);
});

test("without a transcriber, calls with audio only stay received", (t) => {
  t.is(
    describeProcessing({ transcriber: "none", analyzer: "ai", notes: [] }),
    "transcripts are analysed by your chat model; calls with audio only stay received (DEBRIEF_TRANSCRIBER=none, DEBRIEF_ANALYZER=ai)",
  );
});
