import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { test } from "../../helpers/own-suite.js";
import { startServer } from "../../helpers/server.js";

const STATS = "/v1/stats?groupBy=user";

/** Resolves with the next worker thread that starts. */
const waitForThread = async (): Promise<Worker> => {
  const [worker] = await once(process, "worker");
  return worker as Worker;
};

test.serial("a crashed reader thread fails one query and no other", async (t) => {
  const { server, org } = t.context;
  const first = waitForThread();
  const requests = [1, 2, 3].map(() => org.get(STATS));
  await (await first).terminate();
  const answers = (await Promise.all(requests)).toSorted((a, b) => b.status - a.status);
  t.deepEqual(
    answers.map(({ status }) => status),
    [503, 200, 200],
  );
  t.deepEqual(answers[0]!.body, {
    message: "Service unavailable, try again",
    code: "UNAVAILABLE",
  });
  const line = server.log.find(({ status }) => status === 503);
  t.regex((line!["err"] as Error).message, /the reader thread has ended/);
});

test.serial("an idle thread that died is started again", async (t) => {
  const server = await startServer();
  const org = await server.createTenant();
  await org.createUser();
  for (let round = 0; round < 2; round += 1) {
    const started = waitForThread();
    t.is((await org.get(STATS)).status, 200);
    await (await started).terminate();
  }
  await server.stop();
});

test.serial(
  "statistics whose caller has disconnected end, and a stop waits for nothing",
  async (t) => {
    const server = await startServer();
    const org = await server.createTenant();
    await org.createUser();
    const started = waitForThread();
    const abort = new AbortController();
    const headers = { "x-api-key": org.apiKey, "x-request-id": "left" };
    const request = server.fetch(STATS, { headers, signal: abort.signal });
    // Starting takes longer than closing the connection.
    await started;
    abort.abort();
    await t.throwsAsync(request);
    await server.stop();
    t.is(server.log.find(({ requestId }) => requestId === "left")?.["status"], 499);
  },
);
