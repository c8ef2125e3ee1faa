import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { requireRate } from "../../src/base/net/required-rate.js";

const createError = (): Error => new Error("too slow");

/** Yields `count` chunks with a rest after each. */
async function* yieldChunks(count: number, bytes: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    yield Buffer.alloc(bytes, index);
    await setTimeout(5);
  }
}

const pass = async (chunks: AsyncIterable<Buffer>, windowMs: number): Promise<Buffer> => {
  const rate = { windowBytes: 1_000, windowMs };
  const passed: Buffer[] = [];
  await pipeline(Readable.from(chunks), requireRate(rate, createError), async (stream) => {
    for await (const chunk of stream as AsyncIterable<Buffer>) passed.push(chunk);
  });
  return Buffer.concat(passed);
};

test("a stream that trickles fails, however long it goes on", async (t) => {
  await t.throwsAsync(pass(yieldChunks(Infinity, 1), 50), { message: "too slow" });
});

test("a quick stream passes unchanged, with a short end", async (t) => {
  const passed = await pass(yieldChunks(20, 100_000), 10_000);
  t.is(passed.length, 2_000_000);
});
