// debrief's side: the real notifier delivers a backlog that was written beforehand, and records it.
// Arguments: the receiver's port, how many events, how many webhooks.
import { createInstance } from "./instance.js";
import { type Figures, figuresOf } from "./message.js";

const WARM_UP = 5000;

const [port, events, webhooks] = process.argv.slice(2).map(Number);
const urls = Array.from({ length: webhooks! }, (_, i) => `http://127.0.0.1:${port}/hook/${i}`);
const { notifier, hooks, write, settled, close } = await createInstance(urls);

/** The time from the start of delivering until all is recorded. */
const deliver = async (count: number): Promise<Figures> => {
  await write(Array.from({ length: count }, (_, i) => hooks[i % hooks.length]!));
  const one = notifier();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await one.start();
  await settled();
  const figures = figuresOf(count, performance.now() - start, process.cpuUsage(cpu));
  await one.stop();
  return figures;
};

await deliver(WARM_UP);
console.log(JSON.stringify(await deliver(events!)));
await close();
