import { once } from "node:events";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readFirstLine, LOAD_CORE, SERVER_CORE, startNode } from "../shared/processes.js";

const DATA_DIRECTORY = "build/bench-data";
const LOG_FILE = join(DATA_DIRECTORY, "stderr.log");

mkdirSync(DATA_DIRECTORY, { recursive: true });

/** Returns the path of a compiled script of this folder. */
export const scriptPath = (name: string): string => join(import.meta.dirname, `${name}.js`);

/** Copies the reference script to a place where it finds the project's got. */
export const copyReference = (file: string): string => {
  const copy = join(DATA_DIRECTORY, "reference.mjs");
  copyFileSync(file, copy);
  return copy;
};

/** Runs a script on the sender's core. Returns the JSON that it printed. */
export const runScript = async <T>(...args: unknown[]): Promise<T> => {
  const child = startNode(SERVER_CORE, args, LOG_FILE);
  const ended = once(child, "exit");
  const figures = JSON.parse(await readFirstLine(child, LOG_FILE)) as T;
  await ended;
  return figures;
};

/** Starts a receiver on its own core. */
export const startReceiverProcess = async (
  ...args: unknown[]
): Promise<{ port: number; stop: () => void }> => {
  const child = startNode(LOAD_CORE, args, LOG_FILE);
  return { port: Number(await readFirstLine(child, LOG_FILE)), stop: () => void child.kill() };
};
