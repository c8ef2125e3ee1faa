// How long the first page of a search takes over /v1, and what the index needs on disk. See bench/README.md.
import "reflect-metadata";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import Database from "better-sqlite3";
import { quantilesOf } from "./notifier/message.js";
import { type Seeded, seeded, TERMS } from "./search/seed.js";
import { cells, rule } from "./shared/table.js";
import { startLoop, startServer, times } from "./stats/server.js";

const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 200_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 200);
const DATA = process.env["BENCH_DATA"] ?? "build/bench-data";
const LIST = "/v1/recordings?limit=25";
const NEWEST_GOAL = 20;

interface Case {
  name: string;
  path: string;
  goal: number | undefined;
  took: number[];
}

const asked = (name: string, words: string, order: string, goal?: number): Case => ({
  name: `${name}, ${order}`,
  path: `${LIST}&${new URLSearchParams({ search: words, order }).toString()}`,
  goal,
  took: [],
});

const casesOf = ({ count }: Seeded): Case[] => [
  ...TERMS.flatMap(({ word, every, goal }) => {
    const name = `a word in ${count / every} (${100 / every} %)`;
    return [asked(name, word, "relevance", goal), asked(name, word, "newest", NEWEST_GOAL)];
  }),
  asked("two words in 10 % and 1 %", "manyterm someterm", "relevance"),
  asked("a beginning of three letters", "man*", "relevance"),
  asked("the most common word", "bab*", "newest"),
];

const get = async (url: string, key: string): Promise<number> => {
  const start = performance.now();
  const response = await fetch(url, { headers: { "x-api-key": key } });
  const text = await response.text();
  const took = performance.now() - start;
  if (response.status !== 200) throw new Error(text);
  return took;
};

/** Bytes of each table with its indexes: of the search, and of all. */
const sizes = (file: string): { search: number; all: number } => {
  const db = new Database(file, { readonly: true });
  const row = db
    .prepare(
      "SELECT sum(iif(name LIKE '%search\\_%' ESCAPE '\\', pgsize, 0)) AS search, sum(pgsize) AS 'all' FROM dbstat WHERE aggregate = TRUE",
    )
    .get();
  db.close();
  return row as { search: number; all: number };
};

mkdirSync(DATA, { recursive: true });
const data = await seeded(DATA, COUNT);
const { search, all } = sizes(data.file);
const server = await startServer(data, DATA);
const list = casesOf(data);
// Not counted: the server is warm afterwards.
for (let round = -20; round < ROUNDS; round += 1)
  for (const { path, took } of list) {
    const ms = await get(server.url + path, data.apiKey);
    if (round >= 0) took.push(ms);
  }
const requests = Math.max(100, ROUNDS);
const quiet = await times(server.url + LIST, data.apiKey, requests);
const stop = await startLoop(server.url + list[4]!.path, data.apiKey);
const busy = await times(server.url + LIST, data.apiKey, requests);
await stop();
await server.stop();

const date = new Date().toISOString().slice(0, 10);
const heads = ["", "p50 ms", "p99 ms", "goal"];
const line = ({ name, took, goal }: Case): string => {
  const { p50, p99 } = quantilesOf(took);
  return cells([name, p50, p99, goal ?? ""]);
};
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const text = `# Search, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk; ${data.count} processed recordings with transcripts of
300 words, made in ${data.seconds} s; ${ROUNDS} requests of each kind, in turn, one after the other.

The first page of 25 of \`GET /v1/recordings?search=…\`, snippets included, from the request to the last byte:

${[cells(heads), rule(heads), ...list.map(line)].join("\n")}

The index has ${megabytes(search)} MB of ${megabytes(all)} MB: a file without it is ${((all - search) / all).toFixed(2)} of the size.

p99 of \`GET ${LIST}\`: ${quiet.p99} ms, and ${busy.p99} ms while the word in 10 % is searched by relevance without a pause.
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/search-${date}.md`, text);
console.log(text);
