import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
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
  const second = first.then((worker) => {
    const next = waitForThread();
    void worker.terminate();
    return next;
  });
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
  // No query waits for this thread.
  await (await second).terminate();
  const third = waitForThread();
  t.is((await org.get(STATS)).status, 200);
  await third;
});

/** Long for one query, short for a caller that waits for many. */
const BUSY_MS = 100;

test.serial("queries don't wait while the main thread is busy between replies", async (t) => {
  const { server, org } = t.context;
  const query = {
    organizationId: org.id,
    groupBy: "user" as const,
    teamIds: [],
    emails: [],
    includedTags: [],
    excludedTags: [],
  };
  const { readStats } = server.services;
  await readStats(query);
  const answers: unknown[] = [];
  const requests = Array.from({ length: 40 }, async () => answers.push(await readStats(query)));
  let turns = 0;
  for (; answers.length < requests.length; turns += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
    await setImmediate();
  }
  await Promise.all(requests);
  t.true(turns < requests.length, `${turns} turns`);
});

test.serial("a stop finishes statistics whose caller has disconnected", async (t) => {
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
  t.is(server.log.find(({ requestId }) => requestId === "left")?.["status"], 200);
});
