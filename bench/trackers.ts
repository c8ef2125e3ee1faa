// Measures how long new trackers of phrases take over all calls, and requests meanwhile. See bench/README.md.
import "reflect-metadata";
import { mkdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { seedSearch } from "./search/seed.js";
import { formatRow, formatRule } from "./shared/table.js";
import { measureTimes, startDebrief } from "./stats/server.js";

const COUNT = Number(process.env["BENCH_RECORDINGS"] ?? 150_000);
const DATA_DIRECTORY = process.env["BENCH_DATA"] ?? "build/bench-data";
const LIST = "/v1/recordings?limit=25";
const REQUESTS = 1_000;
const POLL_MS = 100;
const UPSERT = `mutation ($phrase: String!) {
  upsertTracker(input: { name: "Bench", phrases: [$phrase] }) { id } }`;
const SEARCHES = [
  ["a word in 1 % of the calls", "someterm"],
  ["a word in 10 % of the calls", "manyterm"],
  ["a phrase that isn't said", "someterm manyterm rareterm"],
] as const;

mkdirSync(DATA_DIRECTORY, { recursive: true });
const data = await seedSearch(DATA_DIRECTORY, COUNT);
const server = await startDebrief(data, DATA_DIRECTORY);

const query = async (text: string, variables: object = {}) => {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.internalToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ query: text, variables }),
  });
  const { data: answer, errors } = (await response.json()) as {
    // oxlint-disable-next-line typescript/no-explicit-any
    data?: any;
    errors?: object[];
  };
  if (errors) throw new Error(JSON.stringify(errors));
  return answer;
};

const isSearching = async (): Promise<boolean> =>
  (await query("{ trackers { progress { done } } }")).trackers.some(
    ({ progress }: { progress: object | null }) => progress !== null,
  );

const measureList = () => measureTimes(server.url + LIST, data.apiKey, REQUESTS);

await measureList();
const heads = ["", "seconds", "p99 ms before", "p99 ms meanwhile"];
console.log([formatRow(heads), formatRule(heads)].join("\n"));
for (const [name, phrase] of SEARCHES) {
  const before = await measureList();
  const startedAt = performance.now();
  await query(UPSERT, { phrase });
  const meanwhile = measureList();
  while (await isSearching()) await setTimeout(POLL_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(formatRow([name, seconds.toFixed(1), before.p99, (await meanwhile).p99]));
}
await server.stop();
