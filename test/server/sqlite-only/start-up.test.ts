import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { fileURLToPath } from "node:url";
import { createInstallation, type Installation } from "../../helpers/program.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const NOBODY = 65_534;

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

/** Runs it as a user who is not root, whom everything is open to. */
const migrate = ({ env, directory }: Installation, DATABASE_URL?: string) => {
  const isRoot = process.getuid?.() === 0;
  return spawnSync(process.execPath, [BIN, "migrate"], {
    encoding: "utf8",
    cwd: directory,
    env: { ...env, NODE_COMPILE_CACHE: "", ...(DATABASE_URL && { DATABASE_URL }) },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
};

const user =
  process.getuid?.() === 0 ? `${NOBODY}:${NOBODY}` : `${process.getuid?.()}:${process.getgid?.()}`;

test("the start tells what it opened and where, and the address comes on stdout", async (t) => {
  const { program } = t.context;
  const { stderr } = await (await program.serve()).stop();
  t.true(stderr.includes(`database: SQLite, ${program.dataDir}/debrief.db; schema 0`));
  t.true(stderr.includes(`data directory: ${program.dataDir}\n`));
  t.true(stderr.includes(`${program.dataDir}/first-organization.json\n`));
});

test("a directory that may not be written is refused with the chown that mends it", (t) => {
  const { program } = t.context;
  chmodSync(program.directory, 0o755);
  mkdirSync(program.dataDir, { mode: 0o555 });
  const { status, stderr } = migrate(program);
  t.is(status, 78);
  t.is(
    stderr,
    `DEBRIEF_DATA_DIR: user ${user} may not read and write ${program.dataDir}; run: sudo chown -R ${user} '${program.dataDir}'\n`,
  );
});

test("a directory that may not be made is refused with the commands that make it", (t) => {
  const { program } = t.context;
  chmodSync(program.directory, 0o555);
  const file = join(program.directory, "it's", "deep", "calls.db");
  const { status, stderr } = migrate(program, `sqlite:${file}`);
  t.is(status, 78);
  const quoted = `'${dirname(file).replace("'", "'\\''")}'`;
  t.true(stderr.startsWith("DATABASE_URL: "));
  t.true(stderr.endsWith(`; run: sudo mkdir -p ${quoted} && sudo chown ${user} ${quoted}\n`));
});

test("each file of the database is looked at, and a file that is no database is left alone", async (t) => {
  const { program } = t.context;
  chmodSync(program.directory, 0o755);
  mkdirSync(program.dataDir);
  const file = join(program.dataDir, "debrief.db");
  if (process.getuid?.() === 0) chownSync(program.dataDir, NOBODY, NOBODY);
  writeFileSync(`${file}.key`, "", { mode: 0o200 });
  chmodSync(`${file}.key`, 0o000);
  const { status, stderr } = migrate(program);
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

test("an address that cannot be had is refused by the name of its setting", async (t) => {
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
  for (const [verb, env, expected, message] of refused) {
    const { code, stdout, stderr } = await program.run([verb], { ...env, LOG_LEVEL: "error" });
    t.deepEqual([code, stdout], [expected, ""]);
    t.regex(stderr, message);
    t.is(stderr.split("\n").length, 2);
  }
});

test("a server that does not answer is told without its password, and may be tried again", async (t) => {
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
