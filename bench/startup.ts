// Measures the program's size, its time to the first answer, and its idle memory. See bench/README.md.
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

interface MeasuredProgram {
  name: string;
  command: string[];
  starts: number[];
  /** Starts that create the data directory. */
  firstStarts: number[];
  /** CPU time until the answer, in milliseconds; a busy machine changes it little. */
  cpu: number[];
  rss: number[];
  pss: number[];
  /** Anonymous memory. File pages may be shared and depend on the page cache. */
  anonymous: number[];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const startProgram = async (command: string[], directory: string) => {
  const [program, ...args] = [...command, "serve"];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], DEBRIEF_DATA_DIR: directory, PORT: "0", LOG_LEVEL: "silent" },
  });
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith("listening ")) return { child, url: line.split(" ").at(-1)! };
  throw new Error(`${program} did not start`);
};

const stopProgram = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit");
  child.kill();
  await ended;
};

const TICK_MS = 10;

const readCpuMs = ({ pid }: ChildProcess): number => {
  const [, stat] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = stat!.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
};

const parseMegabytes = (rollup: string, name: string): number =>
  Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(rollup)?.[1]) / 1024;

/** Returns the milliseconds until the first answer. */
const startAndAsk = async (
  command: string[],
  directory: string,
): Promise<{ child: ChildProcess; ms: number }> => {
  const began = performance.now();
  const { child, url } = await startProgram(command, directory);
  const { apiKey } = JSON.parse(readFileSync(join(directory, "first-organization.json"), "utf8"));
  const { status } = await fetch(`${url}/v1/recordings`, { headers: { "x-api-key": apiKey } });
  if (status !== 200) throw new Error(`answered ${status}`);
  return { child, ms: performance.now() - began };
};

const withNewDirectory = async <T>(work: (directory: string) => Promise<T>): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-startup-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const measureFirstStart = async (one: MeasuredProgram): Promise<void> =>
  withNewDirectory(async (directory) => {
    const { child, ms } = await startAndAsk(one.command, directory);
    one.firstStarts.push(ms);
    await stopProgram(child);
  });

/** Starts the program over an existing database. `idle`: also measures the memory some seconds later. */
const measureStart = async (
  one: MeasuredProgram,
  directory: string,
  idle: boolean,
): Promise<void> => {
  const { child, ms } = await startAndAsk(one.command, directory);
  one.starts.push(ms);
  one.cpu.push(readCpuMs(child));
  if (idle) {
    await pause(IDLE_MS);
    const rollup = readFileSync(`/proc/${child.pid}/smaps_rollup`, "utf8");
    one.rss.push(parseMegabytes(rollup, "Rss"));
    one.pss.push(parseMegabytes(rollup, "Pss"));
    one.anonymous.push(parseMegabytes(rollup, "Pss_Anon"));
  }
  await stopProgram(child);
};

const formatSizes = (file: string): string[] => {
  if (file !== BINARY)
    return [existsSync(file) ? `${(statSync(file).size / 1e6).toFixed(1)} MB` : "", ""];
  const packed = execFileSync("xz", ["-9e", "-T1", "-c", file], { maxBuffer: 2 ** 28 }).length;
  return [statSync(file).size, packed].map((size) => `${(size / 1e6).toFixed(1)} MB`);
};

const measured: MeasuredProgram[] = [
  ...[BINARY, ...process.argv.slice(2)].map((file) => ({ name: file, command: [file] })),
  { name: "node bin/debrief.js", command: [process.execPath, "bin/debrief.js"] },
].map((one) => ({ ...one, starts: [], firstStarts: [], cpu: [], rss: [], pss: [], anonymous: [] }));

await withNewDirectory(async (directory) => {
  await stopProgram((await startProgram(measured[0]!.command, directory)).child);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const one of measured) {
      await measureStart(one, directory, round % 4 === 0);
      await measureFirstStart(one);
    }
});

console.log(
  "| | size | as xz -9e | start to first answer | of it CPU | in a new directory | idle: RSS | PSS | anonymous |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const { name, starts, firstStarts, cpu, rss, pss, anonymous } of measured) {
  const memory = [rss, pss, anonymous].map((values) => `${Math.round(median(values))} MiB`);
  const cells = [
    `\`${name}\``,
    ...formatSizes(name),
    ...[starts, cpu, firstStarts].map((values) => `${Math.round(median(values))} ms`),
    ...memory,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
