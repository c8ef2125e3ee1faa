import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { SERVER_CORE, startNode } from "../shared/processes.js";
import { withSlowerDisk } from "./fsyncs.js";

/** Of the clock that /proc counts in, everywhere that Node runs. */
const TICK_US = 10_000;
const RETRY_MS = 2;
const GIVE_UP_MS = 60_000;

/** How a server is started. The port is in the environment, as `PORT`. */
export interface Program {
  args: string[];
  env: NodeJS.ProcessEnv;
  log: string;
}

/** A server on its core. */
export interface Server {
  url: string;
  pid: number;
  /** Milliseconds from its start to its first answer. */
  startMs: number;
  /** User and system time of the process so far, in microseconds. */
  cpuUs: () => number;
  /** What of it is in memory, in bytes. */
  memory: () => number;
  stop: () => Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const answers = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const waitFor = async (url: string, child: ChildProcess, log: string): Promise<void> => {
  const end = performance.now() + GIVE_UP_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end)
      throw new Error(`${child.spawnargs.join(" ")} does not answer; see ${log}`);
    await setTimeout(RETRY_MS);
  }
};

const cpuUs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the command may have spaces in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
};

const memory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;

/** Resolves with its first answer, whatever that is. `fsyncUs`: how much longer each fsync is to take. */
export const startServer = async (
  { args, env, log }: Program,
  fsyncUs?: number,
): Promise<Server> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const under = fsyncUs === undefined ? [] : withSlowerDisk(fsyncUs);
  const child = startNode(SERVER_CORE, args, log, { ...env, PORT: String(port) }, under);
  child.stdout!.resume();
  try {
    await waitFor(`${url}/v1/recordings`, child, log);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const startMs = performance.now() - started;
  const pid = child.pid!;
  return {
    url,
    pid,
    startMs,
    cpuUs: () => cpuUs(pid),
    memory: () => memory(pid),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
};
