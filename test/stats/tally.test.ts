import test from "ava";
import fc from "fast-check";
import {
  addTally,
  addText,
  emptyTally,
  isEmpty,
  keysIn,
  namesOf,
  type Sum,
  sumOf,
  tallyOf,
  tallyText,
} from "../graph/tally.js";

const counts = ["recordings", "closed", "withProcess", "withCoaching", "withActions"] as const;
const amounts = ["actionItems", "reviewed", "reviews", "reviewMs", "duration", "talkTime"] as const;
const others = ["conversationSwitches", "questionsAsked"] as const;
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
  ...Object.fromEntries([...amounts, ...others].map((sum) => [sum, fc.nat()])),
  ...Object.fromEntries(fractions.map((sum) => [sum, fraction])),
}) as unknown as fc.Arbitrary<Record<Sum, number>>;
const names = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 9 })), { maxLength: 6 });
const tallies = fc.array(fc.tuple(sums, names).map(([sum, name]) => tallyOf(sum, name)));

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(a, b);

test("a tally of recordings does not depend on their order", (t) => {
  fc.assert(
    fc.property(tallies, (list) => {
      const [there, back] = [emptyTally(), emptyTally()];
      for (const tally of list) addTally(there, tally);
      for (const tally of list.toReversed()) addTally(back, tally);
      return tallyText(there) === tallyText(back);
    }),
  );
  t.pass();
});

test("what is taken away from a tally leaves it as if it had never been there", (t) => {
  fc.assert(
    fc.property(tallies, tallies, (list, gone) => {
      const [kept, all] = [emptyTally(), emptyTally()];
      for (const tally of list) addTally(kept, tally);
      for (const tally of [...list, ...gone]) addTally(all, tally);
      for (const tally of gone) addText(all, tallyText(tally), -1);
      return tallyText(kept) === tallyText(all) && isEmpty(all) === (list.length === 0);
    }),
  );
  t.pass();
});

test("a tally is read from its text as it was written", (t) => {
  fc.assert(
    fc.property(tallies, (list) => {
      for (const tally of list) {
        const text = tallyText(tally);
        const read = emptyTally();
        addText(read, text);
        const names = namesOf(tally);
        t.deepEqual(namesOf(read), names);
        t.deepEqual(
          keysIn(text),
          names.map(([key]) => key),
        );
        for (const sum of [...counts, ...amounts, ...others, ...fractions])
          if (sumOf(read, sum) !== sumOf(tally, sum)) return false;
      }
      return true;
    }),
  );
  t.is(tallyText(emptyTally()), ",".repeat(27));
});

test("the sum of fractions is that of doubles to 1e-9, and counts are exact", (t) => {
  fc.assert(
    fc.property(fc.array(sums, { maxLength: 200 }), (list) => {
      const total = emptyTally();
      for (const sum of list) addTally(total, tallyOf(sum, []));
      const naive = (sum: Sum): number => list.reduce((all, one) => all + one[sum], 0);
      return (
        fractions.every((sum) => close(sumOf(total, sum), naive(sum))) &&
        [...counts, ...amounts].every((sum) => sumOf(total, sum) === naive(sum))
      );
    }),
  );
  t.pass();
});

test("what a tally costs to go through is a matter of its names, not of how high their numbers are", (t) => {
  const zero = Object.fromEntries(
    [...counts, ...amounts, ...others, ...fractions].map((sum) => [sum, 0]),
  );
  const places = tallyOf(zero as Record<Sum, number>, [
    [7, 1],
    [50_000, 2],
  ]);
  let looks = 0;
  const look = (): void => void (looks += 1);
  const tally = new Proxy(places, {
    get: (all, place, self) => (look(), Reflect.get(all, place, self)),
    has: (all, place) => (look(), Reflect.has(all, place)),
    getOwnPropertyDescriptor: (all, place) => (
      look(),
      Reflect.getOwnPropertyDescriptor(all, place)
    ),
  });
  t.deepEqual(namesOf(tally), [
    [7, 1],
    [50_000, 2],
  ]);
  t.true(looks < 200, `${looks} looks`);
});
