// Asks a server over several connections without a pause, for some seconds or so many times. The plan comes
// as JSON on stdin, what came of it goes out as one line.
import { text } from "node:stream/consumers";
import autocannon, { type Result } from "autocannon";
import type { Load, Plan } from "./plan.js";

const { url, connections, requests, seconds, amount } = JSON.parse(
  await text(process.stdin),
) as Plan;
const times: number[] = [];
let started = 0;
let ended = 0;
let cpu = process.cpuUsage();
let begun = 0;
const load = (): Promise<Result> =>
  new Promise((resolve, reject) => {
    const cannon = autocannon(
      {
        url,
        connections,
        ...(amount === undefined ? { duration: seconds! } : { amount }),
        requests,
        // Every connection begins elsewhere, so that they do not ask for the same thing in step.
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
    // Every connection has its requests built first.
    cannon.on("start", () => {
      started = performance.now();
      cpu = process.cpuUsage();
    });
    cannon.on("response", (_client, _status, _bytes, ms: number) => {
      times.push(ms);
      ended = performance.now();
    });
  });

const result = await load();
const took = ended - started;
const { user, system } = process.cpuUsage(cpu);
if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(JSON.stringify(result));
times.sort((a, b) => a - b);
const at = (part: number): number => times[Math.floor(part * times.length)] ?? 0;
const figures: Load = {
  requests: times.length,
  perSecond: (times.length / took) * 1000,
  p50: at(0.5),
  p99: at(0.99),
  busy: (user + system) / 1000 / took,
};
console.log(JSON.stringify(figures));
