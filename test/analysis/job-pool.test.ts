import test from "ava";
import { JobPool } from "../../src/base/workers/job-pool.js";

const createHeldPool = (places: number, placesPerKey: number) => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const pool = new JobPool(
    async ({ organizationId, id }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      started.push(`${organizationId}${id}`);
      ends.set(`${organizationId}${id}`, resolve);
      await promise;
    },
    { places, placesPerKey, waitingPerKey: Infinity },
  );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    // The pool starts the next job in later turns of the microtask queue.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { pool, started, end };
};

test("a free place goes to the organization that runs the fewest jobs", async (t) => {
  const { pool, started, end } = createHeldPool(3, 2);
  for (const id of ["1", "2", "3", "4"]) pool.enqueueUrgent({ organizationId: "a", id });
  t.deepEqual(started, ["a1", "a2"]);
  for (const id of ["1", "2"]) pool.enqueueUrgent({ organizationId: "b", id });
  t.deepEqual(started, ["a1", "a2", "b1"]);
  await end("a1");
  t.is(started.at(-1), "a3");
  await end("a2");
  t.is(started.at(-1), "b2");
});

test("the backlog of one organization delays no other organization's start", async (t) => {
  const { pool, started, end } = createHeldPool(2, 1);
  let hasStarted = false;
  const all = pool.enqueue("a", ["1", "2", "3"]).then(() => (hasStarted = true));
  await pool.enqueue("b", ["1"]);
  t.deepEqual(started, ["a1", "b1"]);
  t.false(hasStarted);
  for (const name of ["a1", "a2"]) await end(name);
  await all;
  t.deepEqual(started, ["a1", "b1", "a2", "a3"]);
});

test("a running job that is urgent again runs once more, after its end", async (t) => {
  const { pool, started, end } = createHeldPool(2, 2);
  const job = { organizationId: "a", id: "1" };
  pool.enqueueUrgent(job);
  pool.enqueueUrgent(job);
  await pool.enqueue("a", ["1"]);
  t.deepEqual(started, ["a1"]);
  await end("a1");
  t.deepEqual(started, ["a1", "a1"]);
});

test("stopping drops waiting jobs and waits for the running ones", async (t) => {
  const { pool, started, end } = createHeldPool(1, 1);
  const enqueued = pool.enqueue("a", ["1", "2"]);
  let hasStopped = false;
  const stopped = pool.stop().then(() => (hasStopped = true));
  await enqueued;
  t.false(hasStopped);
  await end("a1");
  await stopped;
  t.deepEqual(started, ["a1"]);
});
