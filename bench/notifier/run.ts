import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const DATA = "build/bench-data";
const SENDER = 0;
const RECEIVER = 1;

mkdirSync(DATA, { recursive: true });

/** A script of ours, as it was compiled. */
export const own = (name: string): string => join(import.meta.dirname, `${name}.js`);

/** A copy of the reference script, from where it finds the project's got. */
export const copyReference = (file: string): string => {
  const copy = join(DATA, "reference.mjs");
  copyFileSync(file, copy);
  return copy;
};

/** Node on one core; its log goes to a file, as a service's does. */
const start = (core: number, args: readonly unknown[]): ChildProcess => {
  const log = openSync(join(DATA, "stderr.log"), "w");
  const child = spawn("taskset", ["-c", String(core), process.execPath, ...args.map(String)], {
    stdio: ["ignore", "pipe", log],
  });
  closeSync(log);
  return child;
};

const firstLine = async (child: ChildProcess): Promise<string> => {
  const lines = createInterface({ input: child.stdout! });
  const line = once(lines, "line") as Promise<[string]>;
  const code = once(child, "exit").then(([status]) => {
    throw new Error(`exit ${status}; see ${DATA}/stderr.log`);
  });
  code.catch(() => {});
  const [text] = await Promise.race([line, code]);
  return text;
};

/** Runs a script on the sender's core; returns what it printed as JSON. */
export const measure = async <T>(...args: unknown[]): Promise<T> => {
  const child = start(SENDER, args);
  const ended = once(child, "exit");
  const figures = JSON.parse(await firstLine(child)) as T;
  await ended;
  return figures;
};

/** A receiver on a core of its own. */
export const startReceiver = async (
  ...args: unknown[]
): Promise<{ port: number; stop: () => void }> => {
  const child = start(RECEIVER, args);
  return { port: Number(await firstLine(child)), stop: () => void child.kill() };
};
