// Runs the whole suite over each database, and says at the end how many tests ran.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Postgres, startPostgres } from "./helpers/postgres.js";

// The databases of the tests are in memory where the system has a place for that: thousands of small
// commits wait for the disk otherwise, and what a commit survives is not what these tests are about.
if (existsSync("/dev/shm")) process.env["TMPDIR"] ??= "/dev/shm";

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** ava tells the number of passed tests only where none failed, so its marks are counted. */
const count = (output: string, mark: RegExp): number => output.match(mark)?.length ?? 0;

const ava = async (name: string, env: NodeJS.ProcessEnv): Promise<Outcome> => {
  console.log(`\n== over ${name} ==`);
  const child = spawn(process.execPath, ["node_modules/.bin/ava", ...process.argv.slice(2)], {
    env: { ...process.env, ...env },
    stdio: ["inherit", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const code = await new Promise<number>((resolve) => {
    child.once("close", (status) => resolve(status ?? 1));
  });
  const outcome = {
    passed: count(output, /^ {2}✔ /gm),
    failed: count(output, /^ {2}✘ /gm),
    skipped: count(output, /^ {2}- \[skip\]/gm),
  };
  // A run can fail without a failed test: a file that cannot be loaded, a rejection nobody handled.
  if (code !== 0 && outcome.failed === 0) outcome.failed = 1;
  return outcome;
};

const postgres = async (): Promise<Postgres | undefined> => {
  try {
    return await startPostgres();
  } catch (error) {
    console.error(`\n${"!".repeat(80)}`);
    console.error(`PostgreSQL cannot be started here: ${(error as Error).message}`);
    console.error("NOTHING WAS TESTED OVER PostgreSQL.");
    console.error("!".repeat(80));
    return undefined;
  }
};

const outcomes = [await ava("SQLite", {})];
const server = await postgres();
if (server) {
  try {
    outcomes.push(await ava("PostgreSQL", { TEST_POSTGRES: server.url("postgres") }));
  } finally {
    await server.stop();
  }
}
const sum = (part: keyof Outcome): number =>
  outcomes.reduce((total, outcome) => total + outcome[part], 0);
const missing = !server && process.env["CI"] !== undefined ? 1 : 0;
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
console.log(`\n${sum("passed")} passed, ${sum("failed") + missing} failed${skipped}`);
process.exitCode = sum("failed") + missing + (sum("passed") === 0 ? 1 : 0) > 0 ? 1 : 0;
