// Measures statistics against the direct aggregate over the same rows, and their effect on other requests.
// See bench/README.md.
import "reflect-metadata";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import Database from "better-sqlite3";
import { connect } from "../db/engine/connect.js";
import { listUsers } from "../db/people/users.js";
import { createReader } from "../src/base/workers/reader.js";
import { formatRow, median, formatRule } from "./shared/table.js";
import { type StatsCase, buildStatsCases, buildStatsPath, buildStatsQuery } from "./stats/cases.js";
import { DirectQueries } from "./stats/direct-queries.js";
import { assertSame } from "./stats/assert-same.js";
import { type StatsSeed, seedStats } from "./stats/seed.js";
import { startRequestLoop, startDebrief, measureTimes } from "./stats/server.js";
import { statsRead } from "../graph/stats/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 1_000_000);
const REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 500);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";
const LIST = "/v1/recordings?limit=25";

interface Cost<T> {
  /** CPU time of all threads of this process, in milliseconds. */
  cpuMs: number;
  /** Wall-clock time, in milliseconds. */
  elapsedMs: number;
  result: T;
}

const measureCost = async <T>(work: () => T | Promise<T>): Promise<Cost<T>> => {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, elapsedMs: took, result };
};

const REPEATS = 5;

/** Returns the median of several runs: the time of 30 ms of work depends on the work before it. */
const measureMedianCost = async <T>(cost: () => Promise<Cost<T>>): Promise<Cost<T>> => {
  const costs: Cost<T>[] = [];
  while (costs.length < REPEATS) costs.push(await cost());
  return costs.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(REPEATS / 2)]!;
};

/** Starts the reader thread as the program does, and warms it up. */
const openDatabase = async (data: StatsSeed) => {
  const db = connect(`sqlite:${data.file}`);
  const userIds = new Map(
    (await listUsers(db, data.organizationId)).map(({ email, id }) => [email, id]),
  );
  const reader = createReader(`sqlite:${data.file}`, db);
  const cases = buildStatsCases(data);
  const read = async (statsCase: StatsCase) =>
    measureCost(() => reader.read(statsRead, buildStatsQuery(data.organizationId, statsCase)));
  for (let warm = 0; warm < 5; warm += 1) await read(cases[0]!);
  const close = async (): Promise<void> => {
    await reader.close();
    await db.destroy();
  };
  return { data, cases, read, userIds, close };
};

type Figures = Record<"cpu" | "took" | "small" | "sums" | "all", number>;

const measureCases = async (
  large: StatsSeed,
  small: StatsSeed,
): Promise<Map<string, Figures[]>> => {
  const [many, few] = [await openDatabase(large), await openDatabase(small)];
  const raw = new Database(large.file, { readonly: true });
  const direct = new DirectQueries(raw, large.organizationId);
  const rounds = new Map<string, Figures[]>(many.cases.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, statsCase] of many.cases.entries()) {
      const { cpuMs, elapsedMs, result } = await measureMedianCost(() => many.read(statsCase));
      const { cpuMs: smallCpuMs } = await measureMedianCost(() => few.read(few.cases[index]!));
      const sums = await measureCost(() => direct.selectSums(statsCase.conditions));
      const names = await measureCost(() => direct.selectNames(statsCase.conditions));
      if (statsCase.groupBy === "user") assertSame(result, sums.result, names.result, many.userIds);
      const all = sums.cpuMs + names.cpuMs;
      const figures = { cpu: cpuMs, took: elapsedMs, small: smallCpuMs, sums: sums.cpuMs, all };
      rounds.get(statsCase.name)!.push(figures);
      console.error(statsCase.name, JSON.stringify(figures));
    }
  raw.close();
  await many.close();
  await few.close();
  return rounds;
};

/** Measures the p99 of the recording list: idle, and during each case without a pause. */
const measureDisturbance = async (
  data: StatsSeed,
  busy: readonly StatsCase[],
): Promise<Map<string, number[]>> => {
  const server = await startDebrief(data, DATA_DIRECTORY);
  const p99s = new Map<string, number[]>([["nothing else", []]]);
  const list = async (name: string): Promise<void> => {
    const { p99 } = await measureTimes(server.url + LIST, data.apiKey, REQUESTS);
    p99s.set(name, [...(p99s.get(name) ?? []), p99]);
    console.error(name, p99);
  };
  // Warm-up, not counted.
  await measureTimes(server.url + LIST, data.apiKey, REQUESTS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const statsCase of busy) {
      await list("nothing else");
      const stop = await startRequestLoop(server.url + buildStatsPath(statsCase), data.apiKey);
      await list(statsCase.name);
      await stop();
    }
  await server.stop();
  return p99s;
};

mkdirSync(DATA_DIRECTORY, { recursive: true });
const small = await seedStats(DATA_DIRECTORY, COUNT / 10);
const large = await seedStats(DATA_DIRECTORY, COUNT);
const rounds = await measureCases(large, small);
const cases = buildStatsCases(large);
const computeMedian = (name: string, select: (figures: Figures) => number): number =>
  median(rounds.get(name)!.map(select));
const slowest = cases.toSorted(
  (a, b) => computeMedian(b.name, ({ took }) => took) - computeMedian(a.name, ({ took }) => took),
)[0]!;
const waits = await measureDisturbance(large, [...new Set([slowest, cases[0]!])]);

const heads = ["", "ms", "CPU ms", "direct", "direct with names", "part of it", "part with names"];
heads.push("goal", `CPU ms at ${small.count}`, "growth", "to its year");
/** Returns the CPU time as a multiple of another case's in the same round. */
const computeRatio = (name: string, other: string): number =>
  median(rounds.get(name)!.map(({ cpu }, round) => cpu / rounds.get(other)![round]!.cpu));
const formatCase = ({ name, goal, wholeYear }: StatsCase): string =>
  formatRow([
    name,
    ...[
      computeMedian(name, ({ took }) => took),
      computeMedian(name, ({ cpu }) => cpu),
      computeMedian(name, ({ sums }) => sums),
      computeMedian(name, ({ all }) => all),
    ].map((ms) => ms.toFixed(ms < 100 ? 1 : 0)),
    `1/${computeMedian(name, ({ cpu, sums }) => sums / cpu).toFixed(1)}`,
    `1/${computeMedian(name, ({ cpu, all }) => all / cpu).toFixed(1)}`,
    goal === undefined ? "" : `1/${Math.round(1 / goal)}`,
    computeMedian(name, (figures) => figures.small).toFixed(1),
    computeMedian(name, (figures) => figures.cpu / figures.small).toFixed(2),
    wholeYear === undefined ? "" : computeRatio(name, wholeYear).toFixed(1),
  ]);
const quiet = median(waits.get("nothing else")!);
const date = new Date().toISOString().slice(0, 10);
const text = `# Statistics, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk; ${large.count} processed recordings of one year
with ${large.textSize} characters of text each, a file of ${large.megabytes} MB made in ${large.seconds} s; medians of ${ROUNDS} interleaved rounds.

${[formatRow(heads), formatRule(heads), ...cases.map(formatCase)].join("\n")}

\`direct\` (CPU ms): the averages and sums by user in prepared SQL; \`with names\`: tags and questions too, as the
answer has them. Parts, growth and the ratio to the year are of CPU time within a round.

p99 of \`GET ${LIST}\` in ms while these requests run without a pause:

${formatRow(["", "p99", "to quiet", "rounds"])}
${formatRule(["", "p99", "to quiet", "rounds"])}
${[...waits].map(([name, all]) => formatRow([name, median(all), (median(all) / quiet).toFixed(1), all.join(", ")])).join("\n")}
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/stats-${date}.md`, text);
console.log(text);
