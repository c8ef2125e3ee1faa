// Sends requests at a steady pace and prints their times as JSON. Without a pace, sends one after the other
// until the process ends. Arguments: URL, API key, milliseconds between requests (0), number of requests.
import { constants, setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { computeQuantiles } from "../notifier/message.js";

const [url, key] = process.argv.slice(2);
const [pace, count] = process.argv.slice(4).map(Number);

const sendRequest = async (): Promise<void> => {
  const response = await fetch(url!, { headers: { "x-api-key": key! } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
};

const WARM_UP_REQUESTS = 100;

await sendRequest();
console.log("ready");
if (pace === undefined || count === undefined) {
  // In production, clients run on other machines and use no CPU time of this one.
  setPriority(constants.priority.PRIORITY_LOW);
  for (;;) await sendRequest();
}
// Otherwise the slowest times would measure the client's warm-up.
for (let index = 0; index < WARM_UP_REQUESTS; index += 1) await sendRequest();

const times: number[] = [];
const start = performance.now() + pace;
const timeRequest = async (): Promise<void> => {
  const sent = performance.now();
  await sendRequest();
  times.push(performance.now() - sent);
};
const inFlight: Promise<void>[] = [];
for (let index = 0; index < count; index += 1) {
  const due = start + index * pace;
  const left = due - performance.now();
  if (left > 0) await setTimeout(left);
  // Not awaited: a slow server must not slow the pace down.
  inFlight.push(timeRequest());
}
await Promise.all(inFlight);
console.log(JSON.stringify(computeQuantiles(times)));
