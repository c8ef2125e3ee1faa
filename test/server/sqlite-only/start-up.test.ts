import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { fileURLToPath } from "node:url";
import { makeDirectories, makeDirectoriesSync } from "../../../src/base/files/make-directories.js";
import { createInstallation, type Installation } from "../../helpers/server/program.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const IS_ROOT = process.getuid?.() === 0;

/** Runs migrate without root's access to everything; another user might not reach the program, such as in /root. */
const runMigrate = ({ env, directory }: Installation, DATABASE_URL?: string) => {
  const command = [process.execPath, BIN, "migrate"];
  if (IS_ROOT) command.unshift("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--");
  return spawnSync(command[0]!, command.slice(1), {
    encoding: "utf8",
    cwd: directory,
    env: { ...env, NODE_COMPILE_CACHE: "", ...(DATABASE_URL && { DATABASE_URL }) },
  });
};

const user = `${process.getuid?.()}:${process.getgid?.()}`;

test("serve reports its database and directory on stderr", async (t) => {
  const { program } = t.context;
  const { stderr } = await (await program.serve()).stop();
  t.true(stderr.includes(`database: SQLite, ${program.dataDir}/debrief.db; schema 0`));
  t.true(stderr.includes(`data directory: ${program.dataDir}\n`));
  t.true(stderr.includes(`${program.dataDir}/first-organization.json\n`));
});

test("the threads of the program read statistics, searches and exports", async (t) => {
  const { program } = t.context;
  const { url } = await program.serve();
  const { apiKey } = JSON.parse(
    readFileSync(join(program.dataDir, "first-organization.json"), "utf8"),
  );
  for (const path of ["/v1/stats?groupBy=user", "/v1/recordings?search=hello", "/export"]) {
    const answer = await fetch(url + path, { headers: { "x-api-key": apiKey } });
    t.is(answer.status, 200, `${path}: ${await answer.text()}`);
  }
});

test("an unwritable data directory is rejected with the chown command that fixes it", (t) => {
  const { program } = t.context;
  chmodSync(program.directory, 0o755);
  mkdirSync(program.dataDir, { mode: 0o555 });
  const { status, stderr } = runMigrate(program);
  t.is(status, 78);
  t.is(
    stderr,
    `DEBRIEF_DATA_DIR: user ${user} may not read and write ${program.dataDir}; run: sudo chown -R ${user} '${program.dataDir}'\n`,
  );
});

test("a data directory in a file system without directories ends the start", async (t) => {
  const { program } = t.context;
  // Node's recursive mkdir never ends there. Without /proc, the root directory isn't writable.
  const DEBRIEF_DATA_DIR = "/proc/x";
  const DATABASE_URL = `sqlite:${join(program.directory, "calls.db")}`;
  const environments: Record<string, string>[] = [
    { DEBRIEF_DATA_DIR },
    { DEBRIEF_DATA_DIR, DATABASE_URL },
  ];
  for (const env of environments) {
    const { code, stdout, stderr } = await program.run(["serve"], env);
    t.deepEqual([code, stdout], [78, ""]);
    t.regex(stderr, /^DEBRIEF_DATA_DIR: .*\/proc\/x/m);
  }
});

test("directories are created with their parents, and the first new one is returned", async (t) => {
  const { directory } = t.context.program;
  for (const [name, make] of Object.entries({ makeDirectories, makeDirectoriesSync })) {
    const root = join(directory, name);
    const path = join(root, "a", "b");
    t.is(await make(path), root);
    t.is(await make(path), undefined);
    t.is(statSync(path).mode & 0o777, 0o700);
    t.is(await make(join(path, "c")), join(path, "c"));
    writeFileSync(join(path, "file"), "");
    for (const below of ["file", "file/c"])
      await t.throwsAsync(async () => make(join(path, below)), { code: "EEXIST" });
    if (existsSync("/proc/self"))
      await t.throwsAsync(async () => make("/proc/x/y"), { code: "ENOENT" });
  }
});

test("an uncreatable directory is rejected with the commands that create it", (t) => {
  const { program } = t.context;
  chmodSync(program.directory, 0o555);
  const file = join(program.directory, "it's", "deep", "calls.db");
  const { status, stderr } = runMigrate(program, `sqlite:${file}`);
  t.is(status, 78);
  const quoted = `'${dirname(file).replace("'", "'\\''")}'`;
  t.true(stderr.startsWith("DATABASE_URL: "));
  t.true(stderr.endsWith(`; run: sudo mkdir -p ${quoted} && sudo chown ${user} ${quoted}\n`));
});

test("each database file is checked, and a file that isn't a database stays unchanged", async (t) => {
  const { program } = t.context;
  chmodSync(program.directory, 0o755);
  mkdirSync(program.dataDir);
  const file = join(program.dataDir, "debrief.db");
  writeFileSync(`${file}.key`, "", { mode: 0o200 });
  chmodSync(`${file}.key`, 0o000);
  const { status, stderr } = runMigrate(program);
  t.is(status, 78);
  t.regex(stderr, /may not read and write \S+debrief\.db\.key; run: sudo chown/);
  const text = join(program.directory, "letters.txt");
  writeFileSync(text, "Dear Sir or Madam");
  const outcome = await program.run(["migrate"], { DATABASE_URL: `sqlite:${text}` });
  t.deepEqual(
    [outcome.code, outcome.stderr],
    [78, `DATABASE_URL: ${text} is not a SQLite database; choose another file\n`],
  );
  t.is(readFileSync(text, "utf8"), "Dear Sir or Madam");
  t.false(existsSync(`${text}.key`));
});

test("an unusable address is rejected with the name of its setting", async (t) => {
  const { program } = t.context;
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => void other.once("listening", resolve));
  t.teardown(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const refused: [string, Record<string, string>, number, RegExp][] = [
    [
      "serve",
      { PORT: String(port) },
      1,
      new RegExp(`^PORT: ${port} is already in use .*; choose another with --port`),
    ],
    ["serve", { HOST: "192.0.2.1" }, 78, /^HOST: 192\.0\.2\.1 isn't an address of this machine; /],
  ];
  for (const [command, env, expected, message] of refused) {
    const { code, stdout, stderr } = await program.run([command], { ...env, LOG_LEVEL: "error" });
    t.deepEqual([code, stdout], [expected, ""]);
    t.regex(stderr, message);
    t.is(stderr.split("\n").length, 2);
  }
});

test("an unreachable PostgreSQL is reported without its password and exits with 1", async (t) => {
  const { code, stderr } = await t.context.program.run(["migrate"], {
    DATABASE_URL: "postgres://ann:canary@127.0.0.1:1/calls",
    DEBRIEF_SECRET_KEY: "ab".repeat(32),
  });
  t.is(code, 1);
  t.regex(
    stderr,
    /^PostgreSQL at 127\.0\.0\.1 port 1 does not answer \(.*ECONNREFUSED.*\); .*DATABASE_URL\n$/,
  );
  t.false(stderr.includes("canary"));
});
