import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

/** Where what is measured runs. */
export const SERVER_CORE = 0;
/** Where everything else does. */
export const LOAD_CORE = 1;

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill();
});
// Without a handler, a signal would leave them behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

/** Node on one core; its log goes to a file, as a service's does. `under`: a command that runs another. */
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

/** @throws where it ends without having printed a line */
export const firstLine = async (child: ChildProcess, log: string): Promise<string> => {
  const lines = createInterface({ input: child.stdout! });
  const line = once(lines, "line") as Promise<[string]>;
  const code = once(child, "exit").then(([status]) => {
    throw new Error(`exit ${status}; see ${log}`);
  });
  code.catch(() => {});
  const [text] = await Promise.race([line, code]);
  return text;
};
