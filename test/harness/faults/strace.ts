import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";

const POLL_MS = 10;

/** Returns a directory for temporary data, in memory if possible. */
export const scratchDirectory = (): string => (existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

/** Explains why strace can't run here; undefined if it can. */
export const explainMissingStrace = (): string | undefined => {
  const { status } = spawnSync("strace", ["-D", "-f", "--seccomp-bpf", "-e", "trace=none", "true"]);
  return status === 0 ? undefined : "strace is missing or must not trace programs";
};

/** Lets strace detach when it receives a signal. */
export const DETACHABLE_FLAG = "-I2";

/** Stops the server at traced calls only. Prevents injected signals and detaching. */
export const SECCOMP_FLAG = "--seccomp-bpf";

/** Builds an instance's `wrapper`: strace runs next to the server, which stays our own child. */
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

/** Detaches strace from a server started with DETACHABLE_FLAG, which ends all injected faults. */
export const detachStrace = async (pid: number): Promise<void> => {
  const tracer = readTracerPid(pid);
  if (tracer !== 0) process.kill(tracer, "SIGTERM");
  while (readTracerPid(pid) !== 0) await setTimeout(POLL_MS);
};

/** Reads the whole trace after the server has exited: strace writes its end later. */
export const readTrace = async (output: string): Promise<Buffer> => {
  for (;;) {
    const log = readFileSync(output);
    if (/\+\+\+ (exited|killed) .*\+\+\+\n$/.test(log.subarray(-100).toString("latin1")))
      return log;
    await setTimeout(POLL_MS);
  }
};
