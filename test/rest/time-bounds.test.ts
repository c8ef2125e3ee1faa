import fc from "fast-check";
import { pushAppointments, insertRecordings } from "../helpers/rest/list-data.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Answer, Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { isDay, isTime, almostTimes, validTimes, invalidTimes } from "../helpers/times.js";

const parse = (text: string): number => Date.parse(text);

/** The lists with date bounds, and how to fill and read each. */
const lists: Record<
  string,
  {
    fill: (server: SharedServer, org: Tenant, times: number[]) => Promise<unknown>;
    timesIn: (answer: Answer) => string[];
  }
> = {
  "/v1/recordings": {
    fill: insertRecordings,
    timesIn: ({ body }) =>
      body.recordings.map((item: { createdAt: string }) => item.createdAt).toReversed(),
  },
  "/v1/scheduled-tasks": {
    fill: (_, org, times) => pushAppointments(org, times),
    timesIn: ({ body }) => body.appointments.map((item: { startTime: string }) => item.startTime),
  },
};

for (const [path, { fill, timesIn }] of Object.entries(lists)) {
  const list = async (org: Tenant, bounds: Record<string, string>): Promise<string[]> => {
    const answer = await org.get(`${path}?limit=100&${formatQuery(bounds)}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return timesIn(answer);
  };

  test(`${path}: a date means its start in fromDate and its end in toDate`, async (t) => {
    const { server, org } = t.context;
    const times = [
      "2024-02-28T23:59:59.999Z",
      "2024-02-29T00:00:00.000Z",
      "2024-02-29T12:00:00.000Z",
      "2024-02-29T23:59:59.999Z",
      "2024-03-01T00:00:00.000Z",
    ];
    await fill(server, org, times.map(parse));
    t.deepEqual(await list(org, {}), times);
    t.deepEqual(await list(org, { fromDate: "2024-02-29" }), times.slice(1));
    t.deepEqual(await list(org, { toDate: "2024-02-29" }), times.slice(0, 4));
    const day = { fromDate: "2024-02-29", toDate: "2024-02-29" };
    t.deepEqual(await list(org, day), times.slice(1, 4));
    t.deepEqual(await list(org, { fromDate: "2024-03-02" }), []);
    t.deepEqual(await list(org, { toDate: "2024-02-27" }), []);
  });

  test(`${path}: both bounds are inclusive`, async (t) => {
    const { server, org } = t.context;
    const times = [0, 1, 2, 3].map((ms) => `2026-03-03T10:00:00.00${ms}Z`);
    await fill(server, org, times.map(parse));
    const [first, second, third, fourth] = times as [string, string, string, string];
    t.deepEqual(await list(org, { fromDate: second }), [second, third, fourth]);
    t.deepEqual(await list(org, { toDate: second }), [first, second]);
    t.deepEqual(await list(org, { fromDate: second, toDate: third }), [second, third]);
    t.deepEqual(await list(org, { fromDate: second, toDate: second }), [second]);
    const zero = "2026-03-03T10:00+00:00";
    t.deepEqual(await list(org, { fromDate: zero, toDate: zero }), [first]);
    // Finer than any entry's time; entries whose displayed time is earlier are left out.
    t.deepEqual(await list(org, { fromDate: "2026-03-03T10:00:00.001001Z" }), [third, fourth]);
    t.deepEqual(await list(org, { fromDate: "2026-03-03T10:00:00.001000Z" }), times.slice(1));
  });

  test(`${path}: toDate includes its whole millisecond`, async (t) => {
    const { server, org } = t.context;
    const time = "2026-03-03T10:00:00.001Z";
    await fill(server, org, [parse(time), parse(time), parse(time), parse(time) + 1]);
    t.deepEqual(await list(org, { toDate: time }), [time, time, time]);
    t.deepEqual(await list(org, { fromDate: time, toDate: time }), [time, time, time]);
    const finer = { toDate: "2026-03-03T10:00:00.001000Z" };
    t.deepEqual(await list(org, finer), [time, time, time]);
  });

  test(`${path}: reversed bounds return an empty list and no error`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, [parse("2026-03-03T10:00:00Z")]);
    for (const bounds of [
      { fromDate: "2026-03-04", toDate: "2026-03-03" },
      { fromDate: "2026-03-03T10:00:00.001Z", toDate: "2026-03-03T10:00:00Z" },
      { fromDate: "9999-12-31", toDate: "0001-01-01" },
    ]) {
      const { status, body } = await org.get(`${path}?${formatQuery(bounds)}`);
      t.is(status, 200);
      const { nextCursor, hasMore, ...items } = body;
      t.deepEqual([nextCursor, hasMore, Object.values(items)], [null, false, [[]]]);
    }
  });

  test(`${path}: bounds in any valid format select the entries between them`, async (t) => {
    const { server, org } = t.context;
    const years = [...Array(40).keys()].map((index) => 1999 + (index < 30 ? index : index * 100));
    const times = years.map((year) => parse(`${year}-06-15T12:00:00.500Z`));
    await fill(server, org, times);
    await fc.assert(
      fc.asyncProperty(validTimes, validTimes, async (from, to) => {
        const bounds = { fromDate: from.text, toDate: to.text };
        const expected = times.filter((time) => time >= from.ms && time <= to.ms);
        t.deepEqual((await list(org, bounds)).map(parse), expected, JSON.stringify(bounds));
      }),
      { numRuns: 60 },
    );
  });

  for (const name of ["fromDate", "toDate"])
    test(`${path}: ${name} accepts only a date or a UTC time`, async (t) => {
      const { org } = t.context;
      const outcome = async (value: string): Promise<unknown[]> => {
        const { status, body } = await org.get(`${path}?${formatQuery({ [name]: value })}`);
        return [status, body.code, body.field];
      };
      for (const valid of ["2026-03-03", "2024-02-29", "0001-01-01", "9999-12-31"])
        t.is((await outcome(valid))[0], 200, valid);
      const refused = [400, "INVALID_FIELD", name];
      for (const invalid of invalidTimes) t.deepEqual(await outcome(invalid), refused, invalid);
      await fc.assert(
        fc.asyncProperty(fc.oneof(almostTimes, fc.string({ minLength: 1 })), async (text) => {
          fc.pre(!isTime(text) && !isDay(text));
          t.deepEqual(await outcome(text), refused, text);
        }),
        { numRuns: 60 },
      );
    });
}
