// Requests to a server at a steady pace; prints how long they took, as JSON. Or, without a pace, one after
// the other until it is ended. Arguments: URL, API key, milliseconds from one to the next (0), how many.
import { constants, setPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { quantilesOf } from "../notifier/message.js";

const [url, key] = process.argv.slice(2);
const [pace, count] = process.argv.slice(4).map(Number);

const get = async (): Promise<void> => {
  const response = await fetch(url!, { headers: { "x-api-key": key! } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
};

const WARM = 100;

await get();
console.log("ready");
if (pace === undefined || count === undefined) {
  // Whoever asks is on another machine in life, and takes no time of this one's cores.
  setPriority(constants.priority.PRIORITY_LOW);
  for (;;) await get();
}
// Else the slowest would be those of a client that is not warm.
for (let index = 0; index < WARM; index += 1) await get();

const times: number[] = [];
const start = performance.now() + pace;
const timed = async (): Promise<void> => {
  const sent = performance.now();
  await get();
  times.push(performance.now() - sent);
};
const under: Promise<void>[] = [];
for (let index = 0; index < count; index += 1) {
  const due = start + index * pace;
  const left = due - performance.now();
  if (left > 0) await setTimeout(left);
  // Not awaited: a server that does not answer must not slow the pace down.
  under.push(timed());
}
await Promise.all(under);
console.log(JSON.stringify(quantilesOf(times)));
