import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { basename } from "node:path/posix";
import { getAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";

/** The executable's first argument for running an embedded script instead of a command. */
export const SCRIPT_ARGUMENT = "--run-script";

/**
 * Starts a process that runs a compiled script, with a message channel and without the environment, which contains
 * secrets. The single executable runs itself (`runScript`). `heapMib` limits V8's heap; the executable ignores it,
 * because its options are embedded.
 */
export const startProcess = (script: URL, { heapMib }: { heapMib: number }): ChildProcess =>
  spawn(
    process.execPath,
    isSea()
      ? [SCRIPT_ARGUMENT, basename(script.pathname)]
      : [`--max-old-space-size=${heapMib}`, fileURLToPath(script)],
    // JSON would repeat shared objects, such as the attendees of a series.
    { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"], serialization: "advanced" },
  );

/** Runs a script of the single executable in this process (`startProcess`). */
export const runScript = (file: string): void => {
  // Bundled modules have `__filename` for their URL, and libraries look for files in `__dirname`.
  const names = ["require", "__filename", "__dirname"];
  const run = compileFunction(getAsset(file, "utf8"), names, { filename: file });
  (run as (require: NodeJS.Require, file: string, directory: string) => void)(
    createRequire(process.execPath),
    process.execPath,
    dirname(process.execPath),
  );
};
