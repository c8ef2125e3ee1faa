import { getAsset, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a thread that runs a compiled file of this folder. The single executable has no folder: the bundle of
 * that file is inside, under the file's name (`WORKER_SCRIPTS` in scripts/binary/bundle.ts).
 */
export const startThread = (file: string, options: WorkerOptions): Worker =>
  isSea()
    ? new Worker(getAsset(file, "utf8"), { ...options, eval: true })
    : new Worker(new URL(file, import.meta.url), options);
