import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { runClock } from "../../harness/clock/run-clock.js";
import { killAllInstances } from "../../harness/crash/server-process.js";
import { runMaintenance } from "../../harness/maintenance/run-maintenance.js";

const root = mkdtempSync(join(tmpdir(), "debrief-maintenance-"));

test.after.always(async () => {
  await killAllInstances();
  rmSync(root, { recursive: true, force: true });
});

// A short version of npm run test:faults -- maintenance.
test.serial("an operator's commands beside a busy server damage and lose nothing", async (t) => {
  t.timeout(180_000);
  const figures = await runMaintenance(join(root, "maintenance"), { seed: 1, count: 6 });
  t.true(figures.acknowledged > 0);
});

// A short version of npm run test:faults -- clock.
test.serial("starts by wrong clocks delete nothing until an admin confirms one", async (t) => {
  t.timeout(180_000);
  const figures = await runClock(join(root, "clock"), { seed: 1, count: 3 });
  t.is(figures.recordings, 3);
});
