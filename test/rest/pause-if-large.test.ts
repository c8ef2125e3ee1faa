import test from "ava";
import { pauseIfLarge } from "../../graph/turns/pause-if-large.js";

const LARGE = 2 * 1024 * 1024;

test("the steps of large answers take turns by organization", async (t) => {
  const begun: string[] = [];
  const step = async (organizationId: string, name: string): Promise<void> => {
    await pauseIfLarge(organizationId, LARGE);
    begun.push(name);
  };
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map(async (name) => step("a", name)),
    ...["b1", "b2"].map(async (name) => step("b", name)),
    step("c", "c1"),
  ]);
  // The first step's pause has begun before the others come.
  t.deepEqual(begun, ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("a small answer never waits", async (t) => {
  const large = pauseIfLarge("a", LARGE)!;
  let isOver = false;
  void large.then(() => (isOver = true));
  t.is(pauseIfLarge("a", 1_000), undefined);
  t.false(isOver);
  await large;
});
