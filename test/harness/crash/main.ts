// Kills the server thousands of times and checks that nothing was lost or sent twice:
// npm run test:crash -- [--sqlite 2000] [--postgres 300] [--per-database 100] [--seed n]
// [--lanes 2] [--directory /tmp]
// SQLite: each lane kills (SIGKILL) the server of one file while it works, starts or stops.
// PostgreSQL: three servers share a database. Each round kills one, or stops it (SIGSTOP) for less
// or
// more than its lease and wakes it. A count of 0 skips a part. Prints a line of figures. If an
// invariant
// breaks, exits with 1 and keeps the directory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../../../src/demo/random.js";
import { startPostgres } from "../../helpers/engine/postgres.js";
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

/** Runs on one database after another until no rounds are left. */
const runLane = async (
  remaining: { rounds: number },
  random: ReturnType<typeof createRandom>,
  figures: CrashFigures,
  attempt: RunRounds,
): Promise<void> => {
  const receivers = new Receivers(random);
  await receivers.start();
  while (remaining.rounds > 0 && !hasFailed) {
    const rounds = Math.min(perDatabase, remaining.rounds);
    remaining.rounds -= rounds;
    const directory = mkdtempSync(join(values.directory, "debrief-crash-"));
    try {
      await attempt(directory, receivers, figures, rounds);
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      // A failure also kills the other lanes' servers, so their errors don't count.
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
  const startedAt = performance.now();
  const formatProgress = (): string =>
    `${hasFailed ? "BROKEN: " : ""}${name}, ${Math.round((performance.now() - startedAt) / 1_000)} s: ${formatFigures(figures)}`;
  const progress = setInterval(() => console.log(formatProgress()), PROGRESS_MS);
  const remaining = { rounds };
  const randoms = Array.from({ length: lanes }, (_, index) => createRandom(seed + index));
  await Promise.all(randoms.map((random) => runLane(remaining, random, figures, attempt(random))));
  clearInterval(progress);
  console.log(`\n${formatProgress()}\n`);
};

// Without their servers, the lanes end.
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
