import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { requireRate } from "../../src/analyzer/ai/required-rate.js";

const createError = (): Error => new Error("too slow");

test("a stream that trickles fails, however long it goes on", async (t) => {
  async function* trickle() {
    for (;;) {
      yield Buffer.alloc(1);
      await setTimeout(5);
    }
  }
  const passed = pipeline(
    Readable.from(trickle()),
    requireRate({ windowBytes: 1_000, windowMs: 50 }, createError),
    async (stream) => {
      for await (const _ of stream);
    },
  );
  await t.throwsAsync(passed, { message: "too slow" });
});

test("a quick stream passes unchanged", async (t) => {
  async function* quick() {
    for (let index = 0; index < 20; index += 1) {
      yield Buffer.alloc(100_000, index);
      await setTimeout(5);
    }
    yield Buffer.from("end");
  }
  const chunks: Buffer[] = [];
  await pipeline(
    Readable.from(quick()),
    requireRate({ windowBytes: 1_000, windowMs: 10_000 }, createError),
    async (stream) => {
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
    },
  );
  t.is(Buffer.concat(chunks).length, 2_000_003);
});
