import { readFileSync } from "node:fs";
import anyTest, { type TestFn } from "ava";
import { binary, createInstallation, type Installation } from "../../helpers/program.js";

// The program as it is installed, and with DEBRIEF_BINARY the single executable.
const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

test("the program prints the schema that is kept beside the code, type by type", async (t) => {
  const { code, stdout } = await t.context.program.run(["schema"]);
  t.is(code, 0);
  t.true(stdout === readFileSync("graph/schema.graphql", "utf8"));
});

test("the program knows its version", async (t) => {
  const { stdout } = await t.context.program.run(["version"]);
  t.is(stdout, `${JSON.parse(readFileSync("package.json", "utf8")).version}\n`);
});

test("help is about debrief alone, and nothing warns", async (t) => {
  const { code, stdout, stderr } = await t.context.program.run(["--help"]);
  t.deepEqual([code, stderr], [0, ""]);
  t.true(stdout.includes("Usage: debrief "));
  t.notRegex(stdout, /node/i);
});

test("the licences of what is inside come with it", async (t) => {
  const { code, stdout } = await t.context.program.run(["licenses"]);
  t.is(code, 0);
  t.true(stdout.startsWith("debrief"));
  if (binary)
    for (const name of ["Node.js v", "koa ", "graphql ", "knex ", "pg ", "better-sqlite3 "])
      t.true(stdout.includes(`\n\n${name}`), name);
});

test("a program that serves reads statistics, and has one SQLite for all of its threads", async (t) => {
  const { program } = t.context;
  const serving = await program.serve();
  const file = `${program.dataDir}/first-organization.json`;
  const { apiKey } = JSON.parse(readFileSync(file, "utf8"));
  const headers = { "x-api-key": apiKey };
  const answer = await fetch(`${serving.url}/v1/stats?groupBy=user`, { headers });
  t.is(await answer.text(), '{"stats":[],"errors":[]}');
  // What one SQLite closes takes away the locks that another in the same process has on the same file.
  if (process.platform === "linux") {
    const maps = readFileSync(`/proc/${serving.child.pid}/maps`, "utf8").split("\n");
    t.is(maps.filter((line) => /r-xp .*(memfd:|\.node$)/.test(line)).length, 1);
  }
  const { code, stderr } = await serving.stop();
  t.is(code, 0);
  t.notRegex(stderr, /warning/i);
});

test("the console is inside the program, script and all", async (t) => {
  const serving = await t.context.program.serve();
  const page = await (await fetch(`${serving.url}/recordings`)).text();
  const [, script] = / src="(app-\w+\.js)"/.exec(page) ?? [];
  const answer = await fetch(`${serving.url}/${script}`);
  t.is(answer.headers.get("content-encoding"), "gzip");
  t.true((await answer.text()) === readFileSync(`build/web/${script}`, "utf8"));
  await serving.stop();
});
