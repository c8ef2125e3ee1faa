import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const CALLS = ["fsync", "fdatasync"];

/** The command under which every wait for the disk of another takes so many microseconds longer. */
export const withSlowerDisk = (us: number): string[] => {
  const calls = CALLS.join(",");
  const inject = `inject=${calls}:delay_enter=${us}`;
  // -D: the tracer is a grandchild, and the process that was started is the one that is traced.
  const quiet = ["-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null"];
  return ["strace", ...quiet, "-e", `trace=${calls}`, "-e", inject];
};

/** How often a request waits for the disk, by strace's count; the reason where that cannot be had. */
export const fsyncsOf = async (
  pid: number,
  directory: string,
  ask: () => Promise<number>,
): Promise<number | string> => {
  const file = join(directory, "strace.txt");
  const args = ["-f", "-c", "-o", file, "-e", `trace=${CALLS.join(",")}`, "-p", String(pid)];
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
    .filter((fields) => CALLS.includes(fields.at(-1)!))
    .reduce((sum, fields) => sum + Number(fields[3]), 0);
  return calls / requests;
};
