import fc from "fast-check";
import { ingestCallAt, addMinutes } from "../helpers/matching/matches.js";
import { pairNearestFirst } from "./reference-pairing.js";
import { pushAppointment, putAppointment } from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const REPS = ["rep@example.com", "two@example.com"];

interface Scenario {
  calls: { rep: number; at: number }[];
  visits: { rep: number; at: number; length: number | null; movedFrom: number }[];
  /** Arrival orders: sort keys, one per call, appointment and appointment change. */
  orders: number[][];
}

const rep = fc.constantFrom(0, 0, 1);

const cases: fc.Arbitrary<Scenario> = fc
  .record({
    calls: fc.array(fc.record({ rep, at: fc.integer({ min: -4, max: 14 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    visits: fc.array(
      fc.record({
        rep,
        at: fc.integer({ min: -4, max: 14 }),
        length: fc.constantFrom(null, null, 0, 90),
        movedFrom: fc.integer({ min: -20, max: 20 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    orders: fc.array(fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), {
      minLength: 2,
      maxLength: 3,
    }),
  })
  .map(({ calls, visits, orders }) => ({
    orders,
    // Each start has its own odd seconds, so that no two pairs have the same distance.
    calls: calls.map((call, index) => ({ ...call, at: call.at * 20 + [0, 1, 3, 7][index]! / 60 })),
    visits: visits.map((visit, index) => ({
      ...visit,
      at: visit.at * 20 + [0, 12, 31, 53][index]! / 60,
    })),
  }));

const fieldsOf = ({ rep: index, at, length }: Scenario["visits"][number]) => ({
  user_email: REPS[index],
  start_time: addMinutes(at),
  end_time: length === null ? null : addMinutes(at + length),
});

/** Sends all in this order. An appointment that changes later starts at another time or has the other rep. */
const sendAll = async (
  org: Tenant,
  scenario: Scenario,
  order: number[],
): Promise<Map<string, string>> => {
  const { calls, visits } = scenario;
  const ids = new Map<string, string>();
  const sent = new Set<number>();
  const steps = [
    ...calls.map(({ rep: repIndex, at }, index) => async () => {
      const fields = { call_id: `c-${index}`, user_email: REPS[repIndex] };
      // Half of the calls are sent twice, the first time with another start.
      await ingestCallAt(org, order[index]! % 2 === 0 ? at : at + 500, fields);
      ids.set(await ingestCallAt(org, at, fields), fields.call_id);
    }),
    ...visits.map((visit, index) => async () => {
      sent.add(index);
      await pushAppointment(org, { ...fieldsOf(visit), event_id: `e-${index}` });
    }),
    ...visits.map((visit, index) => async () => {
      if (sent.has(index)) {
        const otherRep = { ...visit, rep: 1 - visit.rep };
        await putAppointment(org, fieldsOf(otherRep), `e-${index}`);
      } else {
        sent.add(index);
        const otherTime = { ...visit, at: visit.movedFrom * 20 };
        await pushAppointment(org, { ...fieldsOf(otherTime), event_id: `e-${index}` });
      }
      await putAppointment(org, fieldsOf(visit), `e-${index}`);
    }),
  ];
  const sorted = steps
    .map((step, index) => ({ step, key: order[index]! }))
    .toSorted((a, b) => a.key - b.key);
  for (const { step } of sorted) await step();
  return ids;
};

const computeExpected = ({ calls, visits }: Scenario): Record<string, string> =>
  pairNearestFirst(
    calls.map((call, index) => ({ id: `c-${index}`, rep: `${call.rep}`, at: call.at, age: index })),
    visits.map((visit, index) => ({
      id: `e-${index}`,
      rep: `${visit.rep}`,
      eventId: `e-${index}`,
      start: visit.at,
      from: visit.at - 60,
      to: visit.at + (visit.length ?? 60) + 120,
    })),
  );

test("the order of arrivals and changes doesn't affect the final pairs", async (t) => {
  const { server } = t.context;
  let matched = 0;
  const run = async (scenario: Scenario): Promise<void> => {
    const expected = computeExpected(scenario);
    matched += Object.keys(expected).length;
    for (const order of scenario.orders) {
      const org = await server.createTenant();
      for (const email of REPS) await org.createUser(email);
      const ids = await sendAll(org, scenario, order);
      const { recordings } = await org.graphql(
        "{ recordings(filter: { status: received }) { nodes { id match { eventId } } } }",
      );
      const pairs: Record<string, string> = {};
      for (const { id, match } of recordings.nodes) if (match) pairs[ids.get(id)!] = match.eventId;
      t.deepEqual(pairs, expected, JSON.stringify({ ...scenario, orders: [order] }));
    }
  };
  await fc.assert(fc.asyncProperty(cases, run), { numRuns: 20 });
  t.true(matched > 0);
});
