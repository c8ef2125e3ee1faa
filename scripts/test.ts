// Runs the tests over each database and prints how many passed: all of them, after the linter and the
// formatter, or those of the concepts and files that the arguments name. `--since <revision>` selects the concepts that
// the changes since then touch.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { findChromium } from "../test/browser/helpers/find-chromium.js";
import { type Postgres, startPostgres } from "../test/helpers/engine/postgres.js";
import { findDependents } from "./test/find-dependents.js";
import { clearGroups, writeGroups } from "./test/groups.js";
import { selectFiles, UnknownTestError } from "./test/select-files.js";
import { listChangedFiles, listTouchedConcepts } from "./test/touched-concepts.js";

// Keeps test databases in memory if the system has a memory file system: otherwise thousands of small commits wait for
// the disk, and no test depends on durability.
if (existsSync("/dev/shm")) process.env["TMPDIR"] ??= "/dev/shm";

// Every process loads the same thousand modules.
process.env["NODE_COMPILE_CACHE"] = resolve("build/compile-cache");

const BROWSER_FOLDER = "build/test/browser/";

interface Outcome {
  code: number;
  output: string;
}

/** Drops the group's name and the time, which counts the wait for other tests, from a line about a test. */
const simplifyLine = (line: string): string =>
  line.replace(
    /^( {2}\S(?: \[\w+\]:)? )(?:\S+ › )?((?:SQLite|PostgreSQL) › .*?)(?: \([\d.]+m?s\))?$/,
    "$1$2",
  );

const run = async (args: readonly string[]): Promise<Outcome> => {
  const child = spawn(process.execPath, args, { stdio: ["inherit", "pipe", "inherit"] });
  let output = "";
  createInterface(child.stdout).on("line", (line) => {
    const shown = simplifyLine(line);
    output += `${shown}\n`;
    console.log(shown);
  });
  const code = await new Promise<number>((done) => {
    child.once("close", (status) => done(status ?? 1));
  });
  return { code, output };
};

/** ava prints the number of passed tests only if none failed, so this counts its marks. */
const countLines = (output: string, pattern: RegExp): number => output.match(pattern)?.length ?? 0;

/** Parts that could not be tested on this machine. */
const untested: string[] = [];

const reportUntested = (reason: string, what: string): void => {
  untested.push(what);
  const frame = "!".repeat(80);
  console.error(`\n${frame}\n${reason}\nNOTHING WAS TESTED ${what}.\n${frame}`);
};

const startPostgresIfPossible = async (): Promise<Postgres | undefined> => {
  try {
    return await startPostgres();
  } catch (error) {
    reportUntested(
      `PostgreSQL cannot be started here: ${(error as Error).message}`,
      "OVER PostgreSQL",
    );
    return undefined;
  }
};

/** Returns the files that run over both databases: they use a database, and their folder doesn't restrict it. */
const listForBothDatabases = (files: readonly string[]): string[] => {
  const usingDatabase = findDependents(files, "build/test/helpers/engine/database.js");
  return files.filter(
    (file) => usingDatabase.has(file) && !/\/(?:sqlite-only|browser)\//.test(file),
  );
};

/** Alternates the groups of the two databases, so that neither piles up at the end. */
const interleave = (first: readonly string[], second: readonly string[]): string[] =>
  Array.from({ length: Math.max(first.length, second.length) }, (_, index) => [
    ...first.slice(index, index + 1),
    ...second.slice(index, index + 1),
  ]).flat();

const runTests = async (files: readonly string[], flags: readonly string[]): Promise<Outcome> => {
  const forBoth = listForBothDatabases(files);
  const postgres = forBoth.length > 0 ? await startPostgresIfPossible() : undefined;
  try {
    clearGroups();
    const overSqlite = writeGroups({ name: "SQLite", env: {} }, files);
    const overPostgres = postgres
      ? writeGroups(
          { name: "PostgreSQL", env: { TEST_POSTGRES: postgres.url("postgres") } },
          forBoth,
        )
      : [];
    return await run([
      "node_modules/.bin/ava",
      // One process more than cores: tests often wait for a child process, a database or a timer.
      `--concurrency=${availableParallelism() + 1}`,
      ...flags,
      ...interleave(overSqlite, overPostgres),
    ]);
  } finally {
    await postgres?.stop();
  }
};

const checkSources = async (): Promise<boolean> => {
  const outcomes = await Promise.all([
    run(["node_modules/.bin/oxlint", "--type-aware", "--deny-warnings"]),
    run(["node_modules/.bin/oxfmt", "--check"]),
    run(["node_modules/.bin/knip", "--no-progress"]),
  ]);
  return outcomes.every(({ code }) => code === 0);
};

/** Returns the concepts to test; an empty list means all. */
const listNames = (named: readonly string[], since: string | undefined): string[] | undefined => {
  if (since === undefined) return [...named];
  const concepts = listTouchedConcepts(listChangedFiles(since));
  console.log(`The changes since ${since} touch: ${concepts?.join(", ") ?? "every concept"}.`);
  if (concepts?.length === 0 && named.length === 0) return undefined;
  return concepts ? [...named, ...concepts] : [];
};

const main = async (): Promise<number> => {
  const { values, tokens } = parseArgs({
    options: { since: { type: "string" } },
    strict: false,
    tokens: true,
  });
  const names = listNames(
    tokens.flatMap((token) => (token.kind === "positional" ? token.value : [])),
    values.since as string | undefined,
  );
  if (!names) return 0;
  const flags = tokens.flatMap((token) =>
    token.kind === "option" && token.name !== "since"
      ? `${token.rawName}${token.value === undefined ? "" : `=${token.value}`}`
      : [],
  );
  const selected = selectFiles(names);
  if (names.length === 0 && !(await checkSources())) return 1;
  const hasBrowser = findChromium() !== undefined;
  const files = selected.filter((file) => hasBrowser || !file.startsWith(BROWSER_FOLDER));
  const { code, output } = await runTests(files, flags);
  if (files.length < selected.length)
    reportUntested(
      "There is no chromium-headless-shell or chromium in /usr/bin, and CHROMIUM does not name one.",
      "IN A BROWSER",
    );
  const passed = countLines(output, /^ {2}✔ /gm);
  const overPostgres = countLines(output, /^ {2}✔ .*?PostgreSQL › /gm);
  const skipped = countLines(output, /^ {2}- \[skip\]/gm);
  // A run can fail without a failed test: an error outside any test ends its process.
  const failed = Math.max(countLines(output, /^ {2}✘ /gm), code === 0 ? 0 : 1);
  // Fatal only in CI, which gates merges.
  const missing = process.env["CI"] === undefined ? 0 : untested.length;
  console.log(`\nSQLite: ${passed - overPostgres} passed; PostgreSQL: ${overPostgres} passed`);
  console.log(
    `${passed} passed, ${failed + missing} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
  return failed + missing > 0 || passed === 0 ? 1 : 0;
};

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UnknownTestError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
