import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Db } from "../../../db/engine/connect.js";
import {
  runDoctor,
  assertFindsAndFixes,
  loadOrganizationId,
  USER_ROW,
  program,
  test,
  withDb,
} from "../doctor-suite.js";

test("the doctor finds and repairs an index that lacks a row", async (t) => {
  const { file } = t.context;
  await withDb(t, async (db) =>
    db("users").insert({ ...USER_ROW, organization_id: await loadOrganizationId(db), id: "u" }),
  );
  const selectIndex = "SELECT * FROM sqlite_master WHERE name = 'users_list'";
  const editSchema = (work: (db: Database.Database) => void): void => {
    const db = new Database(file);
    db.unsafeMode();
    db.pragma("writable_schema = ON");
    work(db);
    db.close();
  };
  let row: unknown[] = [];
  editSchema((db) => {
    row = Object.values(db.prepare(selectIndex).get() as object);
    db.exec("DELETE FROM sqlite_master WHERE name = 'users_list'");
  });
  editSchema((db) => db.exec("UPDATE users SET name = 'B'"));
  editSchema((db) => db.prepare("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)").run(row));
  await assertFindsAndFixes(t, {
    integrity: [/row 1 missing from index users_list/, "debrief doctor --repair"],
  });
});

test("the doctor finds a damaged page", async (t) => {
  const { file } = t.context;
  const db = new Database(file);
  const page = db
    .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'clients'")
    .pluck()
    .get();
  db.close();
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, randomBytes(4096), 0, 4096, (Number(page) - 1) * 4096);
  closeSync(descriptor);
  await assertFindsAndFixes(t, {
    integrity: [/./, "debrief restore <your newest backup>"],
  });
});

test("the doctor finds pending migrations", async (t) => {
  const { file } = t.context;
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.close();
  chmodSync(file, 0o600);
  await assertFindsAndFixes(t, { schema: [/pending: 0001-initial/, "debrief migrate"] });
});

test("the doctor finds and repairs dangling references and drifted statistics", async (t) => {
  await withDb(t, async (db) => {
    const owner = { organization_id: await loadOrganizationId(db) };
    await db.raw("PRAGMA foreign_keys = OFF");
    await db("users").insert({ ...USER_ROW, ...owner, id: "u" });
    await db("team_members").insert({
      ...owner,
      team_id: "gone",
      position: 0,
      user_id: "u",
      role: "x",
    });
    await db("appointments").insert({
      ...owner,
      id: "a",
      event_id: "e",
      event_key: "e",
      user_id: "u",
      client_id: "gone",
      start_time: 0,
      reach: 0,
      has_customer: 0,
      metadata: "{}",
      created_at: 0,
      updated_at: 0,
    });
    await db("stat_cells").insert({
      ...owner,
      span: 1,
      day: 20_000,
      template_id: "",
      user_id: "u",
      tally: "7",
    });
  });
  const command = "debrief doctor --repair";
  await assertFindsAndFixes(t, {
    "foreign keys/members": [/1 rows of team_members refer to missing rows of teams/, command],
    "foreign keys/appointments": [
      /1 rows of appointments refer to missing rows of clients/,
      command,
    ],
    statistics: [/wrong for 0 recordings and in 1 buckets/, command],
  });
  await withDb(t, async (db) => {
    t.deepEqual(await db("team_members"), []);
    t.like(await db("appointments").first(), { id: "a", client_id: null });
  });
});

const loadDelivery = async (db: Db) => db("deliveries").first("status", "error");

test("the doctor finds claimed deliveries of a stopped server", async (t) => {
  await withDb(t, async (db) => {
    const owner = { organization_id: await loadOrganizationId(db), event: "recording.processed" };
    const at = Date.now() - 600_000;
    await db("events").insert({ ...owner, id: "e", payload: "", test: 0, position: at * 1000 });
    const claim = { status: "pending", claimed_by: "gone", lease_until: 1 };
    await db("deliveries").insert({
      ...owner,
      ...claim,
      id: "d",
      event_id: "e",
      message_id: "d",
      url: "",
      created_at: at,
    });
  });
  const found = await runDoctor(t);
  t.deepEqual(
    found.map(({ check, fix: command }) => [check, command]),
    [["outbox", "debrief serve"]],
  );
  const { stop } = await program.serve({ DEBRIEF_DATA_DIR: t.context.data });
  await withDb(t, async (db) => {
    while ((await loadDelivery(db)).status === "pending") await setTimeout(10);
    t.is((await loadDelivery(db)).error, "interrupted");
  });
  t.deepEqual(await runDoctor(t), []);
  await stop();
});
