// How large the program is, how soon it answers, and what it takes when idle. See bench/README.md.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 10);
const IDLE_MS = 5_000;
const BINARY = "dist/debrief";

interface Measured {
  name: string;
  command: string[];
  starts: number[];
  /** CPU time until the answer, in milliseconds: what a busy machine does not change much. */
  cpu: number[];
  rss: number[];
  pss: number[];
  /** What is not of a file: the rest may be shared, and depends on how the file lies in the page cache. */
  anonymous: number[];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const start = async (command: string[], directory: string) => {
  const [program, ...args] = [...command, "serve"];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], DEBRIEF_DATA_DIR: directory, PORT: "0", LOG_LEVEL: "silent" },
  });
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("listening ")) return { child, url: line.split(" ").at(-1)! };
  throw new Error(`${program} did not start`);
};

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit");
  child.kill();
  await ended;
};

const TICK_MS = 10;

const cpuOf = ({ pid }: ChildProcess): number => {
  const [, stat] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = stat!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
};

const megabytes = (rollup: string, name: string): number =>
  Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(rollup)?.[1]) / 1024;

/** A start over a database that is there; `idle`: and then the memory, some seconds after the answer. */
const measure = async (one: Measured, directory: string, idle: boolean): Promise<void> => {
  const { apiKey } = JSON.parse(readFileSync(join(directory, "first-organization.json"), "utf8"));
  const began = performance.now();
  const { child, url } = await start(one.command, directory);
  const { status } = await fetch(`${url}/v1/recordings`, { headers: { "x-api-key": apiKey } });
  if (status !== 200) throw new Error(`answered ${status}`);
  one.starts.push(performance.now() - began);
  one.cpu.push(cpuOf(child));
  if (idle) {
    await pause(IDLE_MS);
    const rollup = readFileSync(`/proc/${child.pid}/smaps_rollup`, "utf8");
    one.rss.push(megabytes(rollup, "Rss"));
    one.pss.push(megabytes(rollup, "Pss"));
    one.anonymous.push(megabytes(rollup, "Pss_Anon"));
  }
  await stop(child);
};

const sizes = (file: string): string[] => {
  if (file !== BINARY)
    return [existsSync(file) ? `${(statSync(file).size / 1e6).toFixed(1)} MB` : "", ""];
  const packed = execFileSync("xz", ["-9e", "-T1", "-c", file], { maxBuffer: 2 ** 28 }).length;
  return [statSync(file).size, packed].map((size) => `${(size / 1e6).toFixed(1)} MB`);
};

const measured: Measured[] = [
  ...[BINARY, ...process.argv.slice(2)].map((file) => ({ name: file, command: [file] })),
  { name: "node bin/debrief.js", command: [process.execPath, "bin/debrief.js"] },
].map((one) => ({ ...one, starts: [], cpu: [], rss: [], pss: [], anonymous: [] }));

const directory = mkdtempSync(join(tmpdir(), "debrief-startup-"));
try {
  await stop((await start(measured[0]!.command, directory)).child);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const one of measured) await measure(one, directory, round % 4 === 0);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

console.log(
  "| | size | as xz -9e | start to first answer | of it CPU | idle: RSS | PSS | anonymous |",
);
console.log("|---|---|---|---|---|---|---|---|");
for (const { name, starts, cpu, rss, pss, anonymous } of measured) {
  const memory = [rss, pss, anonymous].map((values) => `${Math.round(median(values))} MiB`);
  const cells = [
    `\`${name}\``,
    ...sizes(name),
    ...[starts, cpu].map((values) => `${Math.round(median(values))} ms`),
    ...memory,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
