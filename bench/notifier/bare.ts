// The comparison for debrief: sends signed posts with got in a bare loop and records nothing. Arguments: the
// receiver's port and the seconds to measure, after one second of warm-up.
import { createHmac, randomUUID } from "node:crypto";
import { Agent } from "node:http";
import got from "got";
import { buildWebhookBody, buildFigures, MAX_IN_FLIGHT } from "./message.js";

const [port, seconds] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}/hook`;
const body = buildWebhookBody();
const secret = Buffer.alloc(32, 7);
const client = got.extend({
  retry: { limit: 0 },
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  agent: { http: new Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT }) },
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

const postFor = async (ms: number): Promise<number> => {
  let count = 0;
  const end = performance.now() + ms;
  const worker = async (): Promise<void> => {
    for (; performance.now() < end; count += 1) await post();
  };
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker));
  return count;
};

await postFor(1000);
const cpu = process.cpuUsage();
const start = performance.now();
const count = await postFor(seconds! * 1000);
console.log(JSON.stringify(buildFigures(count, performance.now() - start, process.cpuUsage(cpu))));
process.exit(0);
