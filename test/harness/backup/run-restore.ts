// Restores a backup and kills itself:
// node run-restore.js <data directory> <backup> step <n>: before file system change n; -1 for never
// node run-restore.js <data directory> <backup> after <milliseconds>
// Prints the number of changes and the milliseconds of a complete restore.
import fs from "node:fs";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { Worker } from "node:worker_threads";
import { restoreBackup } from "../../../src/upkeep/backup/restore-backup.js";
import { readConfig } from "../../../src/base/config/config.js";

const [directory, backup, mode, at] = process.argv.slice(2);
const FS_CHANGES = [
  "copyFileSync",
  "chmodSync",
  "renameSync",
  "linkSync",
  "rmSync",
  "writeFileSync",
  "fsyncSync",
] as const;

let steps = 0;
for (const name of FS_CHANGES) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (mode === "step" && steps === Number(at)) process.kill(process.pid, "SIGKILL");
      steps += 1;
      return real(...args);
    },
  });
}
syncBuiltinESMExports();
process.umask(0o077);
if (mode === "after") {
  // A restore is synchronous, so a timer on its own thread would never fire.
  const killer = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     parentPort.postMessage("ready");
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData);
     process.kill(process.pid, "SIGKILL");`,
    { eval: true, workerData: Number(at) },
  );
  await once(killer, "message");
}
const startedAt = performance.now();
const config = readConfig({}, { HOME: directory, DEBRIEF_DATA_DIR: directory }, directory);
restoreBackup(config, backup!, Date.now());
fs.writeSync(1, `${JSON.stringify({ steps, ms: performance.now() - startedAt })}\n`);
process.exit(0);
