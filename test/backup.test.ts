import "reflect-metadata";
import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import anyTest, { type TestFn } from "ava";
import { connect } from "../db/connect.js";
import { holdAlone } from "../db/alone.js";
import { settleFile } from "../db/backup.js";
import "./helpers/once.js";
import { install, type Installation, type Outcome } from "./helpers/program.js";

const test = anyTest as TestFn<{ program: Installation; file: string; backup: string }>;

test.beforeEach(async (t) => {
  const program = await install();
  t.context = {
    program,
    file: join(program.dataDir, "debrief.db"),
    backup: join(program.directory, "backup.db"),
  };
});

test.afterEach.always((t) => t.context.program.remove());

const BIN = fileURLToPath(new URL("../../bin/debrief.js", import.meta.url));
const ORG = ["org", "create", "Acme", "--json"];
const json = ({ stdout }: Outcome) => JSON.parse(stdout);

const status = async (url: string, apiKey: string): Promise<number> =>
  (await fetch(`${url}/v1/users`, { headers: { "x-api-key": apiKey } })).status;

/** Makes an organization in a process of its own. */
const another = (program: Installation) => {
  const child = spawn(process.execPath, [BIN, "org", "create", "Lost"], {
    env: program.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, stderr }));
  });
  return { child, ended };
};

/** Once the process has the file open, as Linux tells. */
const untilOpen = async (pid: number, file: string): Promise<void> => {
  const links = `/proc/${pid}/fd`;
  const isOpen = (name: string): boolean => {
    try {
      return readlinkSync(join(links, name)) === file;
    } catch {
      return false;
    }
  };
  while (!readdirSync(links).some(isOpen)) await setTimeout(5);
};

const namesIn = async (program: Installation): Promise<string[]> => {
  const [{ stdout, stderr }] = (await program.runAll(["org", "list", "--json"])) as [Outcome];
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).organizations.map(({ name }: { name: string }) => name);
};

test("a backup of a running server, restored elsewhere, serves the same with the same key", async (t) => {
  const { program, backup } = t.context;
  const serving = await program.serve({ DEBRIEF_FIRST_ORG: "off" });
  const [made] = await program.runAll(ORG);
  const [told, again, forced] = await program.runAll(
    ["backup", backup, "--json"],
    ["backup", backup],
    ["backup", backup, "--force"],
  );
  t.deepEqual([told!.code, told!.stderr], [0, ""]);
  t.like(json(told!), { file: backup, organizations: 1, recordings: 0, secretKey: "included" });
  t.is(statSync(backup).mode & 0o777, 0o600);
  t.is(again!.code, 1);
  t.regex(again!.stderr, /is there already; --force/);
  t.is(forced!.code, 0);
  t.regex(forced!.stdout, /backup\.db {2}\d+ bytes {2}[\d.]+ s {2}1 organizations, 0 recordings/);
  t.deepEqual(
    readdirSync(program.directory).filter((name) => name.startsWith("backup")),
    ["backup.db"],
  );
  await serving.stop();
  const elsewhere = { DEBRIEF_DATA_DIR: join(program.directory, "elsewhere") };
  const restored = await program.run(["restore", backup, "--json"], elsewhere);
  t.is(restored.code, 0, restored.stderr);
  t.like(json(restored), { organizations: 1, replaced: null, pending: [] });
  const key = readFileSync(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db.key"), "utf8");
  t.is(key, readFileSync(join(program.dataDir, "debrief.db.key"), "utf8"));
  const bytes = readFileSync(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db"));
  t.true(readFileSync(backup).includes(key.trim()));
  t.false(bytes.includes(key.trim()), "the key stays in its own file");
  const { url } = await program.serve(elsewhere);
  t.is(await status(url, json(made!).apiKey), 200);
});

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

test("a backup is never written over the database, nor where it cannot be", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG);
  const outcomes = await program.runAll(
    ["backup", file, "--force"],
    ["backup", `${file}-wal`, "--force"],
    ["backup", `${file}.key`, "--force"],
    ["backup", program.directory, "--force"],
    ["backup", join(program.directory, "no", "where")],
    [["backup", backup], { DEBRIEF_DATA_DIR: join(program.directory, "empty") }],
    [["backup", backup], { DATABASE_URL: "postgres://localhost/x" }],
    [["restore", backup], { DATABASE_URL: "postgres://localhost/x" }],
  );
  const reasons = [
    /is the database itself/,
    /is the database itself/,
    /is the database itself/,
    /is not a file/,
    /mkdir -p '.*no'/,
    /there is no database at/,
    /pg_dump --format=custom --file='.*backup\.db' "\$DATABASE_URL"/,
    /pg_restore --clean --if-exists --no-owner --dbname="\$DATABASE_URL" '.*backup\.db'/,
  ];
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    t.deepEqual([code, stdout], [1, ""]);
    t.regex(stderr, reasons[index]!);
  }
  t.deepEqual(await namesIn(program), ["Acme"]);
  t.deepEqual(readdirSync(program.directory), ["data"]);
});

test("a key that is a setting is in no backup, and the backup opens under it alone", async (t) => {
  const { program, backup } = t.context;
  const [right, wrong] = ["ab", "cd"].map((byte) => ({ DEBRIEF_SECRET_KEY: byte.repeat(32) }));
  const [, made, refused, none, restored] = await program.runAll(
    [ORG, right!],
    [["backup", backup, "--json"], right!],
    [["restore", backup], wrong!],
    [["restore", backup], {}],
    [["restore", backup], right!],
  );
  t.is(json(made!).secretKey, "setting");
  t.regex(made!.stderr, /DEBRIEF_SECRET_KEY is not in it/);
  t.false(readFileSync(backup).includes(right!.DEBRIEF_SECRET_KEY));
  t.is(refused!.code, 1);
  t.regex(refused!.stderr, /DEBRIEF_SECRET_KEY is not the key/);
  t.is(none!.code, 1);
  t.regex(none!.stderr, /a key that is not in it; set DEBRIEF_SECRET_KEY/);
  t.is(restored!.code, 0);
});

test("nothing that was erased is in a backup", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG);
  const db = connect(`sqlite:${file}`);
  await db("organizations").insert({ id: "gone", name: "canary ".repeat(100), created_at: 0 });
  await db("organizations").where("id", "gone").delete();
  await db.destroy();
  await program.runAll(["backup", backup]);
  t.true(readFileSync(file).includes("canary"), "SQLite leaves it in the file");
  t.false(readFileSync(backup).includes("canary"));
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
  mkdirSync(join(program.directory, "looked-at"));
  t.is(settleFile(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db")).organizations, 2);
});

test("a program that waited for a database while it was replaced does not write to the old one", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG, ["backup", backup]);
  const draft = `${file}.restoring`;
  copyFileSync(backup, draft);
  settleFile(draft);
  const held = holdAlone(file);
  const { child, ended } = another(program);
  await untilOpen(child.pid!, file);
  renameSync(draft, file);
  held.release();
  const { code, stderr } = await ended;
  t.deepEqual([code, stderr], [1, "attempt to write a readonly database\n"]);
  t.deepEqual(await namesIn(program), ["Acme"]);
});
