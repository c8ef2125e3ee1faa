import { once } from "node:events";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { firstLine, LOAD_CORE, SERVER_CORE, startNode } from "../shared/processes.js";

const DATA = "build/bench-data";
const LOG = join(DATA, "stderr.log");

mkdirSync(DATA, { recursive: true });

/** A script of ours, as it was compiled. */
export const own = (name: string): string => join(import.meta.dirname, `${name}.js`);

/** A copy of the reference script, from where it finds the project's got. */
export const copyReference = (file: string): string => {
  const copy = join(DATA, "reference.mjs");
  copyFileSync(file, copy);
  return copy;
};

/** Runs a script on the sender's core; returns what it printed as JSON. */
export const measure = async <T>(...args: unknown[]): Promise<T> => {
  const child = startNode(SERVER_CORE, args, LOG);
  const ended = once(child, "exit");
  const figures = JSON.parse(await firstLine(child, LOG)) as T;
  await ended;
  return figures;
};

/** A receiver on a core of its own. */
export const startReceiver = async (
  ...args: unknown[]
): Promise<{ port: number; stop: () => void }> => {
  const child = startNode(LOAD_CORE, args, LOG);
  return { port: Number(await firstLine(child, LOG)), stop: () => void child.kill() };
};
