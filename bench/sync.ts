// What a sync costs at its beginning and far into it, and what an export costs everybody else.
// See bench/README.md.
import "reflect-metadata";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { cells, median, rule } from "./shared/table.js";
import { seeded } from "./stats/seed.js";
import { startServer, times } from "./stats/server.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 300);
const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 100_000);
const DATA = process.env["BENCH_DATA"] ?? "build/bench-data";
const REQUESTS = 500;
const PAGE = 25;
const FAR = Math.min(3_000, COUNT / PAGE - 1);
const LIST = "/v1/recordings?limit=25";

mkdirSync(DATA, { recursive: true });
const data = await seeded(DATA, COUNT);
const server = await startServer(data, DATA);
const headers = { "x-api-key": data.apiKey };

const get = async (path: string): Promise<string> => {
  const answer = await fetch(server.url + path, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return text;
};

const cursorAt = async (list: string, page: number): Promise<string> => {
  let cursor = "";
  for (let left = (page - 1) * PAGE; left > 0;) {
    const limit = Math.min(left, 100);
    const path = `${list}&limit=${limit}${cursor && `&startAfter=${cursor}`}`;
    cursor = (JSON.parse(await get(path)) as { nextCursor: string }).nextCursor;
    left -= limit;
  }
  return cursor;
};

const plain = "/v1/recordings?fromDate=2020-01-01";
const updated = "/v1/recordings?updatedSince=2020-01-01";
const processed = "/v1/recordings?processedSince=2020-01-01";
const paths: Record<string, string> = {};
for (const [name, list] of Object.entries({ newest: plain, updated, processed })) {
  paths[`${name}, page 1`] = `${list}&limit=${PAGE}`;
  paths[`${name}, page ${FAR}`] =
    `${list}&limit=${PAGE}&startAfter=${encodeURIComponent(await cursorAt(list, FAR))}`;
}
paths["updated, page 1, with details"] = `${updated}&limit=${PAGE}&include=details`;

const took = new Map<string, number[]>(Object.keys(paths).map((name) => [name, []]));
// The first rounds are not counted: the server is warm afterwards.
for (let round = -50; round < ROUNDS; round += 1)
  for (const [name, path] of Object.entries(paths)) {
    const start = performance.now();
    await get(path);
    if (round >= 0) took.get(name)!.push(performance.now() - start);
  }

const quiet = await times(server.url + LIST, data.apiKey, REQUESTS);
const begun = performance.now();
const exporting = (async () => {
  let bytes = 0;
  const answer = await fetch(`${server.url}/export`, { headers });
  for await (const part of answer.body!) bytes += part.length;
  return { bytes, seconds: (performance.now() - begun) / 1000 };
})();
const busy = await times(server.url + LIST, data.apiKey, REQUESTS);
const { bytes, seconds } = await exporting;
await server.stop();

const date = new Date().toISOString().slice(0, 10);
const text = `# Sync, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk; ${data.count} processed recordings;
pages of ${PAGE}, medians of ${ROUNDS} interleaved rounds over one connection.

${[cells(["", "ms"]), rule(["", "ms"]), ...[...took].map(([name, all]) => cells([name, median(all).toFixed(2)]))].join("\n")}

\`GET /export\`: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s. p99 of \`GET ${LIST}\`: ${quiet.p99} ms quiet, ${busy.p99} ms while it is exported.
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/sync-${date}.md`, text);
console.log(text);
