import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { createRandom } from "../src/demo/random.js";
import { killAfter, killAt, measure, prepare } from "./backup/killed.js";
import { backUpOnline } from "./backup/online.js";
import { killAll } from "./crash/instance.js";
import "./helpers/once.js";

// The short version of npm run test:backup.
const BACKUPS = 2;
const STEPS = 3;
const KILLS = 2;

let directory: string;

test.before(() => {
  directory = mkdtempSync(join(tmpdir(), "debrief-backup-"));
});

test.after.always(async () => {
  await killAll();
  rmSync(directory, { recursive: true });
});

test.serial("a backup has all that was acknowledged before it began", async (t) => {
  const { backups, meanwhile } = await backUpOnline(directory, BACKUPS);
  t.is(backups, BACKUPS);
  t.true(meanwhile > 0);
});

test.serial(
  "a restore that is killed leaves a usable database, and can be run again",
  async (t) => {
    const seed = 1;
    t.log(`seed ${seed}`);
    const random = createRandom(seed);
    const material = await prepare(join(directory, "kills"));
    const { steps, ms } = await measure(material);
    // The last ones are where one database takes the other's place.
    for (let step = steps - STEPS; step < steps; step += 1)
      await t.notThrowsAsync(killAt(material, step));
    for (let kill = 0; kill < KILLS; kill += 1)
      await t.notThrowsAsync(killAfter(material, `kill-${kill}`, random.next() * ms));
  },
);
