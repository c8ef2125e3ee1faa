import { basename } from "node:path/posix";
import { getAsset, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a thread that runs a compiled script. The single executable has no files: the bundle of that script is
 * inside, under the script's name (`WORKER_SCRIPTS` in scripts/binary/bundle.ts).
 */
export const startThread = (script: URL, options: WorkerOptions): Worker =>
  isSea()
    ? new Worker(getAsset(basename(script.pathname), "utf8"), { ...options, eval: true })
    : new Worker(script, options);
