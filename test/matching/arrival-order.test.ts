import fc from "fast-check";
import { ingestCallAt, addMinutes } from "../helpers/matches.js";
import { pairNearestFirst } from "../helpers/reference-pairing.js";
import { pushAppointment, putAppointment } from "../helpers/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const REPS = ["rep@example.com", "two@example.com"];

interface Given {
  calls: { rep: number; at: number }[];
  visits: { rep: number; at: number; length: number | null; before: number }[];
  /** Orders of arrival: a number per call, per appointment and per move, the smaller first. */
  orders: number[][];
}

const rep = fc.constantFrom(0, 0, 1);

const cases: fc.Arbitrary<Given> = fc
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
        before: fc.integer({ min: -20, max: 20 }),
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
    // Odd seconds of their own, so that no two pairs are as near as each other.
    calls: calls.map((call, index) => ({ ...call, at: call.at * 20 + [0, 1, 3, 7][index]! / 60 })),
    visits: visits.map((visit, index) => ({
      ...visit,
      at: visit.at * 20 + [0, 12, 31, 53][index]! / 60,
    })),
  }));

const fieldsOf = ({ rep: index, at, length }: Given["visits"][number]) => ({
  user_email: REPS[index],
  start_time: addMinutes(at),
  end_time: length === null ? null : addMinutes(at + length),
});

/** Sends all in this order, each appointment at first elsewhere, or of the other, if it is moved later. */
const arrive = async (org: Tenant, given: Given, order: number[]): Promise<Map<string, string>> => {
  const { calls, visits } = given;
  const ids = new Map<string, string>();
  const sent = new Set<number>();
  const steps = [
    ...calls.map(({ rep: index, at }, of) => async () => {
      const fields = { call_id: `c-${of}`, user_email: REPS[index] };
      // The same call is sent twice, the first time with another beginning.
      await ingestCallAt(org, order[of]! % 2 === 0 ? at : at + 500, fields);
      ids.set(await ingestCallAt(org, at, fields), fields.call_id);
    }),
    ...visits.map((visit, of) => async () => {
      sent.add(of);
      await pushAppointment(org, { ...fieldsOf(visit), event_id: `e-${of}` });
    }),
    ...visits.map((visit, of) => async () => {
      if (sent.has(of)) {
        const elsewhere = { ...visit, rep: 1 - visit.rep };
        await putAppointment(org, fieldsOf(elsewhere), `e-${of}`);
      } else {
        sent.add(of);
        const elsewhere = { ...visit, at: visit.before * 20 };
        await pushAppointment(org, { ...fieldsOf(elsewhere), event_id: `e-${of}` });
      }
      await putAppointment(org, fieldsOf(visit), `e-${of}`);
    }),
  ];
  const sorted = steps
    .map((step, index) => ({ step, key: order[index]! }))
    .toSorted((a, b) => a.key - b.key);
  for (const { step } of sorted) await step();
  return ids;
};

const expectedOf = ({ calls, visits }: Given): Record<string, string> =>
  pairNearestFirst(
    calls.map((call, of) => ({ id: `c-${of}`, rep: `${call.rep}`, at: call.at, age: of })),
    visits.map((visit, of) => ({
      id: `e-${of}`,
      rep: `${visit.rep}`,
      eventId: `e-${of}`,
      start: visit.at,
      from: visit.at - 60,
      to: visit.at + (visit.length ?? 60) + 120,
    })),
  );

test("the order of arrivals and changes doesn't affect the final pairs", async (t) => {
  const { server } = t.context;
  let matched = 0;
  const run = async (given: Given): Promise<void> => {
    const expected = expectedOf(given);
    matched += Object.keys(expected).length;
    for (const order of given.orders) {
      const org = await server.createTenant();
      for (const email of REPS) await org.createUser(email);
      const ids = await arrive(org, given, order);
      const { recordings } = await org.graphql(
        "{ recordings(filter: { status: received }) { nodes { id match { eventId } } } }",
      );
      const pairs: Record<string, string> = {};
      for (const { id, match } of recordings.nodes) if (match) pairs[ids.get(id)!] = match.eventId;
      t.deepEqual(pairs, expected, JSON.stringify({ ...given, orders: [order] }));
    }
  };
  await fc.assert(fc.asyncProperty(cases, run), { numRuns: 20 });
  t.true(matched > 0);
});
