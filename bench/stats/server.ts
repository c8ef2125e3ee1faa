import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Quantiles } from "../notifier/message.js";
import type { Seeded } from "./seed.js";

const PACE_MS = 10;
const LOAD = join(import.meta.dirname, "load.js");

const lines = async function* (child: ChildProcess): AsyncGenerator<string> {
  yield* createInterface({ input: child.stdout! });
  throw new Error(`${child.spawnargs.join(" ")} ended early`);
};

const node = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });

/** The program as it is installed, over the file. */
export const startServer = async (
  { file, secretKey }: Pick<Seeded, "file" | "secretKey">,
  directory: string,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const log = openSync(join(directory, "stats-server.log"), "w");
  const child = spawn(process.execPath, ["bin/debrief.js", "serve"], {
    stdio: ["ignore", "pipe", log],
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${file}`,
      DEBRIEF_DATA_DIR: directory,
      DEBRIEF_SECRET_KEY: secretKey,
      PORT: "0",
    },
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, "exit");
  };
  for await (const line of lines(child))
    if (line.startsWith("listening ")) return { url: line.split(" ").at(-1)!, stop };
  throw new Error("the server did not start");
};

/** How long so many requests take, sent at a steady pace from a process of their own. */
export const times = async (url: string, key: string, count: number): Promise<Quantiles> => {
  const child = node([LOAD, url, key, String(PACE_MS), String(count)]);
  for await (const line of lines(child)) if (line !== "ready") return JSON.parse(line) as Quantiles;
  throw new Error("no figures");
};

/** Asks one thing after the other, from the first answer on until it is stopped. */
export const startLoop = async (url: string, key: string): Promise<() => Promise<void>> => {
  const child = node([LOAD, url, key]);
  for await (const line of lines(child)) if (line === "ready") break;
  return async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  };
};
