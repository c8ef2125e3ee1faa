import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createRandom } from "../../../src/demo/random.js";
import {
  killAfter,
  killAtStep,
  measureRestore,
  prepareMaterial,
} from "../../harness/backup/kill-restore.js";
import { backUpOnline } from "../../harness/backup/online-backup.js";
import { killAllInstances } from "../../harness/crash/server-process.js";

// A short version of npm run test:backup.
const BACKUPS = 2;
const STEPS = 3;
const KILLS = 2;

let directory: string;

test.before(() => {
  directory = mkdtempSync(join(tmpdir(), "debrief-backup-"));
});

test.after.always(async () => {
  await killAllInstances();
  rmSync(directory, { recursive: true });
});

test.serial("a backup contains every change acknowledged before it began", async (t) => {
  const { backups, acknowledgedMeanwhile } = await backUpOnline(directory, BACKUPS);
  t.is(backups, BACKUPS);
  t.true(acknowledgedMeanwhile > 0);
});

test.serial("a killed restore leaves a usable database and can be repeated", async (t) => {
  const seed = 1;
  t.log(`seed ${seed}`);
  const random = createRandom(seed);
  const material = await prepareMaterial(join(directory, "kills"));
  const { steps, ms } = await measureRestore(material);
  // The last steps replace one database with the other.
  for (let step = steps - STEPS; step < steps; step += 1)
    await t.notThrowsAsync(killAtStep(material, step));
  for (let kill = 0; kill < KILLS; kill += 1)
    await t.notThrowsAsync(killAfter(material, `kill-${kill}`, random.next() * ms));
});
