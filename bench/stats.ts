// What statistics cost beside the direct aggregate over the same rows, and what they cost everybody else.
// See bench/README.md.
import "reflect-metadata";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import Database from "better-sqlite3";
import { connect } from "../db/connect.js";
import { listUsers } from "../db/users.js";
import { createReader } from "../src/reader.js";
import { cells, median, rule } from "./shared/table.js";
import { type Case, casesOf, pathOf, queryOf } from "./stats/cases.js";
import { Direct } from "./stats/direct.js";
import { checkSame } from "./stats/same.js";
import { type Seeded, seeded } from "./stats/seed.js";
import { startLoop, startServer, times } from "./stats/server.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 1_000_000);
const REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 500);
const DATA = process.env["BENCH_DATA"] ?? "build/bench-data";
const LIST = "/v1/recordings?limit=25";

interface Cost<T> {
  /** Milliseconds of all threads of this process. */
  cpu: number;
  /** Milliseconds. */
  took: number;
  result: T;
}

const costOf = async <T>(work: () => T | Promise<T>): Promise<Cost<T>> => {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, took, result };
};

const TIMES = 5;

/** The median of some: what 30 ms of work cost depends on what was done before. */
const often = async <T>(cost: () => Promise<Cost<T>>): Promise<Cost<T>> => {
  const costs: Cost<T>[] = [];
  while (costs.length < TIMES) costs.push(await cost());
  return costs.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(TIMES / 2)]!;
};

/** The reader as the program has it, warm. */
const open = async (data: Seeded) => {
  const db = connect(`sqlite:${data.file}`);
  const userIds = new Map(
    (await listUsers(db, data.organizationId)).map(({ email, id }) => [email, id]),
  );
  const reader = createReader(`sqlite:${data.file}`, db);
  const cases = casesOf(data);
  const read = async (one: Case) =>
    costOf(() => reader.readStats(queryOf(data.organizationId, one)));
  for (let warm = 0; warm < 5; warm += 1) await read(cases[0]!);
  const close = async (): Promise<void> => {
    await reader.close();
    await db.destroy();
  };
  return { data, cases, read, userIds, close };
};

type Figures = Record<"cpu" | "took" | "small" | "sums" | "all", number>;

const measure = async (large: Seeded, small: Seeded): Promise<Map<string, Figures[]>> => {
  const [many, few] = [await open(large), await open(small)];
  const raw = new Database(large.file, { readonly: true });
  const direct = new Direct(raw, large.organizationId);
  const rounds = new Map<string, Figures[]>(many.cases.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, one] of many.cases.entries()) {
      const { cpu, took, result } = await often(() => many.read(one));
      const { cpu: ofFew } = await often(() => few.read(few.cases[index]!));
      const sums = await costOf(() => direct.sums(one.conditions));
      const names = await costOf(() => direct.names(one.conditions));
      if (one.groupBy === "user") checkSame(result, sums.result, names.result, many.userIds);
      const all = sums.cpu + names.cpu;
      const figures = { cpu, took, small: ofFew, sums: sums.cpu, all };
      rounds.get(one.name)!.push(figures);
      console.error(one.name, JSON.stringify(figures));
    }
  raw.close();
  await many.close();
  await few.close();
  return rounds;
};

/** p99 of the list of recordings, quiet and while each of the cases is asked for without a pause. */
const disturb = async (data: Seeded, busy: readonly Case[]): Promise<Map<string, number[]>> => {
  const server = await startServer(data, DATA);
  const found = new Map<string, number[]>([["nothing else", []]]);
  const list = async (name: string): Promise<void> => {
    const { p99 } = await times(server.url + LIST, data.apiKey, REQUESTS);
    found.set(name, [...(found.get(name) ?? []), p99]);
    console.error(name, p99);
  };
  // Not counted: the server is warm afterwards.
  await times(server.url + LIST, data.apiKey, REQUESTS);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const one of busy) {
      await list("nothing else");
      const stop = await startLoop(server.url + pathOf(one), data.apiKey);
      await list(one.name);
      await stop();
    }
  await server.stop();
  return found;
};

mkdirSync(DATA, { recursive: true });
const small = await seeded(DATA, COUNT / 10);
const large = await seeded(DATA, COUNT);
const rounds = await measure(large, small);
const cases = casesOf(large);
const middle = (name: string, of: (figures: Figures) => number): number =>
  median(rounds.get(name)!.map(of));
const slowest = cases.toSorted(
  (a, b) => middle(b.name, ({ took }) => took) - middle(a.name, ({ took }) => took),
)[0]!;
const waits = await disturb(large, [...new Set([slowest, cases[0]!])]);

const heads = ["", "ms", "CPU ms", "direct", "direct with names", "part of it", "part with names"];
heads.push("goal", `CPU ms at ${small.count}`, "growth");
const ofCase = ({ name, goal }: Case): string =>
  cells([
    name,
    ...[
      middle(name, ({ took }) => took),
      middle(name, ({ cpu }) => cpu),
      middle(name, ({ sums }) => sums),
      middle(name, ({ all }) => all),
    ].map((ms) => ms.toFixed(ms < 100 ? 1 : 0)),
    `1/${middle(name, ({ cpu, sums }) => sums / cpu).toFixed(1)}`,
    `1/${middle(name, ({ cpu, all }) => all / cpu).toFixed(1)}`,
    goal === undefined ? "" : `1/${Math.round(1 / goal)}`,
    middle(name, (figures) => figures.small).toFixed(1),
    middle(name, (figures) => figures.cpu / figures.small).toFixed(2),
  ]);
const quiet = median(waits.get("nothing else")!);
const date = new Date().toISOString().slice(0, 10);
const text = `# Statistics, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk; ${large.count} processed recordings of one year
with ${large.textSize} characters of text each, a file of ${large.megabytes} MB made in ${large.seconds} s; medians of ${ROUNDS} interleaved rounds.

${[cells(heads), rule(heads), ...cases.map(ofCase)].join("\n")}

\`direct\` (CPU ms): the averages and sums by user in prepared SQL; \`with names\`: tags and questions too, as the
answer has them. Parts and growth are of CPU time within a round.

p99 of \`GET ${LIST}\` in ms while this is asked for without a pause:

${cells(["", "p99", "to quiet", "rounds"])}
${rule(["", "p99", "to quiet", "rounds"])}
${[...waits].map(([name, all]) => cells([name, median(all), (median(all) / quiet).toFixed(1), all.join(", ")])).join("\n")}
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/stats-${date}.md`, text);
console.log(text);
