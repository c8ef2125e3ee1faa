import test from "ava";
import fc from "fast-check";
import { formatMicroseconds, formatTime, parseMicroseconds } from "../../graph/arguments/time.js";

const MAX_TIME_MS = 8.64e15;
const near = fc.integer({ min: -5_000, max: 5_000 });
const times = fc.oneof(
  fc.integer({ min: -MAX_TIME_MS, max: MAX_TIME_MS }),
  // Around the years with four digits.
  fc.integer({ min: Date.UTC(-1, 0), max: Date.UTC(10_001, 0) }),
  fc
    .tuple(fc.constantFrom(0, 86_400_000, Date.UTC(10_000, 0), -62_167_219_200_000), near)
    .map(([end, by]) => end + by),
);

test("formatTime writes ISO 8601, whatever it formatted before", (t) => {
  fc.assert(
    fc.property(fc.array(times), (list) => {
      t.deepEqual(
        list.map(formatTime),
        list.map((time) => new Date(time).toISOString()),
      );
    }),
  );
});

test("formatTime throws for invalid times", (t) => {
  for (const time of [Number.NaN, Infinity, 2 * MAX_TIME_MS, -2 * MAX_TIME_MS])
    t.throws(() => formatTime(time), { instanceOf: RangeError });
  t.is(formatTime(0), "1970-01-01T00:00:00.000Z");
});

test("formatMicroseconds writes six digits that parse to the same value", (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2200, 0) * 1000 }), (time) => {
      t.is(parseMicroseconds(formatMicroseconds(time)), time);
    }),
  );
});
