// From the commit of one event to its arrival at the receiver, while nothing else goes on. Argument: how
// many events.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createInstance } from "./instance.js";
import { quantilesOf } from "./message.js";

// Other than a multiple of the notifier's own tick, which finds events by itself.
const PAUSE_MS = 37;

let arrived = (): void => {};
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    arrived();
    response.end("{}");
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
const { notifier, hooks, write, settled, close } = await createInstance([url]);
const one = notifier();
await one.start();

const times: number[] = [];
for (let left = Number(process.argv[2]); left > 0; left -= 1) {
  const { promise, resolve } = Promise.withResolvers<void>();
  arrived = resolve;
  await write(hooks);
  const committed = performance.now();
  one.wake([hooks[0]!.id]);
  await promise;
  times.push(performance.now() - committed);
  await settled();
  await setTimeout(PAUSE_MS);
}
console.log(JSON.stringify(quantilesOf(times)));
await one.stop();
await close();
server.close();
