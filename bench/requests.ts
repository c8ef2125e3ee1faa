// What a request costs debrief, beside bare node:http and beside Koa and Knex by hand, over the same
// recordings. Arguments: the sections, all if there are none. See bench/README.md.
import "reflect-metadata";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { PROFILES } from "./requests/contenders.js";
import { memoryTable } from "./requests/memory.js";
import { tableOf } from "./requests/report.js";
import { run } from "./requests/run.js";
import { sectionsOf } from "./requests/sections.js";
import { seeded } from "./requests/seed.js";
import { startTable } from "./requests/start.js";
import { LOAD_CORE } from "./shared/processes.js";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 100_000);
const MANY = Number(process.env["BENCH_MANY"] ?? 10 * ROWS);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 1_000_000);
const DATA = process.env["BENCH_DATA"] ?? "build/bench-data";
const PROFILED = process.env["BENCH_PROFILE"] === "1";
const DEEP_PAGE = 3000;

// Whatever this process does must not disturb the servers.
execFileSync("taskset", ["-a", "-c", "-p", String(LOAD_CORE), String(process.pid)]);
mkdirSync(DATA, { recursive: true });
const busy = loadavg()[0]!.toFixed(1);
const data = await seeded(DATA, ROWS, DEEP_PAGE);
const settings = { rounds: ROUNDS, seconds: SECONDS, data: DATA };
const compared = sectionsOf(data, async () => seeded(DATA, MANY, DEEP_PAGE), PROFILED);
const sections: Record<string, () => Promise<string[]>> = {
  ...Object.fromEntries(
    Object.entries(compared).map(([name, of]) => [
      name,
      async () => {
        const tables: string[] = [];
        for (const section of await of())
          tables.push(tableOf(section, await run(section, settings)));
        return tables;
      },
    ]),
  ),
  start: async () => [await startTable(data, ROUNDS)],
  memory: async () => [await memoryTable(data, REQUESTS, DATA)],
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sections);
const unknown = names.find((name) => !(name in sections));
if (unknown !== undefined) {
  console.error(`no section "${unknown}"; there are ${Object.keys(sections).join(", ")}`);
  process.exit(2);
}
const tables: string[] = [];
for (const name of names) tables.push(...(await sections[name]!()));

const date = new Date().toISOString().slice(0, 10);
const text = `# Requests, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk, synchronous=FULL; three organizations,
the first with ${data.rows} recordings, the others with a quarter each. The server on one core, the load on the
other; medians of ${ROUNDS} interleaved rounds of ${SECONDS} s. Load average before: ${busy}.

CPU is user and system time of the server's process for each request. "Of the limit" and "times Koa + Knex" are
of CPU time, within a round: 1 is as much as it, more is better. Bytes are of the first body.

${tables.join("\n")}`;
console.log(text);
// What a part of it or a profiled run shows must not stand where the figures are looked up.
if (names.length === Object.keys(sections).length && !PROFILED) {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/requests-${date}.md`, text);
} else
  console.error(PROFILED ? `profiles are in ${PROFILES}` : "not written down: not all of it ran");
