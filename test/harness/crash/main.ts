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
import { createRandom } from "../../src/demo/random.js";
import { startPostgres } from "../helpers/postgres.js";
import { type Figures, line, noFigures } from "./figures.js";
import { killAll } from "./instance.js";
import { overPostgres } from "./postgres.js";
import { Receivers } from "./receivers.js";
import { overSqlite } from "./sqlite.js";

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
let failed = false;

type Attempt = (
  directory: string,
  receivers: Receivers,
  figures: Figures,
  rounds: number,
) => Promise<void>;

/** Runs on one database after the other until `left` has no rounds any more. */
const lane = async (
  left: { rounds: number },
  random: ReturnType<typeof createRandom>,
  figures: Figures,
  attempt: Attempt,
): Promise<void> => {
  const receivers = new Receivers(random);
  await receivers.start();
  while (left.rounds > 0 && !failed) {
    const rounds = Math.min(perDatabase, left.rounds);
    left.rounds -= rounds;
    const directory = mkdtempSync(join(values.directory, "debrief-crash-"));
    try {
      await attempt(directory, receivers, figures, rounds);
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      // The other lane ends with the first that breaks: its server is killed too.
      if (failed) rmSync(directory, { recursive: true, force: true });
      else console.error(`\nBROKEN, see ${directory}:\n  ${(error as Error).stack}`);
      failed = true;
      await killAll();
    }
  }
  receivers.stop();
};

const part = async (
  name: string,
  rounds: number,
  lanes: number,
  attempt: (random: ReturnType<typeof createRandom>) => Attempt,
): Promise<void> => {
  if (rounds === 0) return;
  const figures = noFigures();
  const began = performance.now();
  const told = (): string =>
    `${failed ? "BROKEN: " : ""}${name}, ${Math.round((performance.now() - began) / 1_000)} s: ${line(figures)}`;
  const progress = setInterval(() => console.log(told()), PROGRESS_MS);
  const left = { rounds };
  const randoms = Array.from({ length: lanes }, (_, index) => createRandom(seed + index));
  await Promise.all(randoms.map((random) => lane(left, random, figures, attempt(random))));
  clearInterval(progress);
  console.log(`\n${told()}\n`);
};

// Every lane finds its server dead, and ends.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    failed = true;
    void killAll();
  });

console.log(`seed ${seed}`);
await part(
  "SQLite",
  Number(values.sqlite),
  Number(values.lanes),
  (random) =>
    (directory, ...rest) =>
      overSqlite(directory, random, ...rest),
);
if (Number(values.postgres) > 0 && !failed) {
  const server = await startPostgres();
  try {
    await part(
      "PostgreSQL",
      Number(values.postgres),
      1,
      (random) =>
        (directory, ...rest) =>
          overPostgres(server.url, directory, random, ...rest),
    );
  } finally {
    await server.stop();
  }
}
await killAll();
process.exitCode = failed ? 1 : 0;
