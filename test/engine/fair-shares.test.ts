import test from "ava";
import { FairShares, ShareExceededError } from "../../db/engine/fair-shares.js";

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Starts `count` items that run until they are ended, and records the order of their starts. */
const startItems = (shares: FairShares, key: string, count: number, starts: string[]) =>
  Array.from({ length: count }, () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = shares.run(key, async () => {
      starts.push(key);
      await promise;
    });
    return { end: resolve, done };
  });

test("an organization keeps its place however much another one queues", async (t) => {
  const shares = new FairShares({ places: 2, placesPerKey: 1, waitingPerKey: 100 });
  const starts: string[] = [];
  const greedy = startItems(shares, "greedy", 50, starts);
  const [good] = startItems(shares, "good", 1, starts);
  await settle();
  t.deepEqual(starts, ["greedy", "good"]);
  for (const { end } of [...greedy, good!]) end();
  await Promise.all([...greedy, good!].map(({ done }) => done));
  t.is(shares.pending, 0);
});

test("organizations take turns at the last free place", async (t) => {
  const shares = new FairShares({ places: 1, placesPerKey: 1, waitingPerKey: 100 });
  const starts: string[] = [];
  const items = [
    ...startItems(shares, "a", 3, starts),
    ...startItems(shares, "b", 2, starts),
    ...startItems(shares, "c", 1, starts),
  ];
  for (const { end } of items) end();
  await Promise.all(items.map(({ done }) => done));
  t.deepEqual(starts, ["a", "b", "c", "a", "b", "a"]);
});

test("an organization whose waiting room is full is refused, and the next one is not", async (t) => {
  const shares = new FairShares({ places: 1, placesPerKey: 1, waitingPerKey: 1 });
  const starts: string[] = [];
  const items = startItems(shares, "greedy", 2, starts);
  await t.throwsAsync(
    shares.run("greedy", async () => {}),
    { instanceOf: ShareExceededError },
  );
  const good = startItems(shares, "good", 1, starts);
  for (const { end } of [...items, ...good]) end();
  await Promise.all([...items, ...good].map(({ done }) => done));
  t.deepEqual(starts, ["greedy", "good", "greedy"]);
});

test("an item whose caller left gives up its turn, and never runs", async (t) => {
  const shares = new FairShares({ places: 1, placesPerKey: 1, waitingPerKey: 10 });
  const starts: string[] = [];
  const [first] = startItems(shares, "a", 1, starts);
  const leaving = new AbortController();
  const left = shares.run("a", async () => void starts.push("left"), leaving.signal);
  const last = shares.run("a", async () => void starts.push("last"));
  leaving.abort(new Error("the caller left"));
  await t.throwsAsync(left, { message: "the caller left" });
  first!.end();
  await last;
  t.deepEqual(starts, ["a", "last"]);
  t.is(shares.pending, 0);
});

test("without a waiting room, an organization above its places gets none", (t) => {
  const shares = new FairShares({ places: 3, placesPerKey: 2, waitingPerKey: 0 });
  const held = [shares.tryAcquire("a"), shares.tryAcquire("a")];
  t.is(shares.tryAcquire("a"), undefined);
  t.not(shares.tryAcquire("b"), undefined);
  t.is(shares.tryAcquire("c"), undefined);
  held[0]!();
  held[0]!();
  t.not(shares.tryAcquire("c"), undefined);
  t.is(shares.tryAcquire("a"), undefined);
});
