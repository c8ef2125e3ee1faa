// Restores a backup and dies: node die.js <data directory> <backup> step <n>, just before its nth change of
// the file system; or after <milliseconds>. `step -1`: lives. Says how many changes and milliseconds it took.
import fs from "node:fs";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { Worker } from "node:worker_threads";
import { restoreBackup } from "../../../src/backup/restore-backup.js";
import { readConfig } from "../../../src/config/config.js";

const [directory, backup, how, when] = process.argv.slice(2);
const FS_CHANGES = [
  "copyFileSync",
  "chmodSync",
  "renameSync",
  "linkSync",
  "rmSync",
  "writeFileSync",
  "fsyncSync",
] as const;

let done = 0;
for (const name of FS_CHANGES) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (how === "step" && done === Number(when)) process.kill(process.pid, "SIGKILL");
      done += 1;
      return real(...args);
    },
  });
}
syncBuiltinESMExports();
process.umask(0o077);
if (how === "after") {
  // A restore lets no timer of its own thread run.
  const killer = new Worker(
    `const { parentPort, workerData } = require("node:worker_threads");
     parentPort.postMessage("ready");
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData);
     process.kill(process.pid, "SIGKILL");`,
    { eval: true, workerData: Number(when) },
  );
  await once(killer, "message");
}
const began = performance.now();
const config = readConfig({}, { HOME: directory, DEBRIEF_DATA_DIR: directory }, directory);
restoreBackup(config, backup!, Date.now());
fs.writeSync(1, `${JSON.stringify({ steps: done, ms: performance.now() - began })}\n`);
process.exit(0);
