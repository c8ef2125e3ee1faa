import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { connect } from "../db/connect.js";
import { examine } from "../src/checks.js";
import { readConfig } from "../src/config.js";
import { doctor, findsAndMends, idOf, test, withDb } from "./helpers/defects.js";

test("nothing is wrong with a new database, and nothing is changed by looking", async (t) => {
  const { file } = t.context;
  // As a killed server leaves it: its newest is in the log alone.
  const both = [file, `${file}-wal`];
  let left: Buffer[] = [];
  await withDb(t, async (db) => {
    await db("organizations").insert({ id: "in-the-log", name: "Later", created_at: 0 });
    left = both.map((path) => readFileSync(path));
  });
  for (const [index, path] of both.entries()) writeFileSync(path, left[index]!, { mode: 0o600 });
  t.deepEqual(await doctor(t), []);
  for (const [index, path] of both.entries()) t.true(readFileSync(path).equals(left[index]!), path);
});

test("files that are open to others", async (t) => {
  const { data, file } = t.context;
  chmodSync(file, 0o644);
  chmodSync(`${file}.key`, 0o640);
  chmodSync(data, 0o777);
  await findsAndMends(t, {
    "permissions/file": [/debrief\.db is open to others \(mode 644\)/, `chmod 600 ${file}*`],
    "permissions/key": [/\.key is open/, `chmod 600 ${file}*`],
    "permissions/directory": [/\(mode 777\)/, `chmod 700 ${data}`],
  });
});

test("what a restore that was killed has left", async (t) => {
  const { file } = t.context;
  writeFileSync(`${file}.restoring-1234`, "half");
  linkSync(file, `${file}.replaced-1`);
  await findsAndMends(t, {
    "leftovers/draft": [/restoring-1234/, `rm ${file}.restoring-1234`],
    "leftovers/second": [/is no copy/, `rm ${file}.replaced-1`],
  });
});

test("a database that is out of WAL", async (t) => {
  const db = new Database(t.context.file);
  db.pragma("journal_mode = DELETE");
  db.close();
  await findsAndMends(t, { "journal mode": [/no write-ahead log/, "debrief migrate"] });
});

test("a log that has grown", async (t) => {
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
  await findsAndMends(t, { log: [/the write-ahead log has 6\d MiB/, "debrief doctor --repair"] });
});

test("a key that is missing, and one that is another's", async (t) => {
  const { file } = t.context;
  rmSync(`${file}.key`);
  const command = "debrief restore --key <your newest backup>";
  await findsAndMends(t, { "secret key": [/there is no key/, command] });
  writeFileSync(`${file}.key`, `${"ab".repeat(32)}\n`, { mode: 0o600 });
  await findsAndMends(t, { "secret key": [/is not the one/, command] });
});

test("a clock that is behind, and a disk that is full", async (t) => {
  const { file, data } = t.context;
  const made = Date.parse("2026-03-02T10:00:00Z");
  await withDb(t, async (db) => {
    const owner = { organization_id: await idOf(db), id: "c", insights: "{}" };
    await db("clients").insert({ ...owner, created_at: made, updated_at: made });
  });
  const db = connect(`sqlite:${file}`, { readOnly: true });
  t.teardown(() => db.destroy());
  const config = readConfig({}, { HOME: data, DEBRIEF_DATA_DIR: data }, data);
  const look = async (now: number, freeBytes: number): Promise<string[]> =>
    (await examine({ db, config, file, now, freeBytes, repair: false })).flatMap(({ problems }) =>
      problems.map(({ message, mend: command }) => `${message}; ${command}`),
    );
  const hour = 3_600_000;
  const [late, full] = [await look(made - hour, Infinity), await look(made + hour, 1024)];
  t.regex(late.join("\n"), /^it is 2026-03-02T09.* at 2026-03-02T10.*; timedatectl set-ntp true$/);
  t.regex(full.join("\n"), /^0 MiB are free.*256 MiB should be.*; du -ah \S+ \| sort -h$/);
  t.deepEqual(await look(made + hour, Infinity), []);
});
