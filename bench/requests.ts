// Measures the cost of a request, compared with bare node:http and with hand-written Koa and Knex over the same
// recordings. Arguments: the sections (default: all). See bench/README.md.
import "reflect-metadata";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { PROFILES_DIRECTORY } from "./requests/contenders.js";
import { buildMemoryTable } from "./requests/memory-table.js";
import { buildTable } from "./requests/report.js";
import { runSection } from "./requests/run.js";
import { buildSections } from "./requests/sections.js";
import { seedRequests } from "./requests/seed.js";
import { buildStartTable } from "./requests/start-table.js";
import { LOAD_CORE } from "./shared/processes.js";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 100_000);
const LARGE_ROWS = Number(process.env["BENCH_MANY"] ?? 10 * ROWS);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 1_000_000);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";
const IS_PROFILED = process.env["BENCH_PROFILE"] === "1";
const DEEP_PAGE = 3000;

// Keeps this process away from the servers' core.
execFileSync("taskset", ["-a", "-c", "-p", String(LOAD_CORE), String(process.pid)]);
mkdirSync(DATA_DIRECTORY, { recursive: true });
const machineLoad = loadavg()[0]!.toFixed(1);
const data = await seedRequests(DATA_DIRECTORY, ROWS, DEEP_PAGE);
const settings = { rounds: ROUNDS, seconds: SECONDS, data: DATA_DIRECTORY };
const comparedSections = buildSections(
  data,
  async () => seedRequests(DATA_DIRECTORY, LARGE_ROWS, DEEP_PAGE),
  IS_PROFILED,
);
const sections: Record<string, () => Promise<string[]>> = {
  ...Object.fromEntries(
    Object.entries(comparedSections).map(([name, of]) => [
      name,
      async () => {
        const tables: string[] = [];
        for (const section of await of())
          tables.push(buildTable(section, await runSection(section, settings)));
        return tables;
      },
    ]),
  ),
  start: async () => [await buildStartTable(data, ROUNDS)],
  memory: async () => [await buildMemoryTable(data, REQUESTS, DATA_DIRECTORY)],
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sections);
const unknownSection = names.find((name) => !(name in sections));
if (unknownSection !== undefined) {
  console.error(
    `unknown section "${unknownSection}"; choose from ${Object.keys(sections).join(", ")}`,
  );
  process.exit(2);
}
const tables: string[] = [];
for (const name of names) tables.push(...(await sections[name]!()));

const date = new Date().toISOString().slice(0, 10);
const text = `# Requests, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk, synchronous=FULL; three organizations,
the first with ${data.rows} recordings, the others with a quarter each. The server on one core, the load on the
other; medians of ${ROUNDS} interleaved rounds of ${SECONDS} s. Load average before: ${machineLoad}.

CPU is user and system time of the server's process for each request. "Of the limit" and "times Koa + Knex" are
of CPU time, within a round: 1 is as much as it, more is better. Bytes are of the first body.

${tables.join("\n")}`;
console.log(text);
// Only a complete run without profiling may write the results file.
if (names.length === Object.keys(sections).length && !IS_PROFILED) {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/requests-${date}.md`, text);
} else
  console.error(
    IS_PROFILED ? `profiles are in ${PROFILES_DIRECTORY}` : "not written down: not all of it ran",
  );
