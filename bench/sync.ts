// Measures sync pages, early and late, and the effect of an export on other requests.
// See bench/README.md.
import "reflect-metadata";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { formatRow, median, formatRule } from "./shared/table.js";
import { seedStats } from "./stats/seed.js";
import { startDebrief, measureTimes } from "./stats/server.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 300);
const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 100_000);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";
const REQUESTS = 500;
const PAGE_SIZE = 25;
const FAR_PAGE = Math.min(3_000, COUNT / PAGE_SIZE - 1);
const LIST = "/v1/recordings?limit=25";

mkdirSync(DATA_DIRECTORY, { recursive: true });
const data = await seedStats(DATA_DIRECTORY, COUNT);
const server = await startDebrief(data, DATA_DIRECTORY);
const headers = { "x-api-key": data.apiKey };

const fetchText = async (path: string): Promise<string> => {
  const answer = await fetch(server.url + path, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return text;
};

const findCursor = async (list: string, page: number): Promise<string> => {
  let cursor = "";
  for (let left = (page - 1) * PAGE_SIZE; left > 0;) {
    const limit = Math.min(left, 100);
    const path = `${list}&limit=${limit}${cursor && `&startAfter=${cursor}`}`;
    cursor = (JSON.parse(await fetchText(path)) as { nextCursor: string }).nextCursor;
    left -= limit;
  }
  return cursor;
};

const plain = "/v1/recordings?fromDate=2020-01-01";
const updated = "/v1/recordings?updatedSince=2020-01-01";
const processed = "/v1/recordings?processedSince=2020-01-01";
const paths: Record<string, string> = {};
for (const [name, list] of Object.entries({ newest: plain, updated, processed })) {
  paths[`${name}, page 1`] = `${list}&limit=${PAGE_SIZE}`;
  paths[`${name}, page ${FAR_PAGE}`] =
    `${list}&limit=${PAGE_SIZE}&startAfter=${encodeURIComponent(await findCursor(list, FAR_PAGE))}`;
}
paths["updated, page 1, with details"] = `${updated}&limit=${PAGE_SIZE}&include=details`;

const timesByName = new Map<string, number[]>(Object.keys(paths).map((name) => [name, []]));
// The first rounds warm the server up and are not counted.
for (let round = -50; round < ROUNDS; round += 1)
  for (const [name, path] of Object.entries(paths)) {
    const start = performance.now();
    await fetchText(path);
    if (round >= 0) timesByName.get(name)!.push(performance.now() - start);
  }

const quiet = await measureTimes(server.url + LIST, data.apiKey, REQUESTS);
const begun = performance.now();
const exporting = (async () => {
  let bytes = 0;
  const answer = await fetch(`${server.url}/export`, { headers });
  for await (const part of answer.body!) bytes += part.length;
  return { bytes, seconds: (performance.now() - begun) / 1000 };
})();
const busy = await measureTimes(server.url + LIST, data.apiKey, REQUESTS);
const { bytes, seconds } = await exporting;
await server.stop();

const date = new Date().toISOString().slice(0, 10);
const text = `# Sync, ${date}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; SQLite on disk; ${data.count} processed recordings;
pages of ${PAGE_SIZE}, medians of ${ROUNDS} interleaved rounds over one connection.

${[formatRow(["", "ms"]), formatRule(["", "ms"]), ...[...timesByName].map(([name, all]) => formatRow([name, median(all).toFixed(2)]))].join("\n")}

\`GET /export\`: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s. p99 of \`GET ${LIST}\`: ${quiet.p99} ms quiet, ${busy.p99} ms while it is exported.
`;
mkdirSync("bench/results", { recursive: true });
writeFileSync(`bench/results/sync-${date}.md`, text);
console.log(text);
