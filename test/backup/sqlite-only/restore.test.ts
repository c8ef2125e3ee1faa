import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { acquireExclusiveLock } from "../../../db/engine/exclusive-lock.js";
import { prepareRestoredFile } from "../../../db/schema/backup.js";
import { connect } from "../../../db/engine/connect.js";
import { configureConnection } from "../../../db/engine/sqlite.js";
import { replaceDatabase } from "../../../src/upkeep/backup/replace-database.js";
import {
  parseStdout,
  listOrganizationsByCommand,
  ORG_CREATE_ARGS,
  fetchUsersStatus,
  test,
} from "../backup-suite.js";

test("a restore can be undone, with the changes in the write-ahead log", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  const serving = await program.serve();
  await program.runAll(["org", "create", "Later"]);
  const refused = await program.run(["restore", backup]);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /another process uses .*debrief\.db; stop the server first/);
  t.is(await fetchUsersStatus(serving.url, "x"), 401, "the server keeps serving");
  serving.child.kill("SIGKILL");
  await serving.ended;
  t.true(statSync(`${file}-wal`).size > 0);
  const restored = await program.run(["restore", backup]);
  t.is(restored.code, 0, restored.stderr);
  const undo = /to undo: debrief restore '(.*)'\n/.exec(restored.stderr)![1]!;
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme"]);
  t.true(undo.startsWith(`${file}.replaced-`));
  const undone = await program.run(["restore", undo, "--json"]);
  t.is(undone.code, 0, undone.stderr);
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme", "Later"]);
  t.true(existsSync(parseStdout(undone).replaced));
});

test("a restore ends all sessions and setup links", async (t) => {
  const { program, backup, file } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["admin", "setup-link"]);
  const adminCreated = await program.run(
    ["admin", "create", "Acme", "dana@example.com"],
    {},
    "a password of her own\n",
  );
  t.is(adminCreated.code, 0, adminCreated.stderr);
  await program.runAll(["admin", "setup-link"]);
  const serving = await program.serve();
  const signedIn = await fetch(`${serving.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: serving.url },
    body: JSON.stringify({
      query: `mutation { signIn(email: "dana@example.com", password: "a password of her own") { role } }`,
    }),
  });
  t.is(signedIn.status, 200);
  const countRows = () => {
    const db = new Database(file, { readonly: true });
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    const found = ["accounts", "sessions", "setup_links"].map(count);
    db.close();
    return found;
  };
  t.deepEqual(countRows(), [1, 1, 1]);
  await program.runAll(["backup", backup]);
  serving.child.kill();
  await serving.ended;
  t.is((await program.run(["restore", backup])).code, 0);
  t.deepEqual(countRows(), [1, 0, 0]);
});

test("restore refuses a damaged or foreign file and changes nothing", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  const [cut, other, newer] = ["cut", "other", "newer"].map((name) =>
    join(program.directory, name),
  );
  const bytes = readFileSync(backup);
  writeFileSync(cut!, bytes.subarray(0, bytes.length / 2));
  writeFileSync(other!, "no database\n".repeat(1000));
  copyFileSync(backup, newer!);
  const db = connect(`sqlite:${newer}`);
  await db("knex_migrations").insert({ name: "9999-later", batch: 2 });
  await db.destroy();
  const snapshotFiles = () => [
    hash("sha256", readFileSync(file)),
    readdirSync(program.dataDir).filter((name) => !/-(wal|shm)$/.test(name)),
  ];
  const before = snapshotFiles();
  const outcomes = await program.runAll(
    ["restore", cut!],
    ["restore", other!],
    ["restore", newer!],
    ["restore", join(program.directory, "nothing")],
  );
  const reasons = [
    /cut is damaged/,
    /other is damaged or not a database/,
    /newer debrief.*9999-later/,
    /no file/,
  ];
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    t.deepEqual([code, stdout], [1, ""]);
    t.regex(stderr, reasons[index]!);
    t.regex(stderr, /^[^\n]+\n$/);
  }
  t.deepEqual(snapshotFiles(), before);
});

test("restore replaces a damaged database and keeps it with its log", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  writeFileSync(file, "no database\n".repeat(1000));
  writeFileSync(`${file}-wal`, "its log");
  const restored = await program.run(["restore", backup, "--json"]);
  t.is(restored.code, 0, restored.stderr);
  const { replaced } = parseStdout(restored);
  t.regex(readFileSync(replaced, "utf8"), /^no database/);
  t.is(readFileSync(`${replaced}-wal`, "utf8"), "its log");
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme"]);
});

test("restore includes the write-ahead log of a database copied by hand", async (t) => {
  const { program, file } = t.context;
  await program.runAll(ORG_CREATE_ARGS);
  const db = connect(`sqlite:${file}`);
  await db("organizations").insert({ id: "in-the-log", name: "Later", created_at: Date.now() });
  const copy = join(program.directory, "copy.db");
  for (const end of ["", "-wal", ".key"]) copyFileSync(file + end, copy + end);
  await db.destroy();
  const elsewhere = { DEBRIEF_DATA_DIR: join(program.directory, "elsewhere") };
  t.is((await program.run(["restore", copy], elsewhere)).code, 0);
  t.is(prepareRestoredFile(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db")).organizations, 2);
});

test("the write-ahead log of an earlier copy doesn't harm a backup of the same name", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS);
  const writing = new Database(file);
  writing.exec("UPDATE organizations SET name = 'Copied'");
  copyFileSync(file, backup);
  copyFileSync(`${file}-wal`, `${backup}-wal`);
  const log = readFileSync(`${backup}-wal`);
  writing.close();
  await program.runAll(["org", "create", "Later"], ["backup", backup, "--force"]);
  t.false(existsSync(`${backup}-wal`));
  // As after a kill between the backup's rename and the deletion, or with a backup of an earlier version.
  writeFileSync(`${backup}-wal`, log);
  const restored = await program.run(["restore", backup]);
  t.is(restored.code, 0, restored.stderr);
  t.deepEqual(await listOrganizationsByCommand(program), ["Copied", "Later"]);
});

test("a connection opened before a restore can't write to the replaced database", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  const draft = `${file}.restoring`;
  copyFileSync(backup, draft);
  prepareRestoredFile(draft);
  const held = acquireExclusiveLock(file);
  const late = new Database(file);
  renameSync(draft, file);
  held.release();
  const { code } = t.throws(() => configureConnection(late)) as Error & { code?: string };
  late.close();
  t.is(code, "SQLITE_READONLY_DBMOVED");
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme"]);
});

test("restore --key-only restores the key only if it fits the database", async (t) => {
  const { program, file, backup } = t.context;
  const other = { DEBRIEF_DATA_DIR: join(program.directory, "other") };
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup], [ORG_CREATE_ARGS, other]);
  rmSync(`${file}.key`);
  const [wrong, right] = await program.runAll(
    [["restore", "--key-only", backup], other],
    ["restore", "--key-only", backup],
  );
  t.is(wrong!.code, 1);
  t.regex(wrong!.stderr, /is not the key of .*other/);
  t.is(right!.code, 0);
  t.is(statSync(`${file}.key`).mode & 0o777, 0o600);
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme"]);
});

test("the replaced database keeps its write-ahead log; the new one ignores it", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  // A killed server leaves the newest rows in the write-ahead log only.
  const leftDb = join(program.directory, "left.db");
  const db = connect(`sqlite:${file}`);
  await db("organizations").insert({ id: "in-the-log", name: "Later", created_at: Date.now() });
  for (const end of ["", "-wal"]) copyFileSync(file + end, leftDb + end);
  await db.destroy();
  const draft = `${leftDb}.restoring`;
  copyFileSync(backup, draft);
  prepareRestoredFile(draft);
  const replaced = replaceDatabase(leftDb, draft, false, Date.now())!;
  t.false(existsSync(`${leftDb}-wal`));
  t.is(prepareRestoredFile(leftDb).organizations, 1);
  t.is(prepareRestoredFile(replaced).organizations, 2);
});
