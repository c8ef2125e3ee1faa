import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Quantiles } from "../notifier/message.js";
import type { StatsSeed } from "./seed.js";

const PACE_MS = 10;
const LOAD_SCRIPT = join(import.meta.dirname, "load.js");

const readLines = async function* (child: ChildProcess): AsyncGenerator<string> {
  yield* createInterface({ input: child.stdout! });
  throw new Error(`${child.spawnargs.join(" ")} ended early`);
};

const startNodeProcess = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });

/** Starts the installed program over the file. */
export const startDebrief = async (
  { file, secretKey }: Pick<StatsSeed, "file" | "secretKey">,
  directory: string,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> => {
  const log = openSync(join(directory, "stats-server.log"), "w");
  const child = spawn(process.execPath, ["bin/debrief.js", "serve"], {
    stdio: ["ignore", "pipe", log],
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${file}`,
      DEBRIEF_DATA_DIR: directory,
      DEBRIEF_ANALYZER: "external",
      DEBRIEF_SECRET_KEY: secretKey,
      PORT: "0",
    },
  });
  closeSync(log);
  process.once("exit", () => child.kill());
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, "exit");
  };
  for await (const line of readLines(child))
    if (line.startsWith("listening "))
      return { url: line.split(" ").at(-1)!, pid: child.pid!, stop };
  throw new Error("the server did not start");
};

/** Measures requests sent at a steady pace from another process. */
export const measureTimes = async (url: string, key: string, count: number): Promise<Quantiles> => {
  const child = startNodeProcess([LOAD_SCRIPT, url, key, String(PACE_MS), String(count)]);
  for await (const line of readLines(child))
    if (line !== "ready") return JSON.parse(line) as Quantiles;
  throw new Error("no figures");
};

/** Sends requests one after the other until stopped. Resolves after the first answer. */
export const startRequestLoop = async (url: string, key: string): Promise<() => Promise<void>> => {
  const child = startNodeProcess([LOAD_SCRIPT, url, key]);
  for await (const line of readLines(child)) if (line === "ready") break;
  return async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
  };
};
