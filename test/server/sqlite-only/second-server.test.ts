import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import Database from "better-sqlite3";
import { createInstallation, type Installation } from "../../helpers/server/program.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const listWarnings = (stderr: string): string[] =>
  stderr.split("\n").filter((line) => line.includes("another server serves"));

test("a second server on one SQLite file warns with the file, and works", async (t) => {
  const { program } = t.context;
  const first = await program.serve();
  const second = await program.serve();
  t.is((await fetch(`${second.url}/readyz`)).status, 200);
  const [warning, ...others] = listWarnings(second.stderr());
  t.deepEqual(others, []);
  const { level, msg } = JSON.parse(warning!);
  t.is(level, 40);
  t.regex(msg, /^DATABASE_URL: another server serves (\S+);.*Stop one of them, or use PostgreSQL/);
  t.true(msg.includes(`${join(program.dataDir, "debrief.db")};`));
  t.is((await first.stop()).code, 0);
  const third = await program.serve();
  t.is(listWarnings(third.stderr()).length, 1, "the second one still serves");
  t.deepEqual(listWarnings(first.stderr()), []);
});

test("a server doesn't warn of ended servers, of commands and of readers", async (t) => {
  const { program } = t.context;
  await (await program.serve()).stop();
  const killed = await program.serve();
  t.deepEqual(listWarnings(killed.stderr()), []);
  t.is((await program.run(["org", "list"])).code, 0);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const reader = new Database(join(program.dataDir, "debrief.db"), { readonly: true });
  t.teardown(() => reader.close());
  reader.exec("BEGIN");
  t.is(reader.prepare("SELECT count(*) AS organizations FROM organizations").pluck().get(), 1);
  const next = await program.serve();
  t.deepEqual(listWarnings(next.stderr()), []);
});
