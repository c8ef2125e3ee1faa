import test from "ava";
import { KeyCounter } from "../../../src/workers/key-counter.js";

test("a key counter counts each key and their total", (t) => {
  const counter = new KeyCounter();
  const releaseFirst = counter.acquire("a");
  counter.acquire("a");
  counter.acquire("b");
  t.deepEqual([counter.count("a"), counter.count("b"), counter.count("c")], [2, 1, 0]);
  t.is(counter.total, 3);
  releaseFirst();
  t.deepEqual([counter.count("a"), counter.total], [1, 2]);
});

test("releasing twice subtracts once", (t) => {
  const counter = new KeyCounter();
  counter.acquire("a");
  const release = counter.acquire("a");
  release();
  release();
  t.deepEqual([counter.count("a"), counter.total], [1, 1]);
});
