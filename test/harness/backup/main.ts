// Backs up a database under full write load, restores each backup and compares. Then kills
// restores:
// npm run test:backup -- [--backups 200] [--kills 100] [--seed n] [--directory /tmp]
// Prints one line of figures for each part. On a failure, exits with 1 and keeps the directory.
import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../../../src/demo/random.js";
import { killAllInstances } from "../crash/server-process.js";
import { killAfter, killAtStep, measureRestore, prepareMaterial } from "./kill-restore.js";
import { backUpOnline } from "./online-backup.js";

const { values } = parseArgs({
  options: {
    backups: { type: "string", default: "200" },
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    directory: { type: "string", default: tmpdir() },
  },
});

const PROGRESS_EVERY = 20;

const directory = mkdtempSync(join(values.directory, "debrief-backup-"));
const random = createRandom(Number(values.seed));
console.log(`seed ${values.seed}`);
try {
  const figures = await backUpOnline(directory, Number(values.backups), (progress) => {
    if (progress.backups % PROGRESS_EVERY === 0) console.log(JSON.stringify(progress));
  });
  console.log(`\nonline backups: ${JSON.stringify(figures)}\n`);
  const material = await prepareMaterial(join(directory, "kills"));
  const { steps, ms } = await measureRestore(material);
  let unfinished = 0;
  for (let step = 0; step < steps; step += 1) await killAtStep(material, step);
  for (let kill = 0; kill < Number(values.kills); kill += 1)
    if (await killAfter(material, `kill-${kill}`, random.next() * ms)) unfinished += 1;
  console.log(
    `\nkilled restores: ${steps}, one at each step, and ${values.kills} at random times, ${unfinished} of them unfinished; 0 lost\n`,
  );
  rmSync(directory, { recursive: true });
} catch (error) {
  console.error(`\nBROKEN, see ${directory}:\n  ${(error as Error).stack}`);
  process.exitCode = 1;
} finally {
  await killAllInstances();
}
