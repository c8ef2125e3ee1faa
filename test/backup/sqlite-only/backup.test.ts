import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import {
  parseStdout,
  listOrganizationsByCommand,
  ORG_CREATE_ARGS,
  fetchUsersStatus,
  test,
} from "../backup-suite.js";

test("a running server shows when its last backup was made", async (t) => {
  const { program, backup } = t.context;
  const { url } = await program.serve();
  const { internalToken } = JSON.parse(
    readFileSync(join(program.dataDir, "first-organization.json"), "utf8"),
  );
  const find = async () => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${internalToken}` },
      body: JSON.stringify({ query: "{ backupState { lastAt } }" }),
    });
    const { data } = (await response.json()) as {
      data: { backupState: { lastAt: string | null } };
    };
    return data.backupState.lastAt;
  };
  t.is(await find(), null);
  const before = Date.now();
  const { code, stderr } = await program.run(["backup", backup]);
  t.deepEqual([code, stderr], [0, ""]);
  const madeAt = Date.parse((await find())!);
  t.true(madeAt >= before && madeAt <= Date.now());
  writeFileSync(join(program.dataDir, "last-backup"), "");
  t.is(await find(), null, "a killed command left an empty file");
});

test("a running server's backup serves the same data elsewhere", async (t) => {
  const { program, backup } = t.context;
  const serving = await program.serve({ DEBRIEF_FIRST_ORG: "off" });
  const [created] = await program.runAll(ORG_CREATE_ARGS);
  const [first, again, forced] = await program.runAll(
    ["backup", backup, "--json"],
    ["backup", backup],
    ["backup", backup, "--force"],
  );
  t.deepEqual([first!.code, first!.stderr], [0, ""]);
  t.like(parseStdout(first!), {
    file: backup,
    organizations: 1,
    recordings: 0,
    secretKey: "included",
  });
  t.is(statSync(backup).mode & 0o777, 0o600);
  t.is(again!.code, 1);
  t.regex(again!.stderr, /exists already; replace it with --force/);
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
  t.like(parseStdout(restored), { organizations: 1, replaced: null, pending: [] });
  const key = readFileSync(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db.key"), "utf8");
  t.is(key, readFileSync(join(program.dataDir, "debrief.db.key"), "utf8"));
  const bytes = readFileSync(join(elsewhere.DEBRIEF_DATA_DIR, "debrief.db"));
  t.true(readFileSync(backup).includes(key.trim()));
  t.false(bytes.includes(key.trim()), "the key stays in its own file");
  const { url } = await program.serve(elsewhere);
  t.is(await fetchUsersStatus(url, parseStdout(created!).apiKey), 200);
});

test("backup --force replaces a backup, and no other file of the data directory", async (t) => {
  const { program, file } = t.context;
  await program.runAll(ORG_CREATE_ARGS);
  const expected = [
    ["erasures.log", /is the journal of erasures/],
    ["first-organization.json", /is not a backup/],
    ["debrief.db.replaced-20260101T000000000Z", /is the database before a restore/],
  ] as const;
  for (const [name, reason] of expected) {
    const target = join(program.dataDir, name);
    if (name.startsWith("debrief.db")) cpSync(file, target);
    else writeFileSync(target, "2026-01-01T00:00:00.000Z recording x\n");
    const before = readFileSync(target);
    const [refused] = await program.runAll(["backup", target, "--force"]);
    t.deepEqual([refused!.code, refused!.stdout], [1, ""], name);
    t.regex(refused!.stderr, reason);
    t.true(readFileSync(target).equals(before), name);
  }
});

test("a journal of erasures that is another file stops every command", async (t) => {
  const { program, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  cpSync(backup, join(program.dataDir, "erasures.log"));
  const [unreadable] = await program.runAll(["org", "list"]);
  t.is(unreadable!.code, 78);
  t.regex(unreadable!.stderr, /erasures\.log is not a journal of erasures/);
});

test("backup refuses targets that are the database or can't be written", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS);
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
    /no database at/,
    /pg_dump --format=custom --file='.*backup\.db' "\$DATABASE_URL"/,
    /pg_restore --clean --if-exists --no-owner --dbname="\$DATABASE_URL" '.*backup\.db'/,
  ];
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    t.deepEqual([code, stdout], [1, ""]);
    t.regex(stderr, reasons[index]!);
  }
  t.deepEqual(await listOrganizationsByCommand(program), ["Acme"]);
  t.deepEqual(readdirSync(program.directory), ["data"]);
});

test("a backup omits the key set in DEBRIEF_SECRET_KEY; a restore needs it", async (t) => {
  const { program, backup } = t.context;
  const [right, wrong] = ["ab", "cd"].map((byte) => ({ DEBRIEF_SECRET_KEY: byte.repeat(32) }));
  const [, created, refused, none, restored] = await program.runAll(
    [ORG_CREATE_ARGS, right!],
    [["backup", backup, "--json"], right!],
    [["restore", backup], wrong!],
    [["restore", backup], {}],
    [["restore", backup], right!],
  );
  t.is(parseStdout(created!).secretKey, "setting");
  t.regex(created!.stderr, /the backup does not contain DEBRIEF_SECRET_KEY; /);
  t.false(readFileSync(backup).includes(right!.DEBRIEF_SECRET_KEY));
  t.is(refused!.code, 1);
  t.regex(refused!.stderr, /DEBRIEF_SECRET_KEY is not the key/);
  t.is(none!.code, 1);
  t.regex(none!.stderr, /a key that is not in it; set DEBRIEF_SECRET_KEY/);
  t.is(restored!.code, 0);
});

test("a backup contains no erased data", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS);
  // debrief's connections overwrite deleted content with zeros. Files written before that still
  // contain it.
  const db = new Database(file);
  db.pragma("secure_delete = OFF");
  db.prepare("INSERT INTO organizations (id, name, created_at) VALUES (?, ?, 0)").run(
    "gone",
    "canary ".repeat(100),
  );
  db.prepare("DELETE FROM organizations WHERE id = ?").run("gone");
  db.close();
  await program.runAll(["backup", backup]);
  t.true(
    readFileSync(file).includes("canary"),
    "without secure_delete, SQLite leaves the text in the file",
  );
  t.false(readFileSync(backup).includes("canary"));
});

test("backup refuses a damaged database and keeps the older backup", async (t) => {
  const { program, file, backup } = t.context;
  await program.runAll(ORG_CREATE_ARGS, ["backup", backup]);
  const before = readFileSync(backup);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(7, 4096 * 2));
  const [refused] = await program.runAll(["backup", backup, "--force"]);
  t.deepEqual([refused!.code, refused!.stdout], [1, ""]);
  t.regex(refused!.stderr, /^wrote no backup: .*debrief\.db is damaged.*debrief doctor\n$/);
  t.true(readFileSync(backup).equals(before));
  t.deepEqual(readdirSync(program.directory).toSorted(), ["backup.db", "data"]);
});
