// Compares this version with another one, request by request. Argument: the folder of the other version, built, with
// the data of its `npm run bench`. See bench/README.md.
import "reflect-metadata";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { type MeasuredContender, runSection } from "./requests/run.js";
import type { RequestsSeed } from "./requests/seed.js";
import { buildVersionSections } from "./requests/version-sections.js";
import { LOAD_CORE } from "./shared/processes.js";
import { computeInterval } from "./shared/interval.js";
import { formatRow, formatRule, median } from "./shared/table.js";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 100_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 20);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";

const [otherFolder, ...names] = process.argv.slice(2);
if (otherFolder === undefined) {
  console.error("name the folder of the other version");
  process.exit(2);
}

/** Copies the other version's data, which only a newer version can open. */
const copyData = (name: string): RequestsSeed => {
  const from = join(otherFolder, "build/bench-data", `requests-${ROWS}.db`);
  const file = join(DATA_DIRECTORY, `versions-${name}.db`);
  mkdirSync(DATA_DIRECTORY, { recursive: true });
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  copyFileSync(from, file);
  return { ...(JSON.parse(readFileSync(`${from}.json`, "utf8")) as RequestsSeed), file };
};

const formatCpu = ({ rounds }: MeasuredContender) =>
  median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(1);
const formatP99 = ({ rounds }: MeasuredContender) =>
  median(rounds.map((round) => round.p99)).toFixed(1);

execFileSync("taskset", ["-a", "-c", "-p", String(LOAD_CORE), String(process.pid)]);
const machineLoad = loadavg()[0]!.toFixed(1);
const sections = buildVersionSections({
  base: { folder: resolve(otherFolder), data: copyData("base") },
  head: { folder: process.cwd(), data: copyData("head") },
});
const columns = ["", "base µs", "head µs", "head / base", "95 % interval", "p99 ms", "server busy"];
console.log(
  `CPU time per request, ${ROUNDS} interleaved rounds of ${SECONDS} s. ${cpus()[0]!.model}.`,
);
console.log(
  `Load average before: ${machineLoad}.\n\n${formatRow(columns)}\n${formatRule(columns)}`,
);
for (const section of sections) {
  if (names.length > 0 && !names.includes(section.name)) continue;
  const measured = await runSection(section, {
    rounds: ROUNDS,
    seconds: SECONDS,
    data: DATA_DIRECTORY,
  });
  // In the order of the section's contenders.
  const [base, head] = measured as [MeasuredContender, MeasuredContender];
  const ratios = head.rounds.map(({ cpuUs }, round) => cpuUs / base.rounds[round]!.cpuUs);
  const { ratio, low, high } = computeInterval(ratios);
  console.log(
    formatRow([
      section.title,
      formatCpu(base),
      formatCpu(head),
      ratio.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
      `${formatP99(base)}, ${formatP99(head)}`,
      median(head.rounds.map((round) => round.serverBusyShare)).toFixed(2),
    ]),
  );
}
process.exit(0);
