// Measures the first page of a search over /v1 and the index size on disk. See bench/README.md.
import "reflect-metadata";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import Database from "better-sqlite3";
import { computeQuantiles } from "./notifier/message.js";
import { type SearchSeed, seedSearch, TERMS } from "./search/seed.js";
import { formatRow, formatRule } from "./shared/table.js";
import { startRequestLoop, startDebrief, measureTimes } from "./stats/server.js";

const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 200_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 200);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";
const LIST = "/v1/recordings?limit=25";
const NEWEST_GOAL_MS = 20;

interface SearchCase {
  name: string;
  path: string;
  goalMs: number | undefined;
  tookMs: number[];
}

const createCase = (name: string, words: string, order: string, goal?: number): SearchCase => ({
  name: `${name}, ${order}`,
  path: `${LIST}&${new URLSearchParams({ search: words, order }).toString()}`,
  goalMs: goal,
  tookMs: [],
});

const buildSearchCases = ({ count }: SearchSeed): SearchCase[] => [
  ...TERMS.flatMap(({ word, every, goal }) => {
    const name = `a word in ${count / every} (${100 / every} %)`;
    return [
      createCase(name, word, "relevance", goal),
      createCase(name, word, "newest", NEWEST_GOAL_MS),
    ];
  }),
  createCase("two words in 10 % and 1 %", "manyterm someterm", "relevance"),
  createCase("a beginning of three letters", "man*", "relevance"),
  createCase("the most common word", "bab*", "newest"),
];

const timeRequest = async (url: string, key: string): Promise<number> => {
  const start = performance.now();
  const response = await fetch(url, { headers: { "x-api-key": key } });
  const text = await response.text();
  const took = performance.now() - start;
  if (response.status !== 200) throw new Error(text);
  return took;
};

/** Returns the bytes of the search tables and of all tables, indexes included. */
const readSizes = (file: string): { search: number; all: number } => {
  const db = new Database(file, { readonly: true });
  const row = db
    .prepare(
      "SELECT sum(iif(name LIKE '%search\\_%' ESCAPE '\\', pgsize, 0)) AS search, sum(pgsize) AS 'all' FROM dbstat WHERE aggregate = TRUE",
    )
    .get();
  db.close();
  return row as { search: number; all: number };
};

mkdirSync(DATA_DIRECTORY, { recursive: true });
const data = await seedSearch(DATA_DIRECTORY, COUNT);
const { search, all } = readSizes(data.file);
const server = await startDebrief(data, DATA_DIRECTORY);
const list = buildSearchCases(data);
// Warm-up, not counted.
for (let round = -20; round < ROUNDS; round += 1)
  for (const { path, tookMs } of list) {
    const ms = await timeRequest(server.url + path, data.apiKey);
    if (round >= 0) tookMs.push(ms);
  }
const requests = Math.max(100, ROUNDS);
const quiet = await measureTimes(server.url + LIST, data.apiKey, requests);
const stopLoop = await startRequestLoop(server.url + list[4]!.path, data.apiKey);
const busy = await measureTimes(server.url + LIST, data.apiKey, requests);
await stopLoop();
await server.stop();

const date = new Date().toISOString().slice(0, 10);
const heads = ["", "p50 ms", "p99 ms", "goal"];
const formatCase = ({ name, tookMs, goalMs }: SearchCase): string => {
  const { p50, p99 } = computeQuantiles(tookMs);
  return formatRow([name, p50, p99, goalMs ?? ""]);
};
const formatMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const text = `# Search, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk; ${data.count} processed recordings with transcripts of
300 words, made in ${data.seconds} s; ${ROUNDS} requests of each kind, in turn, one after the other.

The first page of 25 of \`GET /v1/recordings?search=…\`, snippets included, from the request to the last byte:

${[formatRow(heads), formatRule(heads), ...list.map(formatCase)].join("\n")}

The index has ${formatMegabytes(search)} MB of ${formatMegabytes(all)} MB: a file without it is ${((all - search) / all).toFixed(2)} of the size.

p99 of \`GET ${LIST}\`: ${quiet.p99} ms, and ${busy.p99} ms while the word in 10 % is searched by relevance without a pause.
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/search-${date}.md`, text);
console.log(text);
