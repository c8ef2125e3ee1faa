import test from "ava";
import fc from "fast-check";
import type {
  RematchableAppointment,
  RematchableRecording,
} from "../../db/matching/rematchable.js";
import { pair } from "../../graph/matching/pairing.js";
import { computeWindowAfterStart } from "../../graph/matching/windows.js";
import { pairNearestFirst } from "../helpers/reference-pairing.js";

const MINUTE = 60_000;
const START = Date.parse("2026-03-03T10:00:00Z");
const reps = fc.constantFrom("rep-1", "rep-2", "rep-2");
// Few different times, so that many are as near as others, and some on the edges of windows.
const minute = fc.integer({ min: -8, max: 16 }).map((step) => START + step * 15 * MINUTE);

interface Case {
  recordings: RematchableRecording[];
  appointments: RematchableAppointment[];
  apart: Set<string>;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    calls: fc.array(fc.record({ userId: reps, startedAt: minute }), { maxLength: 6 }),
    // As recordings are aged: each has a position of its own.
    positions: fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
    visits: fc.array(
      fc.record({
        userId: reps,
        startTime: minute,
        length: fc.constantFrom(null, 0, 15 * MINUTE, 120 * MINUTE),
      }),
      { maxLength: 6 },
    ),
    names: fc.shuffledSubarray(["B", "a", "b", "e-1", "e-10", "e-2"], { minLength: 6 }),
    apart: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 6 }),
  })
  .map(({ calls, positions, visits, names, apart }) => ({
    recordings: calls.map((call, index) => ({
      ...call,
      id: `r${index}`,
      position: positions[index]!,
      appointmentId: null,
    })),
    appointments: visits.map(({ userId, startTime, length }, index) => ({
      id: `a${index}`,
      userId,
      startTime,
      eventId: names[index]!,
      windowAfterStartMs: computeWindowAfterStart(
        startTime,
        length === null ? null : startTime + length,
      ),
    })),
    apart: new Set(apart.map(([r, a]) => `r${r} a${a}`)),
  }));

const pairsOf = ({ recordings, appointments, apart }: Case): Record<string, string> =>
  Object.fromEntries(pair(recordings, appointments, (r, a) => apart.has(`${r} ${a}`)));

test("pairs equal those of a brute-force search for the nearest open pair", (t) => {
  const property = fc.property(cases, (given) => {
    const expected = pairNearestFirst(
      given.recordings.map(({ id, userId, startedAt, position }) => ({
        id,
        rep: userId,
        at: startedAt,
        age: position,
      })),
      given.appointments.map(({ id, userId, eventId, startTime, windowAfterStartMs }) => ({
        id,
        rep: userId,
        eventId,
        start: startTime,
        from: startTime - 60 * MINUTE,
        to: startTime + windowAfterStartMs,
      })),
      (r, a) => given.apart.has(`${r} ${a}`),
    );
    t.deepEqual(pairsOf(given), expected);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("the order of the input lists makes no difference", (t) => {
  const shuffled = cases.chain((given) =>
    fc.record({
      given: fc.constant(given),
      recordings: fc.shuffledSubarray(given.recordings, { minLength: given.recordings.length }),
      appointments: fc.shuffledSubarray(given.appointments, {
        minLength: given.appointments.length,
      }),
    }),
  );
  const property = fc.property(shuffled, ({ given, recordings, appointments }) => {
    t.deepEqual(pairsOf({ ...given, recordings, appointments }), pairsOf(given));
  });
  fc.assert(property, { numRuns: 1000 });
});

const call = (at: number, userId = "rep-1"): RematchableRecording => ({
  id: "r",
  userId,
  startedAt: START + at,
  position: 1,
  appointmentId: null,
});

for (const [what, end, opens, closes] of [
  ["without an end", null, -60, 180],
  ["of no length", 0, -60, 120],
  ["of half an hour", 30, -60, 150],
  ["of a day", 1440, -60, 1560],
] as const)
  test(`the window of an appointment ${what} is open from ${opens} to ${closes} minutes, both included`, (t) => {
    const windowAfterStartMs = computeWindowAfterStart(
      START,
      end === null ? null : START + end * MINUTE,
    );
    t.is(windowAfterStartMs, closes * MINUTE);
    const visit = { id: "a", userId: "rep-1", eventId: "e", startTime: START, windowAfterStartMs };
    const isPaired = (...of: Parameters<typeof call>): boolean =>
      pair([call(...of)], [visit], () => false).has("r");
    for (const inside of [opens * MINUTE, 0, closes * MINUTE]) {
      t.true(isPaired(inside));
      t.false(isPaired(inside, "rep-2"));
    }
    for (const outside of [opens * MINUTE - 1, closes * MINUTE + 1]) t.false(isPaired(outside));
  });

test("thousands of overlapping calls and appointments are paired in little memory", (t) => {
  const numbers = Array.from({ length: 4_000 }, (_, number) => number);
  const year = computeWindowAfterStart(START, START + 365 * 24 * 60 * MINUTE);
  const visits = numbers.map((number) => ({
    id: `a${number}`,
    userId: "rep-1",
    eventId: String(number).padStart(4, "0"),
    startTime: START,
    windowAfterStartMs: year,
  }));
  const calls = numbers.map((number) => ({ ...call(number), id: `r${number}`, position: number }));
  const pairs = pair(calls, visits, () => false);
  t.deepEqual(
    [...pairs],
    numbers.map((number) => [`r${number}`, `a${number}`]),
  );
});
