import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { test } from "../../helpers/own-suite.js";
import { startServer } from "../../helpers/server.js";

const STATS = "/v1/stats?groupBy=user";

/** The next thread that is started. */
const thread = async (): Promise<Worker> => {
  const [worker] = await once(process, "worker");
  return worker as Worker;
};

test.serial("a thread that ends takes one question with it, and no other", async (t) => {
  const { server, org } = t.context;
  const first = thread();
  const asked = [1, 2, 3].map(() => org.get(STATS));
  const second = first.then((worker) => {
    const next = thread();
    void worker.terminate();
    return next;
  });
  const answers = (await Promise.all(asked)).toSorted((a, b) => b.status - a.status);
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
  // Nobody waits for this one.
  await (await second).terminate();
  const third = thread();
  t.is((await org.get(STATS)).status, 200);
  await third;
});

/** Long for a question, short for who waits for many. */
const BUSY_MS = 100;

test.serial(
  "questions need not wait for a program that is busy between their answers",
  async (t) => {
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
    const asked = Array.from({ length: 40 }, async () => answers.push(await readStats(query)));
    let turns = 0;
    for (; answers.length < asked.length; turns += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
      await setImmediate();
    }
    await Promise.all(asked);
    t.true(turns < asked.length, `${turns} turns`);
  },
);

test.serial("a stop finishes the statistics of a caller who has hung up as well", async (t) => {
  const server = await startServer();
  const org = await server.createTenant();
  await org.createUser();
  const started = thread();
  const gone = new AbortController();
  const headers = { "x-api-key": org.apiKey, "x-request-id": "left" };
  const left = server.fetch(STATS, { headers, signal: gone.signal });
  // It takes longer to start than the connection takes to close.
  await started;
  gone.abort();
  await t.throwsAsync(left);
  await server.stop();
  t.is(server.log.find(({ requestId }) => requestId === "left")?.["status"], 200);
});
