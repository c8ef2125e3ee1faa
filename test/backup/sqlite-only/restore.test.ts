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
import { holdAlone } from "../db/alone.js";
import { settleFile } from "../db/backup.js";
import { connect } from "../db/connect.js";
import { prepareConnection } from "../db/sqlite.js";
import { replace } from "../src/backup/replace.js";
import { json, namesIn, ORG, status, test } from "./helpers/backed-up.js";

test("restore keeps what it replaces, with what only the log held, and can be undone", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG, ["backup", backup]);
  const serving = await program.serve();
  await program.runAll(["org", "create", "Later"]);
  const refused = await program.run(["restore", backup]);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /another process uses .*debrief\.db; stop the server first/);
  t.is(await status(serving.url, "x"), 401, "it serves on");
  serving.child.kill("SIGKILL");
  await serving.ended;
  t.true(statSync(`${file}-wal`).size > 0);
  const restored = await program.run(["restore", backup]);
  t.is(restored.code, 0, restored.stderr);
  const undo = /to undo: debrief restore '(.*)'\n/.exec(restored.stderr)![1]!;
  t.deepEqual(await namesIn(program), ["Acme"]);
  t.true(undo.startsWith(`${file}.replaced-`));
  const undone = await program.run(["restore", undo, "--json"]);
  t.is(undone.code, 0, undone.stderr);
  t.deepEqual(await namesIn(program), ["Acme", "Later"]);
  t.true(existsSync(json(undone).replaced));
});

test("nobody is signed in after a restore, and no set-up link holds", async (t) => {
  const { program, backup, file } = t.context;
  await program.runAll(ORG, ["admin", "link"]);
  const made = await program.run(
    ["admin", "create", "Acme", "dana@example.com"],
    {},
    "a password of her own\n",
  );
  t.is(made.code, 0, made.stderr);
  await program.runAll(["admin", "link"]);
  const serving = await program.serve();
  const signedIn = await fetch(`${serving.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: serving.url },
    body: JSON.stringify({
      query: `mutation { signIn(email: "dana@example.com", password: "a password of her own") { role } }`,
    }),
  });
  t.is(signedIn.status, 200);
  const rows = () => {
    const db = new Database(file, { readonly: true });
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    const found = ["admins", "sessions", "setup_links"].map(count);
    db.close();
    return found;
  };
  t.deepEqual(rows(), [1, 1, 1]);
  await program.runAll(["backup", backup]);
  serving.child.kill();
  await serving.ended;
  t.is((await program.run(["restore", backup])).code, 0);
  t.deepEqual(rows(), [1, 0, 0]);
});

test("a file that is no whole backup is refused before anything is touched", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG, ["backup", backup]);
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
  const seen = () => [
    hash("sha256", readFileSync(file)),
    readdirSync(program.dataDir).filter((name) => !/-(wal|shm)$/.test(name)),
  ];
  const before = seen();
  const outcomes = await program.runAll(
    ["restore", cut!],
    ["restore", other!],
    ["restore", newer!],
    ["restore", join(program.directory, "nothing")],
  );
  const reasons = [
    /cut is damaged/,
    /other is damaged or no database/,
    /newer debrief.*9999-later/,
    /no file/,
  ];
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    t.deepEqual([code, stdout], [1, ""]);
    t.regex(stderr, reasons[index]!);
    t.regex(stderr, /^[^\n]+\n$/);
  }
  t.deepEqual(seen(), before);
});

test("a damaged database is replaced, and kept as it was with its log", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG, ["backup", backup]);
  writeFileSync(file, "no database\n".repeat(1000));
  writeFileSync(`${file}-wal`, "its log");
  const restored = await program.run(["restore", backup, "--json"]);
  t.is(restored.code, 0, restored.stderr);
  const { replaced } = json(restored);
  t.regex(readFileSync(replaced, "utf8"), /^no database/);
  t.is(readFileSync(`${replaced}-wal`, "utf8"), "its log");
  t.deepEqual(await namesIn(program), ["Acme"]);
});

test("a copy of a database that has its newest part in the log is restored whole", async (t) => {
  const { program, file } = t.context;
  await program.runAll(ORG);
  const db = connect(`sqlite:${file}`);
  await db("organizations").insert({ id: "in-the-log", name: "Later", created_at: Date.now() });
  const copy = join(program.directory, "copy.db");
  for (const end of ["", "-wal", ".key"]) copyFileSync(file + end, copy + end);
  await db.destroy();
  const elsewhere = { DEBRIEF_DATA_DIR: join(program.directory, "elsewhere") };
  t.is((await program.run(["restore", copy], elsewhere)).code, 0);
  t.is(settleFile(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db")).organizations, 2);
});

test("who waited for a database while it was replaced cannot write to the old one", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG, ["backup", backup]);
  const draft = `${file}.restoring`;
  copyFileSync(backup, draft);
  settleFile(draft);
  const held = holdAlone(file);
  const late = new Database(file);
  renameSync(draft, file);
  held.release();
  const { code } = t.throws(() => prepareConnection(late)) as Error & { code?: string };
  late.close();
  t.is(code, "SQLITE_READONLY_DBMOVED");
  t.deepEqual(await namesIn(program), ["Acme"]);
});

test("the key alone is brought back, if it is the one", async (t) => {
  const { program, file, backup } = t.context;
  const other = { DEBRIEF_DATA_DIR: join(program.directory, "other") };
  await program.runAll(ORG, ["backup", backup], [ORG, other]);
  rmSync(`${file}.key`);
  const [wrong, right] = await program.runAll(
    [["restore", "--key", backup], other],
    ["restore", "--key", backup],
  );
  t.is(wrong!.code, 1);
  t.regex(wrong!.stderr, /is not the one that .*other.* was written with/);
  t.is(right!.code, 0);
  t.is(statSync(`${file}.key`).mode & 0o777, 0o600);
  t.deepEqual(await namesIn(program), ["Acme"]);
});

test("the log of the replaced database stays with it, and is not applied to the new one", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG, ["backup", backup]);
  // As a killed server leaves it: its newest is in the log alone.
  const left = join(program.directory, "left.db");
  const db = connect(`sqlite:${file}`);
  await db("organizations").insert({ id: "in-the-log", name: "Later", created_at: Date.now() });
  for (const end of ["", "-wal"]) copyFileSync(file + end, left + end);
  await db.destroy();
  const draft = `${left}.restoring`;
  copyFileSync(backup, draft);
  settleFile(draft);
  const replaced = replace(left, draft, false, Date.now())!;
  t.false(existsSync(`${left}-wal`));
  t.is(settleFile(left).organizations, 1);
  t.is(settleFile(replaced).organizations, 2);
});
