import test from "ava";
import fc from "fast-check";
import { DAY_MS, BUCKET_SPANS_DAYS } from "../../graph/stats/buckets.js";
import { splitParts } from "../../graph/stats/range.js";

const anyDays = fc.record({ first: fc.nat(30_000), days: fc.nat(2_000) });

test("the buckets of a range cover each of its days once and no other day", (t) => {
  const property = fc.property(anyDays, ({ first, days }) => {
    const { periods, moved } = splitParts([first * DAY_MS, (first + days) * DAY_MS]);
    const times = new Map<number, number>();
    for (const [sign, cells] of [[1, periods.added] as const, [-1, periods.subtracted] as const])
      for (const [span, start] of cells) {
        t.is(start % span, 0);
        for (let day = start; day < start + span; day += 1)
          times.set(day, (times.get(day) ?? 0) + sign);
      }
    const counted = [...times].filter(([, count]) => count !== 0);
    t.true(counted.every(([day, count]) => count === 1 && day >= first && day < first + days));
    t.deepEqual([counted.length, moved], [days, []]);
  });
  fc.assert(property, { numRuns: 500 });
});

test("a year is read from few buckets, wherever it starts", (t) => {
  const longest = BUCKET_SPANS_DAYS.at(-1)!;
  for (let first = 20_000; first < 20_000 + longest; first += 1) {
    const { added, subtracted } = splitParts([first * DAY_MS, (first + 365) * DAY_MS]).periods;
    t.true(added.length + subtracted.length <= 17, String(first));
  }
});
