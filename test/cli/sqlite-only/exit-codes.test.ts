import { writeFileSync } from "node:fs";
import { join } from "node:path";
import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { createInstallation, type Installation } from "../../helpers/server/program.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const isOneLine = (text: string): boolean => /^[^\n]+\n$/.test(text);

test("a wrong command line exits with 2 and points to debrief help", async (t) => {
  const wrongCommands = [
    ["sevre"],
    ["org", "--json"],
    ["org", "creat", "x"],
    ["org", "create"],
    ["org", "create", "a", "b"],
    ["org", "list", "--jsn"],
    ["key", "refresh"],
    ["serve", "now"],
    ["serve", "--port"],
    ["token", "create"],
    ["token", "create", "--role", "internal"],
    ["token", "create", "--org", "x", "--role", "integration"],
    ["token", "create", "--org", "x", "--operator"],
    ["version", "--port", "1"],
    ["version", "now"],
    ["--nonsense"],
  ];
  for (const [index, { code, stdout, stderr }] of (
    await t.context.program.runAll(...wrongCommands)
  ).entries()) {
    t.deepEqual([code, stdout], [2, ""], wrongCommands[index]!.join(" "));
    t.regex(stderr, /debrief help/);
    t.notRegex(stderr, /\n {4}at /);
  }
  const { code, stdout } = await t.context.program.run(["sevre"]);
  t.deepEqual([code, stdout], [2, ""]);
});

test("an invalid setting exits with 78 and one line that names it", async (t) => {
  const invalid: [string[], Record<string, string>, RegExp][] = [
    [["serve"], { PORT: "eighty" }, /^PORT /],
    [["serve", "--port", "x"], {}, /^PORT /],
    [["org", "list"], { DATABASE_URL: "mysql://x/y" }, /^DATABASE_URL /],
    [["migrate"], { DEBRIEF_SECRET_KEY: "short" }, /^DEBRIEF_SECRET_KEY /],
    [
      ["serve"],
      { DATABASE_URL: "postgres://localhost/x", DEBRIEF_SECRET_KEY: "" },
      /^DEBRIEF_SECRET_KEY /,
    ],
  ];
  const commands = invalid.map(([args, env]) => [args, env] as [string[], Record<string, string>]);
  for (const [index, outcome] of (await t.context.program.runAll(...commands)).entries()) {
    t.deepEqual([outcome.code, outcome.stdout], [78, ""]);
    t.regex(outcome.stderr, invalid[index]![2]);
    t.true(isOneLine(outcome.stderr));
  }
  const { code, stdout, stderr } = await t.context.program.run(["serve"], { PORT: "eighty" });
  t.deepEqual([code, stdout], [78, ""]);
  t.true(isOneLine(stderr));
});

test("an unknown DEBRIEF_ variable is a warning of every command, and an unknown line of .env exits with 78", async (t) => {
  const { program } = t.context;
  const env = { DEBRIEF_SECRET_KYE: "canary" };
  const warning =
    "warning: DEBRIEF_SECRET_KYE isn't a debrief setting; did you mean DEBRIEF_SECRET_KEY?";
  const commands = [["version"], ["migrate"], ["org", "list"], ["doctor"], ["openapi"]];
  const outcomes = await program.runAll(
    ...commands.map((args) => [args, env] as [string[], Record<string, string>]),
  );
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    const command = commands[index]!.join(" ");
    t.is(code, 0, `${command} ${stderr}`);
    t.is(stderr.split("\n").filter((line) => line === warning).length, 1, command);
    t.false(`${stdout}${stderr}`.includes("canary"), command);
  }
  const serving = await program.serve(env);
  const stopped = await serving.stop();
  t.is(stopped.code, 0);
  t.true(stopped.stderr.includes(`${warning}\n`));
  writeFileSync(join(program.directory, ".env"), "DEBRIEF_SECRET_KYE=canary\n");
  const refused = await program.run(["org", "list"]);
  t.deepEqual([refused.code, refused.stdout], [78, ""]);
  t.is(
    refused.stderr,
    "DEBRIEF_SECRET_KYE in .env isn't a debrief setting; did you mean DEBRIEF_SECRET_KEY?\n",
  );
});

/** Creates two organizations named Twin: one by a command, the other over GraphQL, which allows it. */
const createTwins = async (t: ExecutionContext, program: Installation): Promise<void> => {
  const [, token] = await program.runAll(
    ["org", "create", "Twin"],
    ["token", "create", "--operator"],
  );
  const serving = await program.serve();
  const response = await fetch(`${serving.url}/graphql`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token!.stdout.trim()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      query: 'mutation { createOrganization(name: "Twin") { organization { name } } }',
    }),
  });
  const { data } = (await response.json()) as { data: unknown };
  t.deepEqual(data, { createOrganization: { organization: { name: "Twin" } } });
  await serving.stop();
};

test("a failed command exits with 1 and explains why on stderr only", async (t) => {
  const { program } = t.context;
  const failing: [string[], RegExp][] = [
    [["key", "refresh", "Nobody"], /^no organization "Nobody"/],
    [["key", "refresh", "Twin"], /^several organizations are named "Twin"/],
    [["token", "create", "--org", "Nobody", "--role", "internal"], /^no organization "Nobody"/],
    [["org", "create", " "], /^name must not be empty/],
  ];
  await createTwins(t, program);
  const outcomes = await program.runAll(...failing.map(([args]) => args));
  for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
    t.deepEqual([code, stdout], [1, ""]);
    t.regex(stderr, failing[index]![1]);
    t.true(isOneLine(stderr));
  }
  const { code, stdout } = await program.run(["key", "refresh", "Nobody"]);
  t.deepEqual([code, stdout], [1, ""]);
});

test("an organization's name has the same length limit as every name", async (t) => {
  const [long, fits] = await t.context.program.runAll(
    ["org", "create", "x".repeat(1025)],
    ["org", "create", "x".repeat(1024)],
  );
  t.is(fits!.code, 0);
  t.deepEqual([long!.code, long!.stdout], [1, ""]);
  t.regex(long!.stderr, /^name must be at most 1024 characters/);
});
