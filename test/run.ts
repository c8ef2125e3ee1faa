// Runs the whole suite over each database, and says at the end how many tests ran.
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromiumPath } from "./browser/helpers/chromium.js";
import { grouped } from "./helpers/groups.js";
import { reaches } from "./helpers/imports.js";
import { type Postgres, startPostgres } from "./helpers/postgres.js";

// The databases of the tests are in memory where the system has a place for that: thousands of small
// commits wait for the disk otherwise, and what a commit survives is not what these tests are about.
if (existsSync("/dev/shm")) process.env["TMPDIR"] ??= "/dev/shm";

// Each file is a process of its own, and all of them load the same thousand modules.
const compiled = mkdtempSync(join(tmpdir(), "debrief-compiled-"));
process.env["NODE_COMPILE_CACHE"] = compiled;

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

/** ava tells the number of passed tests only where none failed, so its marks are counted. */
const count = (output: string, mark: RegExp): number => output.match(mark)?.length ?? 0;

const ava = async (name: string, args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> => {
  console.log(`\n== over ${name} ==`);
  const child = spawn(process.execPath, ["node_modules/.bin/ava", ...args], {
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

/** What could not be tested here. */
const missing: string[] = [];

const miss = (reason: string, untested: string): void => {
  missing.push(untested);
  const frame = "!".repeat(80);
  console.error(`\n${frame}\n${reason}\nNOTHING WAS TESTED ${untested}.\n${frame}`);
};

const postgres = async (): Promise<Postgres | undefined> => {
  try {
    return await startPostgres();
  } catch (error) {
    miss(`PostgreSQL cannot be started here: ${(error as Error).message}`, "OVER PostgreSQL");
    return undefined;
  }
};

/** Whether a file is run over each database: it asks the helper for one, and does not say `once`. */
const isAboutDatabase = (file: string): boolean =>
  reaches(resolve(file), resolve(import.meta.dirname, "helpers/database.js")) &&
  !reaches(resolve(file), resolve(import.meta.dirname, "helpers/once.js"));

const args = process.argv.slice(2);
const given = args.filter((arg) => arg.endsWith(".test.js"));
const flags = args.filter((arg) => arg.startsWith("-"));
const others = args.includes("browser") ? [] : globSync("build/test/*.test.js").toSorted();
const inBrowser = globSync("build/test/browser/*.test.js").toSorted();
const hasBrowser = chromiumPath() !== undefined;
const files = given.length > 0 ? given : [...(hasBrowser ? inBrowser : []), ...others];
const again = files.filter(isAboutDatabase);
// A file that is named runs by itself.
const together = given.length > 0 ? (some: string[]) => some : grouped;
const outcomes: Outcome[] = [];
if (files.length > 0) outcomes.push(await ava("SQLite", [...flags, ...together(files)], {}));
const server = again.length > 0 ? await postgres() : undefined;
if (server) {
  try {
    outcomes.push(
      await ava("PostgreSQL", [...flags, ...together(again)], {
        TEST_POSTGRES: server.url("postgres"),
      }),
    );
  } finally {
    await server.stop();
  }
}
rmSync(compiled, { recursive: true, force: true });
rmSync("build/test/groups", { recursive: true, force: true });
const sum = (part: keyof Outcome): number =>
  outcomes.reduce((total, outcome) => total + outcome[part], 0);
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
if (!hasBrowser && given.length === 0)
  miss("There is no Chromium at /usr/bin/chromium, and CHROMIUM names none.", "IN A BROWSER");
// Whoever works on it may do without; a run that decides what is merged may not.
const failed = sum("failed") + (process.env["CI"] === undefined ? 0 : missing.length);
console.log(`\n${sum("passed")} passed, ${failed} failed${skipped}`);
process.exitCode = failed > 0 || (sum("passed") === 0 && files.length > 0) ? 1 : 0;
