// Measures the time from an event's commit to its arrival at the receiver on an idle server. Argument: the
// number of events.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createNotifierInstance } from "./instance.js";
import { computeQuantiles } from "./message.js";

// Not a multiple of the notifier's polling interval, which would find events by itself.
const PAUSE_MS = 37;

let onArrival = (): void => {};
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    onArrival();
    response.end("{}");
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
const { buildNotifier, organizationId, hooks, writeEvents, waitUntilSettled, close } =
  await createNotifierInstance([url]);
const startedNotifier = buildNotifier();
await startedNotifier.start();

const times: number[] = [];
for (let left = Number(process.argv[2]); left > 0; left -= 1) {
  const { promise, resolve } = Promise.withResolvers<void>();
  onArrival = resolve;
  await writeEvents(hooks);
  const committed = performance.now();
  startedNotifier.wake(organizationId, [hooks[0]!.id]);
  await promise;
  times.push(performance.now() - committed);
  await waitUntilSettled();
  await setTimeout(PAUSE_MS);
}
console.log(JSON.stringify(computeQuantiles(times)));
await startedNotifier.stop();
await close();
server.close();
