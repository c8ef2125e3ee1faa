import "reflect-metadata";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync } from "node:fs";
import { join } from "node:path";
import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { connect, type Db } from "../../db/engine/connect.js";
import { createInstallation, type Installation } from "../helpers/server/program.js";

/** A suite with a copy of a database with one organization per test, and a backup of it. */
export const test = anyTest as TestFn<{ program: Installation; data: string; file: string }>;
type Test = ExecutionContext<{ program: Installation; data: string; file: string }>;

export let program: Installation;
let backup: string;
let copyCount = 0;

test.before(async () => {
  program = await createInstallation();
  backup = join(program.directory, "my backup.db");
  await program.runAll(["org", "create", "Acme"], ["backup", backup]);
});

test.beforeEach((t) => {
  const data = join(program.directory, `data-${(copyCount += 1)}`);
  cpSync(program.dataDir, data, { recursive: true });
  chmodSync(data, 0o700);
  t.context = { program, data, file: join(data, "debrief.db") };
});

test.after.always(() => program.remove());

interface Finding {
  check: string;
  message: string;
  fix: string;
}

/** Runs the doctor and returns its problems. */
export const runDoctor = async (t: Test, ...flags: string[]): Promise<Finding[]> => {
  const { data } = t.context;
  const commandLine: [string[], Record<string, string>] = [
    ["doctor", "--json", ...flags],
    { DEBRIEF_DATA_DIR: data },
  ];
  const [outcome] = await program.runAll(commandLine);
  const { ok, checks } = JSON.parse(outcome!.stdout || JSON.stringify(outcome));
  const found = checks.flatMap(
    ({ name, problems }: { name: string; problems: Omit<Finding, "check">[] }) =>
      problems.map(({ message, fix }) => ({ check: name, message, fix })),
  );
  t.is(ok, flags.includes("--repair") || found.length === 0);
  return found;
};

/** Runs the doctor's fix, as an operator would in a shell. */
const applyFix = async (t: Test, command: string): Promise<void> => {
  const { data } = t.context;
  if (!command.startsWith("debrief ")) {
    t.is(spawnSync("sh", ["-c", command]).status, 0, command);
    return;
  }
  const args = command
    .replace("<your newest backup>", backup.replaceAll(" ", "\0"))
    .split(" ")
    .slice(1)
    .map((word) => word.replaceAll("\0", " "));
  const [outcome] = await program.runAll([args, { DEBRIEF_DATA_DIR: data }]);
  t.is(outcome!.code, 0, `${command}: ${outcome!.stderr}`);
};

/** Asserts that the doctor finds exactly these problems, and none after its fixes. */
export const assertFindsAndFixes = async (
  t: Test,
  expected: Record<string, [RegExp, string]>,
): Promise<void> => {
  const found = await runDoctor(t);
  t.deepEqual(
    found.map(({ check }) => check).toSorted(),
    Object.keys(expected)
      .map((key) => key.split("/")[0]!)
      .toSorted(),
  );
  for (const [key, [message, command]] of Object.entries(expected)) {
    const match = found.find(
      (finding) => finding.check === key.split("/")[0] && message.test(finding.message),
    );
    t.is(match?.fix, command, JSON.stringify(found));
  }
  for (const command of new Set(found.map((finding) => finding.fix))) await applyFix(t, command);
  t.deepEqual(await runDoctor(t), []);
};

export const withDb = async (t: Test, work: (db: Db) => Promise<unknown>): Promise<void> => {
  const db = connect(`sqlite:${t.context.file}`);
  await work(db);
  await db.destroy();
};

export const loadOrganizationId = async (db: Db): Promise<string> =>
  (await db("organizations").first("id")).id;

export const USER_ROW = {
  email: "a@example.com",
  email_key: "a",
  name: "A",
  role: "rep",
  active: 1,
  created_at: 0,
  updated_at: 0,
};
