import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import test from "ava";
import { countChange } from "../../db/engine/changes-under-way.js";
import { RequestTurns } from "../../src/api/http/request-turns.js";

/** Enqueues requests of callers by name. Returns the names in the order in which the requests begin. */
const enqueue = (callers: string[]): string[] => {
  const turns = new RequestTurns();
  const begun: string[] = [];
  for (const authorization of callers)
    turns.enqueue({ headers: { authorization } } as IncomingMessage, () =>
      begun.push(authorization),
    );
  return begun;
};

test.serial("requests begin at once where no change waits for the event loop", (t) => {
  t.deepEqual(enqueue(["a", "a", "a", "b"]), ["a", "a", "a", "b"]);
});

test.serial(
  "while a change is under way, requests begin one per turn, and callers take turns",
  async (t) => {
    await countChange(async () => {
      const begun = enqueue(["a", "a", "a", "a", "b"]);
      const lengths: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        lengths.push(begun.length);
        await setImmediate();
      }
      t.deepEqual(lengths, [1, 2, 3, 4, 5]);
      t.deepEqual(begun, ["a", "a", "b", "a", "a"]);
    });
  },
);

test.serial("requests that wait begin once the change has ended", async (t) => {
  const begun = await countChange(async () => enqueue(["a", "a", "a", "a"]));
  t.is(begun.length, 1);
  await setImmediate();
  t.is(begun.length, 4);
});

test.serial("a request that waits keeps its own async context", async (t) => {
  const storage = new AsyncLocalStorage<string>();
  const turns = new RequestTurns();
  const seen: [string, string | undefined][] = [];
  await countChange(async () => {
    for (const name of ["a", "b", "c"])
      storage.run(name, () =>
        turns.enqueue({ headers: { authorization: name } } as IncomingMessage, () =>
          seen.push([name, storage.getStore()]),
        ),
      );
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  });
  t.deepEqual(seen, [
    ["a", "a"],
    ["b", "b"],
    ["c", "c"],
  ]);
});
