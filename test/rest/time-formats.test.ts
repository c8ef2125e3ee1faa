import test from "ava";
import fc from "fast-check";
import { formatMicroseconds, formatTime, parseMicroseconds } from "../../graph/core/time.js";

const MOST = 8.64e15;
const near = fc.integer({ min: -5_000, max: 5_000 });
const times = fc.oneof(
  fc.integer({ min: -MOST, max: MOST }),
  // The years that are written with four digits, and their ends.
  fc.integer({ min: Date.UTC(-1, 0), max: Date.UTC(10_001, 0) }),
  fc
    .tuple(fc.constantFrom(0, 86_400_000, Date.UTC(10_000, 0), -62_167_219_200_000), near)
    .map(([end, by]) => end + by),
);

test("a time is written as ISO 8601 has it, whichever was written before", (t) => {
  fc.assert(
    fc.property(fc.array(times), (list) => {
      t.deepEqual(
        list.map(formatTime),
        list.map((time) => new Date(time).toISOString()),
      );
    }),
  );
});

test("what is no time is not written as one", (t) => {
  for (const time of [Number.NaN, Infinity, 2 * MOST, -2 * MOST])
    t.throws(() => formatTime(time), { instanceOf: RangeError });
  t.is(formatTime(0), "1970-01-01T00:00:00.000Z");
});

test("microseconds are written with six digits, and read as they were", (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2200, 0) * 1000 }), (time) => {
      t.is(parseMicroseconds(formatMicroseconds(time)), time);
    }),
  );
});
