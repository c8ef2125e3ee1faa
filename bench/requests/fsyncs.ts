import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const SYNC_CALLS = ["fsync", "fdatasync"];

/** Returns the strace command that delays each fsync of a program by some microseconds. */
export const buildSlowDiskCommand = (us: number): string[] => {
  const calls = SYNC_CALLS.join(",");
  const inject = `inject=${calls}:delay_enter=${us}`;
  // -D makes the tracer a grandchild, so that the started process is the traced one.
  const quiet = ["-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null"];
  return ["strace", ...quiet, "-e", `trace=${calls}`, "-e", inject];
};

/** Counts fsyncs per request with strace. Returns the reason if that fails. */
export const countFsyncs = async (
  pid: number,
  directory: string,
  ask: () => Promise<number>,
): Promise<number | string> => {
  const file = join(directory, "strace.txt");
  const args = ["-f", "-c", "-o", file, "-e", `trace=${SYNC_CALLS.join(",")}`, "-p", String(pid)];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(strace, "exit").then(
    () => "strace cannot attach",
    () => "no strace here",
  );
  const attached = once(createInterface({ input: strace.stderr }), "line") as Promise<[string]>;
  const outcome = await Promise.race([attached, ended]);
  if (typeof outcome === "string") return outcome;
  if (!outcome[0].includes("attached")) return outcome[0];
  const requests = await ask();
  strace.kill("SIGINT");
  await ended;
  const calls = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => SYNC_CALLS.includes(fields.at(-1)!))
    .reduce((sum, fields) => sum + Number(fields[3]), 0);
  return calls / requests;
};
