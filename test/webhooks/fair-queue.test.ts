import ava from "ava";
import type { AttemptOutcome } from "../../graph/core/ports.js";
import { ReadyWebhooks } from "../../src/notifier/ready-webhooks.js";
import { FairQueue, type Receiver } from "../../src/notifier/fair-queue.js";

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

/** A webhook, alone in its organization where none is named. */
const webhook = (id: string, organizationId = id): Receiver => ({ organizationId, id });

const attempt = (queue: FairQueue, id: string, outcome: AttemptOutcome): void => {
  queue.acquire(webhook(id));
  queue.finish(webhook(id), outcome);
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
  t.is(queue.countFreeSlots(webhook("a")), 1);
  for (const width of [2, 4, 4, 4]) {
    attempt(queue, "a", quick);
    t.is(queue.countFreeSlots(webhook("a")), width);
  }
  queue.acquire(webhook("a"), 3);
  t.is(queue.countFreeSlots(webhook("a")), 1);
  queue.acquire(webhook("a"));
  t.is(queue.countFreeSlots(webhook("a")), 0);
});

ava("a time-out narrows a webhook to one slot, and quick successes widen it again", (t) => {
  const queue = new FairQueue();
  widen(queue, "a");
  attempt(queue, "a", timedOut);
  t.is(queue.countFreeSlots(webhook("a")), 1);
  attempt(queue, "a", quick);
  t.is(queue.countFreeSlots(webhook("a")), 2);
});

ava("neither slow successes nor failures widen a webhook", (t) => {
  const queue = new FairQueue();
  attempt(queue, "a", slow);
  attempt(queue, "a", refused);
  t.is(queue.countFreeSlots(webhook("a")), 1);
});

ava("a failure without a time-out leaves a webhook's width unchanged", (t) => {
  const queue = new FairQueue();
  widen(queue, "a");
  attempt(queue, "a", refused);
  t.is(queue.countFreeSlots(webhook("a")), 4);
});

ava("unproven webhooks share 32 slots, and proven ones have the rest", (t) => {
  const queue = new FairQueue();
  widen(queue, "quick");
  for (const id of buildIds(32)) {
    t.is(queue.countFreeSlots(webhook(id)), 1);
    queue.acquire(webhook(id));
  }
  t.is(queue.countFreeSlots(webhook("another")), 0);
  t.is(queue.countFreeSlots(webhook("quick")), 4);
  queue.finish(webhook("webhook 0"), refused);
  t.is(queue.countFreeSlots(webhook("another")), 1);
});

for (const [name, outcome] of Object.entries({ "a slow success": slow, "a time-out": timedOut }))
  ava(`after ${name} a proven webhook is unproven again, with all its attempts`, (t) => {
    const queue = new FairQueue();
    widen(queue, "a");
    queue.acquire(webhook("a"), 4);
    for (const id of buildIds(28)) queue.acquire(webhook(id));
    t.is(queue.countFreeSlots(webhook("another")), 1);
    queue.finish(webhook("a"), outcome);
    // Its three attempts and 28 others leave one unproven slot, and none once that is acquired.
    t.is(queue.countFreeSlots(webhook("another")), 1);
    queue.acquire(webhook("another"));
    t.is(queue.countFreeSlots(webhook("yet another")), 0);
  });

ava("a quick failure doesn't make a webhook proven", (t) => {
  const queue = new FairQueue();
  attempt(queue, "a", refused);
  for (const id of buildIds(32)) queue.acquire(webhook(id));
  t.is(queue.countFreeSlots(webhook("a")), 0);
});

ava("a webhook that becomes proven frees its slot for unproven ones", (t) => {
  const queue = new FairQueue();
  for (const id of buildIds(32)) queue.acquire(webhook(id));
  queue.finish(webhook("webhook 0"), quick);
  queue.acquire(webhook("webhook 0"), 2);
  t.is(queue.countFreeSlots(webhook("another")), 1);
});

ava("at most 64 attempts run at once", (t) => {
  const queue = new FairQueue();
  const all = buildIds(17);
  for (const id of all) widen(queue, id);
  for (const id of all.slice(0, 15)) queue.acquire(webhook(id), 4);
  queue.acquire(webhook("webhook 15"), 3);
  t.is(queue.countFreeSlots(webhook("webhook 16")), 1);
  queue.acquire(webhook("webhook 16"));
  t.is(queue.inFlight, 64);
  for (const id of [...all, "another"]) t.is(queue.countFreeSlots(webhook(id)), 0);
  queue.finish(webhook("webhook 0"), quick);
  t.is(queue.countFreeSlots(webhook("webhook 16")), 1);
});

ava("released slots become free and don't affect the webhook's width", (t) => {
  const queue = new FairQueue();
  widen(queue, "a");
  queue.acquire(webhook("a"), 4);
  queue.release(webhook("a"), 3);
  t.is(queue.countFreeSlots(webhook("a")), 3);
  for (const id of buildIds(32)) queue.acquire(webhook(id));
  for (const id of buildIds(32)) queue.release(webhook(id));
  t.is(queue.countFreeSlots(webhook("another")), 1);
  t.is(queue.inFlight, 1);
});

ava("with too many webhooks, the queue forgets those that were idle longest", (t) => {
  const queue = new FairQueue();
  widen(queue, "idle");
  widen(queue, "busy");
  queue.acquire(webhook("busy"), 4);
  for (const id of buildIds(10_001)) attempt(queue, id, refused);
  t.is(queue.countFreeSlots(webhook("idle")), 1);
  t.is(queue.countFreeSlots(webhook("busy")), 0);
});

ava("the unproven webhooks of one organization share eight slots", (t) => {
  const queue = new FairQueue();
  for (const id of buildIds(8)) {
    t.is(queue.countFreeSlots(webhook(id, "tarpit")), 1);
    queue.acquire(webhook(id, "tarpit"));
  }
  t.is(queue.countFreeSlots(webhook("another", "tarpit")), 0);
  t.is(queue.countFreeSlots(webhook("another", "neighbour")), 1);
  queue.finish(webhook("webhook 0", "tarpit"), refused);
  t.is(queue.countFreeSlots(webhook("another", "tarpit")), 1);
});

ava("the webhooks of one organization share 48 slots", (t) => {
  const queue = new FairQueue();
  for (const id of buildIds(13))
    for (let count = 0; count < 2; count += 1) {
      queue.acquire(webhook(id, "large"));
      queue.finish(webhook(id, "large"), quick);
    }
  for (const id of buildIds(12)) queue.acquire(webhook(id, "large"), 4);
  t.is(queue.countFreeSlots(webhook("webhook 12", "large")), 0);
  t.is(queue.countFreeSlots(webhook("webhook 12", "neighbour")), 4);
});

ava(
  "500 organizations with slow webhooks leave eight slots to the first attempts of others",
  (t) => {
    const queue = new FairQueue();
    const slowOrganizations = buildIds(500);
    for (const id of slowOrganizations) attempt(queue, id, timedOut);
    let acquired = 0;
    for (const id of slowOrganizations) {
      const free = queue.countFreeSlots(webhook(id));
      queue.acquire(webhook(id), free);
      acquired += free;
    }
    t.is(acquired, 24);
    for (const id of buildIds(8)) {
      t.is(queue.countFreeSlots(webhook(`first ${id}`)), 1);
      queue.acquire(webhook(`first ${id}`));
    }
    t.is(queue.countFreeSlots(webhook("first")), 0);
  },
);

ava("an organization stops being slow after eight quick attempts of unproven webhooks", (t) => {
  const queue = new FairQueue();
  for (const id of buildIds(24)) {
    attempt(queue, id, timedOut);
    queue.acquire(webhook(id));
  }
  attempt(queue, "recovering", timedOut);
  for (let count = 0; count < 8; count += 1) {
    t.is(queue.countFreeSlots(webhook("recovering")), 0);
    queue.acquire(webhook("recovering"));
    queue.finish(webhook("recovering"), refused);
  }
  t.is(queue.countFreeSlots(webhook("recovering")), 1);
});

ava(
  "free slots go to the organization with the fewest attempts, then to the longest waiting",
  (t) => {
    const queue = new FairQueue();
    const ready = new ReadyWebhooks();
    for (const id of buildIds(160)) ready.add(webhook(id, "tarpit"));
    ready.add(webhook("first", "neighbour"));
    ready.add(webhook("second", "neighbour"));
    const take = (): string[] =>
      [...ready.takeSlots(queue)].map(([{ organizationId, id }]) => `${organizationId}: ${id}`);
    const [one, two, three, ...others] = take();
    t.deepEqual([one, two, three], ["tarpit: webhook 0", "neighbour: first", "tarpit: webhook 1"]);
    t.is(others.length, 7);
    t.deepEqual(take(), []);
    ready.add(webhook("third", "neighbour"));
    queue.finish(webhook("webhook 0", "tarpit"), timedOut);
    t.deepEqual(take(), ["neighbour: third", "tarpit: webhook 8"]);
  },
);
