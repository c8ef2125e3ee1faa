import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";

const POLL_MS = 10;

/** What files of servers that are killed are best kept in: they are many, and need outlive nothing. */
export const scratchDirectory = (): string => (existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

/** Why nothing can be injected or recorded here; undefined where it can be. */
export const explainMissingStrace = (): string | undefined => {
  const { status } = spawnSync("strace", ["-D", "-f", "--seccomp-bpf", "-e", "trace=none", "true"]);
  return status === 0 ? undefined : "there is no strace here that may trace a program";
};

/** With it, strace leaves when it is told to. */
export const DETACHABLE_FLAG = "-I2";

/** Stops the server at what is traced only. Signals cannot be injected with it, and strace cannot leave. */
export const SECCOMP_FLAG = "--seccomp-bpf";

/** For `under` of an instance: strace beside the server, which stays our own child. */
export const buildStraceCommand = (output: string, ...args: string[]): string[] => [
  "strace",
  "-D",
  "-f",
  "-o",
  output,
  ...args,
];

const readTracerPid = (pid: number): number =>
  Number(/^TracerPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

/** Lets a server that is traced LEAVING go on as if nothing had ever been injected. */
export const detachStrace = async (pid: number): Promise<void> => {
  const tracer = readTracerPid(pid);
  if (tracer !== 0) process.kill(tracer, "SIGTERM");
  while (readTracerPid(pid) !== 0) await setTimeout(POLL_MS);
};

/** The whole of what was traced, once the server has ended: strace writes the end of it later. */
export const readTrace = async (output: string): Promise<Buffer> => {
  for (;;) {
    const log = readFileSync(output);
    if (/\+\+\+ (exited|killed) .*\+\+\+\n$/.test(log.subarray(-100).toString("latin1")))
      return log;
    await setTimeout(POLL_MS);
  }
};
