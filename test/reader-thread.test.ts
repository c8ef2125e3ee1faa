import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import "./helpers/once.js";
import { test } from "./helpers/own.js";

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
  t.regex((line!["err"] as Error).message, /the thread that reads has ended/);
  // Nobody waits for this one.
  await (await second).terminate();
  const third = thread();
  t.is((await org.get(STATS)).status, 200);
  await third;
});
