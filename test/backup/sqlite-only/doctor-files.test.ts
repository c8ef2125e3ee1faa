import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { connect } from "../../../db/engine/connect.js";
import { runChecks } from "../../../src/upkeep/doctor/doctor.js";
import { readConfig } from "../../../src/base/config/config.js";
import { createVault } from "../../../src/base/config/vault.js";
import {
  runDoctor,
  assertFindsAndFixes,
  loadOrganizationId,
  test,
  withDb,
} from "../doctor-suite.js";
import { STATS_FORMAT } from "../../../graph/stats/format.js";

test("the doctor finds no problem in a new database and changes nothing", async (t) => {
  const { file } = t.context;
  // A killed server leaves the newest rows in the write-ahead log only.
  const paths = [file, `${file}-wal`];
  let contents: Buffer[] = [];
  await withDb(t, async (db) => {
    await db("organizations").insert({ id: "in-the-log", name: "Later", created_at: 0 });
    await db("stat_formats").insert({ organization_id: "in-the-log", format: STATS_FORMAT });
    contents = paths.map((path) => readFileSync(path));
  });
  for (const [index, path] of paths.entries())
    writeFileSync(path, contents[index]!, { mode: 0o600 });
  t.deepEqual(await runDoctor(t), []);
  for (const [index, path] of paths.entries())
    t.true(readFileSync(path).equals(contents[index]!), path);
});

test("the doctor finds files that other users can access", async (t) => {
  const { data, file } = t.context;
  chmodSync(file, 0o644);
  chmodSync(`${file}.key`, 0o640);
  chmodSync(data, 0o777);
  await assertFindsAndFixes(t, {
    "permissions/file": [
      /debrief\.db is accessible to other users \(mode 644\)/,
      `chmod 600 ${file}*`,
    ],
    "permissions/key": [/\.key is accessible/, `chmod 600 ${file}*`],
    "permissions/directory": [/\(mode 777\)/, `chmod 700 ${data}`],
  });
});

test("the doctor finds the leftovers of a killed restore", async (t) => {
  const { file } = t.context;
  writeFileSync(`${file}.restoring-1234`, "half");
  linkSync(file, `${file}.replaced-1`);
  await assertFindsAndFixes(t, {
    "leftovers/draft": [/restoring-1234/, `rm ${file}.restoring-1234`],
    "leftovers/second": [/is not a copy/, `rm ${file}.replaced-1`],
  });
});

test("the doctor finds a database that isn't in WAL mode", async (t) => {
  const db = new Database(t.context.file);
  db.pragma("journal_mode = DELETE");
  db.close();
  await assertFindsAndFixes(t, { "journal mode": [/no write-ahead log/, "debrief migrate"] });
});

test("the doctor finds and shrinks a large write-ahead log", async (t) => {
  const { file } = t.context;
  const db = new Database(file);
  t.teardown(() => db.close());
  db.pragma("wal_autocheckpoint = 0");
  db.pragma("synchronous = OFF");
  db.exec("CREATE TABLE big (x TEXT)");
  const insert = db.prepare("INSERT INTO big VALUES (?)");
  const text = "x".repeat(1024 * 1024);
  for (let count = 0; count < 66; count += 1) insert.run(text);
  db.exec("DROP TABLE big");
  await assertFindsAndFixes(t, {
    "write-ahead log": [/the write-ahead log has 6\d MiB/, "debrief doctor --repair"],
  });
});

test("the doctor finds a missing key and another database's key", async (t) => {
  const { file } = t.context;
  rmSync(`${file}.key`);
  const command = "debrief restore --key-only <your newest backup>";
  await assertFindsAndFixes(t, { "secret key": [/no key in/, command] });
  writeFileSync(`${file}.key`, `${"ab".repeat(32)}\n`, { mode: 0o600 });
  await assertFindsAndFixes(t, { "secret key": [/is not the key of this database/, command] });
});

test("the doctor finds a clock that is behind and a full disk", async (t) => {
  const { file, data } = t.context;
  const createdAt = Date.parse("2026-03-02T10:00:00Z");
  await withDb(t, async (db) => {
    const owner = { organization_id: await loadOrganizationId(db), id: "c", insights: "{}" };
    await db("clients").insert({ ...owner, created_at: createdAt, updated_at: createdAt });
  });
  const db = connect(`sqlite:${file}`, { readOnly: true });
  t.teardown(() => db.destroy());
  const config = readConfig({}, { HOME: data, DEBRIEF_DATA_DIR: data }, data);
  const listProblems = async (now: number, freeBytes: number): Promise<string[]> =>
    (await runChecks({ db, config, file, now: () => now, freeBytes, repair: false })).flatMap(
      ({ problems }) => problems.map(({ message, fix }) => `${message}; ${fix}`),
    );
  const hour = 3_600_000;
  const [late, full] = [
    await listProblems(createdAt - hour, Infinity),
    await listProblems(createdAt + hour, 1024),
  ];
  t.regex(
    late.join("\n"),
    /^the clock shows 2026-03-02T09.* at 2026-03-02T10.*; timedatectl set-ntp true$/,
  );
  t.regex(full.join("\n"), /^0 MiB are free.*256 MiB are needed.*; du -ah \S+ \| sort -h$/);
  t.deepEqual(await listProblems(createdAt + hour, Infinity), []);
});

test("the doctor names the webhook and the organization whose secret it can't open", async (t) => {
  const { file } = t.context;
  const key = readFileSync(`${file}.key`, "utf8").trim();
  const sealed = createVault(Buffer.from(key, "hex")).seal("whsec_AA==");
  await withDb(t, async (db) => {
    const organization_id = await loadOrganizationId(db);
    const webhook = { organization_id, url: "https://example.com/", source_trigger: "all" };
    const rest = { active: 1, events: "[]", created_at: 0, updated_at: 0 };
    for (const [id, secret] of [
      ["readable", sealed],
      ["unreadable", "v1.other"],
    ])
      await db("webhooks").insert({ ...webhook, ...rest, id, secret });
  });
  const [problem, ...others] = await runDoctor(t);
  t.deepEqual(others, []);
  t.is(problem!.check, "secret key");
  t.is(
    problem!.message,
    "the signing secret of webhook unreadable (https://example.com/) cannot be opened; rotate it in the console or run the mutation",
  );
  t.regex(problem!.fix, /^curl .*rotateWebhookSecret\(id: \\"unreadable\\"\)/);
  await withDb(t, async (db) => {
    await db("webhooks").where("id", "unreadable").delete();
    await db("api_keys").update({ signing_secret: "v1.other" });
  });
  const [own] = await runDoctor(t);
  t.is(
    own!.message,
    "the organization's signing secret cannot be opened; the command replaces its API key too",
  );
  t.regex(own!.fix, /^debrief key refresh \S+$/);
});
