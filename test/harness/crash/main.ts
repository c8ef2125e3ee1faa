// Kills the server thousands of times, and looks whether anything was lost or sent twice:
//   npm run test:crash -- [--sqlite 2000] [--postgres 300] [--per-database 100] [--seed n]
//                         [--lanes 2] [--directory /tmp]
// Over SQLite so many servers, with a file each, are killed (SIGKILL) while they work, start or stop. Over
// PostgreSQL three servers share a database; in each round one is killed, or stopped (SIGSTOP) for less
// or more than its lease, and woken up. A count of 0 leaves a part out. It ends with a line of figures;
// where an invariant breaks, with exit code 1, what broke, and the directory in which all of it is left.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../../../src/demo/random.js";
import { startPostgres } from "../../helpers/postgres.js";
import { type CrashFigures, formatFigures, createFigures } from "./crash-figures.js";
import { killAllInstances } from "./server-process.js";
import { runOverPostgres } from "./postgres.js";
import { Receivers } from "./receivers.js";
import { runOverSqlite } from "./sqlite.js";

const { values } = parseArgs({
  options: {
    sqlite: { type: "string", default: "2000" },
    postgres: { type: "string", default: "300" },
    "per-database": { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lanes: { type: "string", default: "2" },
    directory: { type: "string", default: tmpdir() },
  },
});

const PROGRESS_MS = 10_000;
const perDatabase = Number(values["per-database"]);
const seed = Number(values.seed);
let hasFailed = false;

type RunRounds = (
  directory: string,
  receivers: Receivers,
  figures: CrashFigures,
  rounds: number,
) => Promise<void>;

/** Runs on one database after the other until `left` has no rounds any more. */
const runLane = async (
  left: { rounds: number },
  random: ReturnType<typeof createRandom>,
  figures: CrashFigures,
  attempt: RunRounds,
): Promise<void> => {
  const receivers = new Receivers(random);
  await receivers.start();
  while (left.rounds > 0 && !hasFailed) {
    const rounds = Math.min(perDatabase, left.rounds);
    left.rounds -= rounds;
    const directory = mkdtempSync(join(values.directory, "debrief-crash-"));
    try {
      await attempt(directory, receivers, figures, rounds);
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      // The other lane ends with the first that breaks: its server is killed too.
      if (hasFailed) rmSync(directory, { recursive: true, force: true });
      else console.error(`\nBROKEN, see ${directory}:\n  ${(error as Error).stack}`);
      hasFailed = true;
      await killAllInstances();
    }
  }
  receivers.stop();
};

const runPart = async (
  name: string,
  rounds: number,
  lanes: number,
  attempt: (random: ReturnType<typeof createRandom>) => RunRounds,
): Promise<void> => {
  if (rounds === 0) return;
  const figures = createFigures();
  const began = performance.now();
  const told = (): string =>
    `${hasFailed ? "BROKEN: " : ""}${name}, ${Math.round((performance.now() - began) / 1_000)} s: ${formatFigures(figures)}`;
  const progress = setInterval(() => console.log(told()), PROGRESS_MS);
  const left = { rounds };
  const randoms = Array.from({ length: lanes }, (_, index) => createRandom(seed + index));
  await Promise.all(randoms.map((random) => runLane(left, random, figures, attempt(random))));
  clearInterval(progress);
  console.log(`\n${told()}\n`);
};

// Every lane finds its server dead, and ends.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    hasFailed = true;
    void killAllInstances();
  });

console.log(`seed ${seed}`);
await runPart(
  "SQLite",
  Number(values.sqlite),
  Number(values.lanes),
  (random) =>
    (directory, ...rest) =>
      runOverSqlite(directory, random, ...rest),
);
if (Number(values.postgres) > 0 && !hasFailed) {
  const server = await startPostgres();
  try {
    await runPart(
      "PostgreSQL",
      Number(values.postgres),
      1,
      (random) =>
        (directory, ...rest) =>
          runOverPostgres(server.url, directory, random, ...rest),
    );
  } finally {
    await server.stop();
  }
}
await killAllInstances();
process.exitCode = hasFailed ? 1 : 0;
