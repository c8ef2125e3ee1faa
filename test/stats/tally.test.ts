import test from "ava";
import fc from "fast-check";
import {
  addTally,
  addTallyText,
  createTally,
  isEmptyTally,
  parseTallyKeys,
  listNameCounts,
  sumOf,
  buildTally,
  formatTally,
} from "../../graph/stats/tally.js";
import type { SumName } from "../../graph/stats/sums.js";

const counts = [
  "recordings",
  "closed",
  "withTranscript",
  "withRep",
  "withSwitches",
  "withProcess",
  "withCoaching",
  "withActions",
] as const;
const amounts = ["actionItems", "reviewed", "reviews", "reviewMs", "duration", "talkTime"] as const;
const moreAmounts = ["conversationSwitches", "questionsAsked"] as const;
const fractions = [
  "talkRatio",
  "waitedToTalkAvg",
  "talkSpeed",
  "switchesPerMinute",
  "processScore",
] as const;

const fraction = fc.double({ min: 1e-7, max: 1e8, noNaN: true });
const sums = fc.record({
  ...Object.fromEntries(counts.map((sum) => [sum, fc.integer({ min: 0, max: 1 })])),
  ...Object.fromEntries([...amounts, ...moreAmounts].map((sum) => [sum, fc.nat()])),
  ...Object.fromEntries(fractions.map((sum) => [sum, fraction])),
}) as unknown as fc.Arbitrary<Record<SumName, number>>;
const names = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 9 })), { maxLength: 6 });
const tallies = fc.array(fc.tuple(sums, names).map(([sum, name]) => buildTally(sum, name)));

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(a, b);

test("a tally doesn't depend on the order of recordings", (t) => {
  fc.assert(
    fc.property(tallies, (list) => {
      const [forward, backward] = [createTally(), createTally()];
      for (const tally of list) addTally(forward, tally);
      for (const tally of list.toReversed()) addTally(backward, tally);
      return formatTally(forward) === formatTally(backward);
    }),
  );
  t.pass();
});

test("subtracting a recording restores the tally exactly", (t) => {
  fc.assert(
    fc.property(tallies, tallies, (list, removed) => {
      const [remaining, all] = [createTally(), createTally()];
      for (const tally of list) addTally(remaining, tally);
      for (const tally of [...list, ...removed]) addTally(all, tally);
      for (const tally of removed) addTallyText(all, formatTally(tally), -1);
      return (
        formatTally(remaining) === formatTally(all) && isEmptyTally(all) === (list.length === 0)
      );
    }),
  );
  t.pass();
});

test("a tally's text form restores the tally", (t) => {
  fc.assert(
    fc.property(tallies, (list) => {
      for (const tally of list) {
        const text = formatTally(tally);
        const read = createTally();
        addTallyText(read, text);
        const names = listNameCounts(tally);
        t.deepEqual(listNameCounts(read), names);
        t.deepEqual(
          parseTallyKeys(text),
          names.map(([key]) => key),
        );
        for (const sum of [...counts, ...amounts, ...moreAmounts, ...fractions])
          if (sumOf(read, sum) !== sumOf(tally, sum)) return false;
      }
      return true;
    }),
  );
  t.is(formatTally(createTally()), ",".repeat(30));
});

test("sums of fractions match doubles to 1e-9, and counts are exact", (t) => {
  fc.assert(
    fc.property(fc.array(sums, { maxLength: 200 }), (list) => {
      const total = createTally();
      for (const sum of list) addTally(total, buildTally(sum, []));
      const naive = (sum: SumName): number => list.reduce((all, one) => all + one[sum], 0);
      return (
        fractions.every((sum) => isClose(sumOf(total, sum), naive(sum))) &&
        [...counts, ...amounts].every((sum) => sumOf(total, sum) === naive(sum))
      );
    }),
  );
  t.pass();
});

test("the cost of reading a tally depends on the number of names, not their numbers", (t) => {
  const zero = Object.fromEntries(
    [...counts, ...amounts, ...moreAmounts, ...fractions].map((sum) => [sum, 0]),
  );
  const entries = buildTally(zero as Record<SumName, number>, [
    [7, 1],
    [50_000, 2],
  ]);
  let looks = 0;
  const countView = (): void => void (looks += 1);
  const tally = new Proxy(entries, {
    get: (all, key, self) => (countView(), Reflect.get(all, key, self)),
    has: (all, key) => (countView(), Reflect.has(all, key)),
    getOwnPropertyDescriptor: (all, key) => (
      countView(),
      Reflect.getOwnPropertyDescriptor(all, key)
    ),
  });
  t.deepEqual(listNameCounts(tally), [
    [7, 1],
    [50_000, 2],
  ]);
  t.true(looks < 200, `${looks} looks`);
});
