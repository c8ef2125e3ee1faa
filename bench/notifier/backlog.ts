// debrief's side: the real notifier delivers a prepared backlog and records it.
// Arguments: the receiver's port, the number of events, the number of webhooks.
import { createNotifierInstance } from "./instance.js";
import { type NotifierFigures, buildFigures } from "./message.js";

const WARM_UP_EVENTS = 5000;

const [port, events, webhooks] = process.argv.slice(2).map(Number);
const urls = Array.from({ length: webhooks! }, (_, i) => `http://127.0.0.1:${port}/hook/${i}`);
const { buildNotifier, hooks, writeEvents, waitUntilSettled, close } =
  await createNotifierInstance(urls);

/** Delivers the backlog. Returns the time until all deliveries are recorded. */
const deliver = async (count: number): Promise<NotifierFigures> => {
  await writeEvents(Array.from({ length: count }, (_, i) => hooks[i % hooks.length]!));
  const notifier = buildNotifier();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await notifier.start();
  await waitUntilSettled();
  const figures = buildFigures(count, performance.now() - start, process.cpuUsage(cpu));
  await notifier.stop();
  return figures;
};

await deliver(WARM_UP_EVENTS);
console.log(JSON.stringify(await deliver(events!)));
await close();
