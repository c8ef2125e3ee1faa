import ava from "ava";
import type { Outcome } from "../graph/context.js";
import { Lanes } from "../src/notifier/lanes.js";

const quick: Outcome = {
  delivered: true,
  status: 200,
  body: "",
  error: null,
  timedOut: false,
  durationMs: 20,
};
const slow: Outcome = { ...quick, durationMs: 1000 };
const refused: Outcome = { ...quick, delivered: false, status: 500, error: "answered 500" };
const timedOut: Outcome = { ...refused, status: null, timedOut: true, durationMs: 10_000 };

const attempt = (lanes: Lanes, id: string, outcome: Outcome): void => {
  lanes.begin(id);
  lanes.end(id, outcome);
};

/** As wide as it gets. */
const prove = (lanes: Lanes, id: string): void => {
  attempt(lanes, id, quick);
  attempt(lanes, id, quick);
};

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `webhook ${i}`);

ava("a webhook may have one attempt under way, then two, then four, and never more", (t) => {
  const lanes = new Lanes();
  t.is(lanes.room("a"), 1);
  for (const width of [2, 4, 4, 4]) {
    attempt(lanes, "a", quick);
    t.is(lanes.room("a"), width);
  }
  lanes.begin("a", 3);
  t.is(lanes.room("a"), 1);
  lanes.begin("a");
  t.is(lanes.room("a"), 0);
});

ava("a time-out brings a webhook back to one attempt, and quick successes up again", (t) => {
  const lanes = new Lanes();
  prove(lanes, "a");
  attempt(lanes, "a", timedOut);
  t.is(lanes.room("a"), 1);
  attempt(lanes, "a", quick);
  t.is(lanes.room("a"), 2);
});

ava("neither slow successes nor failures widen a webhook", (t) => {
  const lanes = new Lanes();
  attempt(lanes, "a", slow);
  attempt(lanes, "a", refused);
  t.is(lanes.room("a"), 1);
});

ava("a failure that is no time-out leaves a webhook as wide as it was", (t) => {
  const lanes = new Lanes();
  prove(lanes, "a");
  attempt(lanes, "a", refused);
  t.is(lanes.room("a"), 4);
});

ava("webhooks that have not shown to be quick have 32 attempts together, others the rest", (t) => {
  const lanes = new Lanes();
  prove(lanes, "quick");
  for (const id of names(32)) {
    t.is(lanes.room(id), 1);
    lanes.begin(id);
  }
  t.is(lanes.room("another"), 0);
  t.is(lanes.room("quick"), 4);
  lanes.end("webhook 0", refused);
  t.is(lanes.room("another"), 1);
});

for (const [what, outcome] of Object.entries({ "a slow success": slow, "a time-out": timedOut }))
  ava(`after ${what} a quick webhook is one of the slow again, with all it has under way`, (t) => {
    const lanes = new Lanes();
    prove(lanes, "a");
    lanes.begin("a", 4);
    for (const id of names(28)) lanes.begin(id);
    t.is(lanes.room("another"), 1);
    lanes.end("a", outcome);
    // Three of its own and 28 others, so that there is one place; and none once it is taken.
    t.is(lanes.room("another"), 1);
    lanes.begin("another");
    t.is(lanes.room("yet another"), 0);
  });

ava("a quick failure shows nothing of how long a success takes", (t) => {
  const lanes = new Lanes();
  attempt(lanes, "a", refused);
  for (const id of names(32)) lanes.begin(id);
  t.is(lanes.room("a"), 0);
});

ava("a webhook that shows to be quick leaves its places to the unproven ones", (t) => {
  const lanes = new Lanes();
  for (const id of names(32)) lanes.begin(id);
  lanes.end("webhook 0", quick);
  lanes.begin("webhook 0", 2);
  t.is(lanes.room("another"), 1);
});

ava("64 attempts are under way in all", (t) => {
  const lanes = new Lanes();
  const all = names(17);
  for (const id of all) prove(lanes, id);
  for (const id of all.slice(0, 15)) lanes.begin(id, 4);
  lanes.begin("webhook 15", 3);
  t.is(lanes.room("webhook 16"), 1);
  lanes.begin("webhook 16");
  t.is(lanes.underWay, 64);
  for (const id of [...all, "another"]) t.is(lanes.room(id), 0);
  lanes.end("webhook 0", quick);
  t.is(lanes.room("webhook 16"), 1);
});

ava("places that came to no attempt are given back, and say nothing of the webhook", (t) => {
  const lanes = new Lanes();
  prove(lanes, "a");
  lanes.begin("a", 4);
  lanes.cancel("a", 3);
  t.is(lanes.room("a"), 3);
  for (const id of names(32)) lanes.begin(id);
  for (const id of names(32)) lanes.cancel(id);
  t.is(lanes.room("another"), 1);
  t.is(lanes.underWay, 1);
});

ava("of ever more webhooks those are forgotten that have been idle for longest", (t) => {
  const lanes = new Lanes();
  prove(lanes, "idle");
  prove(lanes, "busy");
  lanes.begin("busy", 4);
  for (const id of names(10_001)) attempt(lanes, id, refused);
  t.is(lanes.room("idle"), 1);
  t.is(lanes.room("busy"), 0);
});
