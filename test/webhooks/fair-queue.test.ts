import ava from "ava";
import type { AttemptOutcome } from "../../graph/core/ports.js";
import { FairQueue } from "../../src/notifier/fair-queue.js";

const quick: AttemptOutcome = {
  delivered: true,
  status: 200,
  body: "",
  error: null,
  timedOut: false,
  attempted: true,
  durationMs: 20,
};
const slow: AttemptOutcome = { ...quick, durationMs: 1000 };
const refused: AttemptOutcome = { ...quick, delivered: false, status: 500, error: "answered 500" };
const timedOut: AttemptOutcome = { ...refused, status: null, timedOut: true, durationMs: 10_000 };

const attempt = (queue: FairQueue, id: string, outcome: AttemptOutcome): void => {
  queue.acquire(id);
  queue.finish(id, outcome);
};

/** Widens a webhook to its maximum of four slots. */
const widen = (queue: FairQueue, id: string): void => {
  attempt(queue, id, quick);
  attempt(queue, id, quick);
};

const buildIds = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `webhook ${i}`);

ava("a webhook has one slot, then two, then four, and never more", (t) => {
  const queue = new FairQueue();
  t.is(queue.countFreeSlots("a"), 1);
  for (const width of [2, 4, 4, 4]) {
    attempt(queue, "a", quick);
    t.is(queue.countFreeSlots("a"), width);
  }
  queue.acquire("a", 3);
  t.is(queue.countFreeSlots("a"), 1);
  queue.acquire("a");
  t.is(queue.countFreeSlots("a"), 0);
});

ava("a time-out narrows a webhook to one slot, and quick successes widen it again", (t) => {
  const queue = new FairQueue();
  widen(queue, "a");
  attempt(queue, "a", timedOut);
  t.is(queue.countFreeSlots("a"), 1);
  attempt(queue, "a", quick);
  t.is(queue.countFreeSlots("a"), 2);
});

ava("neither slow successes nor failures widen a webhook", (t) => {
  const queue = new FairQueue();
  attempt(queue, "a", slow);
  attempt(queue, "a", refused);
  t.is(queue.countFreeSlots("a"), 1);
});

ava("a failure without a time-out leaves a webhook's width unchanged", (t) => {
  const queue = new FairQueue();
  widen(queue, "a");
  attempt(queue, "a", refused);
  t.is(queue.countFreeSlots("a"), 4);
});

ava("unproven webhooks share 32 slots, and proven ones have the rest", (t) => {
  const queue = new FairQueue();
  widen(queue, "quick");
  for (const id of buildIds(32)) {
    t.is(queue.countFreeSlots(id), 1);
    queue.acquire(id);
  }
  t.is(queue.countFreeSlots("another"), 0);
  t.is(queue.countFreeSlots("quick"), 4);
  queue.finish("webhook 0", refused);
  t.is(queue.countFreeSlots("another"), 1);
});

for (const [name, outcome] of Object.entries({ "a slow success": slow, "a time-out": timedOut }))
  ava(`after ${name} a proven webhook is unproven again, with all its attempts`, (t) => {
    const queue = new FairQueue();
    widen(queue, "a");
    queue.acquire("a", 4);
    for (const id of buildIds(28)) queue.acquire(id);
    t.is(queue.countFreeSlots("another"), 1);
    queue.finish("a", outcome);
    // Its three attempts and 28 others leave one unproven slot, and none once that is acquired.
    t.is(queue.countFreeSlots("another"), 1);
    queue.acquire("another");
    t.is(queue.countFreeSlots("yet another"), 0);
  });

ava("a quick failure doesn't make a webhook proven", (t) => {
  const queue = new FairQueue();
  attempt(queue, "a", refused);
  for (const id of buildIds(32)) queue.acquire(id);
  t.is(queue.countFreeSlots("a"), 0);
});

ava("a webhook that becomes proven frees its slot for unproven ones", (t) => {
  const queue = new FairQueue();
  for (const id of buildIds(32)) queue.acquire(id);
  queue.finish("webhook 0", quick);
  queue.acquire("webhook 0", 2);
  t.is(queue.countFreeSlots("another"), 1);
});

ava("at most 64 attempts run at once", (t) => {
  const queue = new FairQueue();
  const all = buildIds(17);
  for (const id of all) widen(queue, id);
  for (const id of all.slice(0, 15)) queue.acquire(id, 4);
  queue.acquire("webhook 15", 3);
  t.is(queue.countFreeSlots("webhook 16"), 1);
  queue.acquire("webhook 16");
  t.is(queue.inFlight, 64);
  for (const id of [...all, "another"]) t.is(queue.countFreeSlots(id), 0);
  queue.finish("webhook 0", quick);
  t.is(queue.countFreeSlots("webhook 16"), 1);
});

ava("released slots become free and don't affect the webhook's width", (t) => {
  const queue = new FairQueue();
  widen(queue, "a");
  queue.acquire("a", 4);
  queue.release("a", 3);
  t.is(queue.countFreeSlots("a"), 3);
  for (const id of buildIds(32)) queue.acquire(id);
  for (const id of buildIds(32)) queue.release(id);
  t.is(queue.countFreeSlots("another"), 1);
  t.is(queue.inFlight, 1);
});

ava("with too many webhooks, the queue forgets those that were idle longest", (t) => {
  const queue = new FairQueue();
  widen(queue, "idle");
  widen(queue, "busy");
  queue.acquire("busy", 4);
  for (const id of buildIds(10_001)) attempt(queue, id, refused);
  t.is(queue.countFreeSlots("idle"), 1);
  t.is(queue.countFreeSlots("busy"), 0);
});
