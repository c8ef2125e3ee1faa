import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { SERVER_CORE, startNode } from "../shared/processes.js";
import { buildSlowDiskCommand } from "./fsyncs.js";

/** The unit of CPU times in /proc: 100 ticks per second wherever Node runs. */
const TICK_US = 10_000;
const RETRY_MS = 2;
const START_TIMEOUT_MS = 60_000;

/** A server's command. It receives its port in `PORT`. */
export interface ServerProgram {
  args: string[];
  env: NodeJS.ProcessEnv;
  log: string;
}

/** A server running on its core. */
export interface MeasuredServer {
  url: string;
  pid: number;
  /** Time from the start to the first answer, in milliseconds. */
  startMs: number;
  /** User and system time of the process so far, in microseconds. */
  readCpuUs: () => number;
  /** Resident memory, in bytes. */
  readMemory: () => number;
  stop: () => Promise<void>;
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

const isAnswering = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const waitForResponse = async (url: string, child: ChildProcess, log: string): Promise<void> => {
  const end = performance.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end)
      throw new Error(`${child.spawnargs.join(" ")} does not answer; see ${log}`);
    await setTimeout(RETRY_MS);
  }
};

const readProcessCpuUs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command's name may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
};

const readProcessMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024;

/** Starts a server. Resolves with its first answer of any status. `fsyncUs`: the delay added to each fsync. */
export const startContender = async (
  { args, env, log }: ServerProgram,
  fsyncUs?: number,
): Promise<MeasuredServer> => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const under = fsyncUs === undefined ? [] : buildSlowDiskCommand(fsyncUs);
  const child = startNode(SERVER_CORE, args, log, { ...env, PORT: String(port) }, under);
  child.stdout!.resume();
  try {
    await waitForResponse(`${url}/v1/recordings`, child, log);
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
    readCpuUs: () => readProcessCpuUs(pid),
    readMemory: () => readProcessMemory(pid),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
};
