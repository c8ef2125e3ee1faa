// Compares what a manager's and a rep's requests cost with an admin's. See bench/README.md.
import "reflect-metadata";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { Request } from "autocannon";
import { buildDebriefProgram } from "./requests/contenders.js";
import { type MeasuredContender, runSection } from "./requests/run.js";
import type { RequestsSeed } from "./requests/seed.js";
import type { BenchSection } from "./requests/sections.js";
import { computeInterval } from "./shared/interval.js";
import { LOAD_CORE } from "./shared/processes.js";
import { formatRow, formatRule, median } from "./shared/table.js";
import { buildStatsCases, buildStatsPath } from "./stats/cases.js";
import { seedStats } from "./stats/seed.js";
import { createViewerKeys, type ViewerName } from "./viewers/keys.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 10);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 3);
const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 1_000_000);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";
const VIEWERS: ViewerName[] = ["admin", "manager", "big manager", "rep"];

execFileSync("taskset", ["-a", "-c", "-p", String(LOAD_CORE), String(process.pid)]);
mkdirSync(DATA_DIRECTORY, { recursive: true });
const data = await seedStats(DATA_DIRECTORY, COUNT);
const keys = await createViewerKeys(data);
const [year, , byTeam] = buildStatsCases(data);
const buildGet = (path: string): Request => ({ method: "GET", path, headers: {} });
/** As people ask in the console. */
const PAGE_QUERY = `{ recordings(first: 25) {
  nodes { id name status startedAt duration tags user { name email } client { name } }
  pageInfo { hasNextPage endCursor }
} }`;
const sent: Record<string, Request> = {
  "page of 25, /graphql": {
    method: "POST",
    path: "/graphql",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: PAGE_QUERY }),
  },
  "page of 25, /v1": buildGet("/v1/recordings?limit=25"),
  "statistics of a year by user, /v1": buildGet(buildStatsPath(year!)),
  "statistics of a year by team, /v1": buildGet(buildStatsPath(byTeam!)),
};

const buildSection = (title: string, request: Request): BenchSection => ({
  name: title,
  title,
  connections: 16,
  isDiffering: true,
  contenders: VIEWERS.map((name) => ({
    name,
    server: "debrief",
    program: buildDebriefProgram(data as unknown as RequestsSeed, "viewers"),
    requests: [{ ...request, headers: { ...request.headers, "x-api-key": keys[name] } }],
  })),
});

const formatLine = ({ contender, rounds, bytes }: MeasuredContender, admin: MeasuredContender) => {
  const ratios = rounds.map(({ cpuUs }, round) => cpuUs / admin.rounds[round]!.cpuUs);
  const { ratio, low, high } = computeInterval(ratios);
  return formatRow([
    contender.name,
    bytes,
    median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(0),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
  ]);
};

const heads = ["", "bytes", "CPU µs", "of the admin's", "95 % interval"];
const tables: string[] = [];
for (const [title, request] of Object.entries(sent)) {
  const settings = { rounds: ROUNDS, seconds: SECONDS, data: DATA_DIRECTORY };
  const measured = await runSection(buildSection(title, request), settings);
  const lines = measured.map((line) => formatLine(line, measured[0]!));
  tables.push([`## ${title}\n`, formatRow(heads), formatRule(heads), ...lines].join("\n"));
}

const date = new Date().toISOString().slice(0, 10);
const text = `# Viewers, ${date}

Node ${process.version}, ${cpus()[0]?.model.trim()}; SQLite on disk; ${data.count} processed recordings of 200 users in 20 teams.
CPU time of the server per request, ${ROUNDS} interleaved rounds of ${SECONDS} s. The manager leads one team, the big manager ten.

${tables.join("\n\n")}
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/viewers-${date}.md`, text);
console.log(text);
