import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

/** The core of the measured process. */
export const SERVER_CORE = 0;
/** The core of all other processes. */
export const LOAD_CORE = 1;

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill();
});
// Without a handler, a signal would leave child processes running.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

/** Starts Node on one core with its log in a file. `under`: a command that runs it, for example strace. */
export const startNode = (
  core: number,
  args: readonly unknown[],
  log: string,
  env: NodeJS.ProcessEnv = {},
  under: readonly string[] = [],
): ChildProcess => {
  mkdirSync(dirname(log), { recursive: true });
  const stderr = openSync(log, "w");
  const command = [...under, process.execPath, ...args.map(String)];
  const child = spawn("taskset", ["-c", String(core), ...command], {
    stdio: ["pipe", "pipe", stderr],
    env: { ...process.env, ...env },
  });
  closeSync(stderr);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
};

/** Resolves with the first line printed. @throws if the process ends before that */
export const readFirstLine = async (child: ChildProcess, log: string): Promise<string> => {
  const lines = createInterface({ input: child.stdout! });
  const line = once(lines, "line") as Promise<[string]>;
  const code = once(child, "exit").then(([status]) => {
    throw new Error(`exit ${status}; see ${log}`);
  });
  code.catch(() => {});
  const [text] = await Promise.race([line, code]);
  return text;
};
