import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createRandom } from "../../src/demo/random.js";
import { createFigures } from "../harness/crash/crash-figures.js";
import { killAllInstances } from "../harness/crash/server-process.js";
import { runOverPostgres } from "../harness/crash/postgres.js";
import { Receivers } from "../harness/crash/receivers.js";
import { runOverSqlite } from "../harness/crash/sqlite.js";
import { postgresUrl } from "../helpers/engine/database.js";

// A short version of npm run test:crash.
const KILLS = 30;
const ROUNDS = 3;

const buildUrl = (name: string): string => postgresUrl!.replace(/\/postgres\?/, `/${name}?`);

test("killed servers lose nothing and send nothing twice", async (t) => {
  t.timeout(300_000);
  const seed = 1;
  t.log(`seed ${seed}`);
  const random = createRandom(seed);
  const receivers = new Receivers(random);
  await receivers.start();
  const directory = mkdtempSync(join(tmpdir(), "debrief-crash-"));
  const figures = createFigures();
  try {
    if (postgresUrl === undefined)
      await runOverSqlite(directory, random, receivers, figures, KILLS);
    else await runOverPostgres(buildUrl, directory, random, receivers, figures, ROUNDS);
  } finally {
    receivers.stop();
    await killAllInstances();
  }
  rmSync(directory, { recursive: true });
  const { acknowledged, delivered, lost, repeated } = figures;
  t.true(acknowledged > 0 && delivered > 0);
  t.deepEqual({ lost, repeated }, { lost: 0, repeated: 0 });
});
