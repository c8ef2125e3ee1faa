// Sends requests over several connections without a pause, for some seconds or a number of times. Reads the plan
// as JSON from stdin and prints the figures as one line.
import { text } from "node:stream/consumers";
import autocannon, { type Result } from "autocannon";
import type { LoadResult, LoadPlan } from "./plan.js";

const { url, connections, requests, seconds, amount } = JSON.parse(
  await text(process.stdin),
) as LoadPlan;
const times: number[] = [];
let started = 0;
let ended = 0;
let cpu = process.cpuUsage();
let begun = 0;
const runLoad = (): Promise<Result> =>
  new Promise((resolve, reject) => {
    const cannon = autocannon(
      {
        url,
        connections,
        ...(amount === undefined ? { duration: seconds! } : { amount }),
        requests,
        // Connections start at different requests, so that they don't send the same ones in step.
        setupClient: (client) => {
          const from = Math.floor((begun * requests.length) / connections);
          begun += 1;
          client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
        },
        sampleInt: 100,
        skipAggregateResult: true,
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    // Each connection first builds its requests.
    cannon.on("start", () => {
      started = performance.now();
      cpu = process.cpuUsage();
    });
    cannon.on("response", (_client, _status, _bytes, ms: number) => {
      times.push(ms);
      ended = performance.now();
    });
  });

const result = await runLoad();
const elapsedS = ended - started;
const { user, system } = process.cpuUsage(cpu);
if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(JSON.stringify(result));
times.sort((a, b) => a - b);
const quantileAt = (part: number): number => times[Math.floor(part * times.length)] ?? 0;
const figures: LoadResult = {
  requests: times.length,
  perSecond: (times.length / elapsedS) * 1000,
  p50: quantileAt(0.5),
  p99: quantileAt(0.99),
  busyShare: (user + system) / 1000 / elapsedS,
};
console.log(JSON.stringify(figures));
