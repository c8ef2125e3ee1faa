import ava from "ava";
import type { AttemptOutcome } from "../../graph/core/ports.js";
import { FairQueue } from "../../src/notifier/fair-queue.js";

const quick: AttemptOutcome = {
  delivered: true,
  status: 200,
  body: "",
  error: null,
  timedOut: false,
  durationMs: 20,
};
const slow: AttemptOutcome = { ...quick, durationMs: 1000 };
const refused: AttemptOutcome = { ...quick, delivered: false, status: 500, error: "answered 500" };
const timedOut: AttemptOutcome = { ...refused, status: null, timedOut: true, durationMs: 10_000 };

const attempt = (lanes: FairQueue, id: string, outcome: AttemptOutcome): void => {
  lanes.acquire(id);
  lanes.finish(id, outcome);
};

/** As wide as it gets. */
const prove = (lanes: FairQueue, id: string): void => {
  attempt(lanes, id, quick);
  attempt(lanes, id, quick);
};

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `webhook ${i}`);

ava("a webhook may have one attempt under way, then two, then four, and never more", (t) => {
  const lanes = new FairQueue();
  t.is(lanes.countFreeSlots("a"), 1);
  for (const width of [2, 4, 4, 4]) {
    attempt(lanes, "a", quick);
    t.is(lanes.countFreeSlots("a"), width);
  }
  lanes.acquire("a", 3);
  t.is(lanes.countFreeSlots("a"), 1);
  lanes.acquire("a");
  t.is(lanes.countFreeSlots("a"), 0);
});

ava("a time-out brings a webhook back to one attempt, and quick successes up again", (t) => {
  const lanes = new FairQueue();
  prove(lanes, "a");
  attempt(lanes, "a", timedOut);
  t.is(lanes.countFreeSlots("a"), 1);
  attempt(lanes, "a", quick);
  t.is(lanes.countFreeSlots("a"), 2);
});

ava("neither slow successes nor failures widen a webhook", (t) => {
  const lanes = new FairQueue();
  attempt(lanes, "a", slow);
  attempt(lanes, "a", refused);
  t.is(lanes.countFreeSlots("a"), 1);
});

ava("a failure that is no time-out leaves a webhook as wide as it was", (t) => {
  const lanes = new FairQueue();
  prove(lanes, "a");
  attempt(lanes, "a", refused);
  t.is(lanes.countFreeSlots("a"), 4);
});

ava("webhooks that have not shown to be quick have 32 attempts together, others the rest", (t) => {
  const lanes = new FairQueue();
  prove(lanes, "quick");
  for (const id of names(32)) {
    t.is(lanes.countFreeSlots(id), 1);
    lanes.acquire(id);
  }
  t.is(lanes.countFreeSlots("another"), 0);
  t.is(lanes.countFreeSlots("quick"), 4);
  lanes.finish("webhook 0", refused);
  t.is(lanes.countFreeSlots("another"), 1);
});

for (const [what, outcome] of Object.entries({ "a slow success": slow, "a time-out": timedOut }))
  ava(`after ${what} a quick webhook is one of the slow again, with all it has under way`, (t) => {
    const lanes = new FairQueue();
    prove(lanes, "a");
    lanes.acquire("a", 4);
    for (const id of names(28)) lanes.acquire(id);
    t.is(lanes.countFreeSlots("another"), 1);
    lanes.finish("a", outcome);
    // Three of its own and 28 others, so that there is one place; and none once it is taken.
    t.is(lanes.countFreeSlots("another"), 1);
    lanes.acquire("another");
    t.is(lanes.countFreeSlots("yet another"), 0);
  });

ava("a quick failure shows nothing of how long a success takes", (t) => {
  const lanes = new FairQueue();
  attempt(lanes, "a", refused);
  for (const id of names(32)) lanes.acquire(id);
  t.is(lanes.countFreeSlots("a"), 0);
});

ava("a webhook that shows to be quick leaves its places to the unproven ones", (t) => {
  const lanes = new FairQueue();
  for (const id of names(32)) lanes.acquire(id);
  lanes.finish("webhook 0", quick);
  lanes.acquire("webhook 0", 2);
  t.is(lanes.countFreeSlots("another"), 1);
});

ava("64 attempts are under way in all", (t) => {
  const lanes = new FairQueue();
  const all = names(17);
  for (const id of all) prove(lanes, id);
  for (const id of all.slice(0, 15)) lanes.acquire(id, 4);
  lanes.acquire("webhook 15", 3);
  t.is(lanes.countFreeSlots("webhook 16"), 1);
  lanes.acquire("webhook 16");
  t.is(lanes.inFlight, 64);
  for (const id of [...all, "another"]) t.is(lanes.countFreeSlots(id), 0);
  lanes.finish("webhook 0", quick);
  t.is(lanes.countFreeSlots("webhook 16"), 1);
});

ava("places that came to no attempt are given back, and say nothing of the webhook", (t) => {
  const lanes = new FairQueue();
  prove(lanes, "a");
  lanes.acquire("a", 4);
  lanes.release("a", 3);
  t.is(lanes.countFreeSlots("a"), 3);
  for (const id of names(32)) lanes.acquire(id);
  for (const id of names(32)) lanes.release(id);
  t.is(lanes.countFreeSlots("another"), 1);
  t.is(lanes.inFlight, 1);
});

ava("of ever more webhooks those are forgotten that have been idle for longest", (t) => {
  const lanes = new FairQueue();
  prove(lanes, "idle");
  prove(lanes, "busy");
  lanes.acquire("busy", 4);
  for (const id of names(10_001)) attempt(lanes, id, refused);
  t.is(lanes.countFreeSlots("idle"), 1);
  t.is(lanes.countFreeSlots("busy"), 0);
});
