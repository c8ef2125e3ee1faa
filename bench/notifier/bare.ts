// What debrief is compared with: signed posts by got in a bare loop, nothing kept. Arguments: the
// receiver's port, and for how many seconds (after one that does not count).
import { createHmac, randomUUID } from "node:crypto";
import { Agent } from "node:http";
import got from "got";
import { bodyOf, figuresOf, UNDER_WAY } from "./message.js";

const [port, seconds] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}/hook`;
const body = bodyOf();
const secret = Buffer.alloc(32, 7);
const client = got.extend({
  retry: { limit: 0 },
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  agent: { http: new Agent({ keepAlive: true, maxSockets: UNDER_WAY }) },
  timeout: { request: 10_000 },
});

const post = async (): Promise<void> => {
  const id = randomUUID();
  const time = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", secret).update(`${id}.${time}.${body}`).digest("base64");
  await client.post(url, {
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(time),
      "webhook-signature": `v1,${mac} v1,${mac}`,
    },
  });
};

const loop = async (ms: number): Promise<number> => {
  let count = 0;
  const end = performance.now() + ms;
  const worker = async (): Promise<void> => {
    for (; performance.now() < end; count += 1) await post();
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, worker));
  return count;
};

await loop(1000);
const cpu = process.cpuUsage();
const start = performance.now();
const count = await loop(seconds! * 1000);
console.log(JSON.stringify(figuresOf(count, performance.now() - start, process.cpuUsage(cpu))));
process.exit(0);
