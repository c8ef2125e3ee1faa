import test from "ava";
import fc from "fast-check";
import type {
  RematchableAppointment,
  RematchableRecording,
} from "../../db/matching/rematchable.js";
import { pair } from "../../graph/matching/pairing.js";
import { computeWindowAfterStart } from "../../graph/matching/windows.js";
import { pairNearestFirst } from "../helpers/reference-pairing.js";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-03-03T10:00:00Z");
const reps = fc.constantFrom("rep-1", "rep-2", "rep-2");
// Few distinct times, so that many distances are equal and some calls start at a window's edge.
const minute = fc.integer({ min: -8, max: 16 }).map((step) => START_MS + step * 15 * MINUTE_MS);

interface Case {
  recordings: RematchableRecording[];
  appointments: RematchableAppointment[];
  excluded: Set<string>;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    calls: fc.array(fc.record({ userId: reps, startedAt: minute }), { maxLength: 6 }),
    // Ages of the recordings, all distinct.
    positions: fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
    visits: fc.array(
      fc.record({
        userId: reps,
        startTime: minute,
        length: fc.constantFrom(null, 0, 15 * MINUTE_MS, 120 * MINUTE_MS),
      }),
      { maxLength: 6 },
    ),
    eventIds: fc.shuffledSubarray(["B", "a", "b", "e-1", "e-10", "e-2"], { minLength: 6 }),
    excluded: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 6 }),
  })
  .map(({ calls, positions, visits, eventIds, excluded }) => ({
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
      eventId: eventIds[index]!,
      windowAfterStartMs: computeWindowAfterStart(
        startTime,
        length === null ? null : startTime + length,
      ),
    })),
    excluded: new Set(excluded.map(([r, a]) => `r${r} a${a}`)),
  }));

const pairCase = ({ recordings, appointments, excluded }: Case): Record<string, string> =>
  Object.fromEntries(pair(recordings, appointments, (r, a) => excluded.has(`${r} ${a}`)));

test("pairing equals a brute-force search for the nearest pair", (t) => {
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
        from: startTime - 60 * MINUTE_MS,
        to: startTime + windowAfterStartMs,
      })),
      (r, a) => given.excluded.has(`${r} ${a}`),
    );
    t.deepEqual(pairCase(given), expected);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("the order of the inputs doesn't change the pairs", (t) => {
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
    t.deepEqual(pairCase({ ...given, recordings, appointments }), pairCase(given));
  });
  fc.assert(property, { numRuns: 1000 });
});

const call = (at: number, userId = "rep-1"): RematchableRecording => ({
  id: "r",
  userId,
  startedAt: START_MS + at,
  position: 1,
  appointmentId: null,
});

for (const [kind, end, opens, closes] of [
  ["without an end", null, -60, 180],
  ["of zero length", 0, -60, 120],
  ["of half an hour", 30, -60, 150],
  ["of a day", 1440, -60, 1560],
] as const)
  test(`the window of an appointment ${kind} is open from ${opens} to ${closes} minutes, inclusive`, (t) => {
    const windowAfterStartMs = computeWindowAfterStart(
      START_MS,
      end === null ? null : START_MS + end * MINUTE_MS,
    );
    t.is(windowAfterStartMs, closes * MINUTE_MS);
    const visit = {
      id: "a",
      userId: "rep-1",
      eventId: "e",
      startTime: START_MS,
      windowAfterStartMs,
    };
    const isPaired = (...args: Parameters<typeof call>): boolean =>
      pair([call(...args)], [visit], () => false).has("r");
    for (const inside of [opens * MINUTE_MS, 0, closes * MINUTE_MS]) {
      t.true(isPaired(inside));
      t.false(isPaired(inside, "rep-2"));
    }
    for (const outside of [opens * MINUTE_MS - 1, closes * MINUTE_MS + 1])
      t.false(isPaired(outside));
  });

test("thousands of overlapping calls and appointments are paired in little memory", (t) => {
  const numbers = Array.from({ length: 4_000 }, (_, number) => number);
  const year = computeWindowAfterStart(START_MS, START_MS + 365 * 24 * 60 * MINUTE_MS);
  const visits = numbers.map((number) => ({
    id: `a${number}`,
    userId: "rep-1",
    eventId: String(number).padStart(4, "0"),
    startTime: START_MS,
    windowAfterStartMs: year,
  }));
  const calls = numbers.map((number) => ({ ...call(number), id: `r${number}`, position: number }));
  const pairs = pair(calls, visits, () => false);
  t.deepEqual(
    [...pairs],
    numbers.map((number) => [`r${number}`, `a${number}`]),
  );
});
