import fc from "fast-check";
import { pushAppointments, insertRecordings } from "../helpers/list-data.js";
import { formatQuery } from "../helpers/format-query.js";
import type { Answer, Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { isDay, isTime, almostTimes, validTimes, invalidTimes } from "../helpers/times.js";

const at = (text: string): number => Date.parse(text);

/** The lists that have bounds, each with items at these times. */
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
  const listed = async (org: Tenant, bounds: Record<string, string>): Promise<string[]> => {
    const answer = await org.get(`${path}?limit=100&${formatQuery(bounds)}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return timesIn(answer);
  };

  test(`${path}: a day as a lower bound is its start, as an upper bound its end`, async (t) => {
    const { server, org } = t.context;
    const times = [
      "2024-02-28T23:59:59.999Z",
      "2024-02-29T00:00:00.000Z",
      "2024-02-29T12:00:00.000Z",
      "2024-02-29T23:59:59.999Z",
      "2024-03-01T00:00:00.000Z",
    ];
    await fill(server, org, times.map(at));
    t.deepEqual(await listed(org, {}), times);
    t.deepEqual(await listed(org, { fromDate: "2024-02-29" }), times.slice(1));
    t.deepEqual(await listed(org, { toDate: "2024-02-29" }), times.slice(0, 4));
    const day = { fromDate: "2024-02-29", toDate: "2024-02-29" };
    t.deepEqual(await listed(org, day), times.slice(1, 4));
    t.deepEqual(await listed(org, { fromDate: "2024-03-02" }), []);
    t.deepEqual(await listed(org, { toDate: "2024-02-27" }), []);
  });

  test(`${path}: both bounds are in`, async (t) => {
    const { server, org } = t.context;
    const times = [0, 1, 2, 3].map((ms) => `2026-03-03T10:00:00.00${ms}Z`);
    await fill(server, org, times.map(at));
    const [first, second, third, fourth] = times as [string, string, string, string];
    t.deepEqual(await listed(org, { fromDate: second }), [second, third, fourth]);
    t.deepEqual(await listed(org, { toDate: second }), [first, second]);
    t.deepEqual(await listed(org, { fromDate: second, toDate: third }), [second, third]);
    t.deepEqual(await listed(org, { fromDate: second, toDate: second }), [second]);
    const zero = "2026-03-03T10:00+00:00";
    t.deepEqual(await listed(org, { fromDate: zero, toDate: zero }), [first]);
    // Finer than any item's time: one that is shown before it is out.
    t.deepEqual(await listed(org, { fromDate: "2026-03-03T10:00:00.001001Z" }), [third, fourth]);
    t.deepEqual(await listed(org, { fromDate: "2026-03-03T10:00:00.001000Z" }), times.slice(1));
  });

  test(`${path}: an upper bound holds its whole millisecond`, async (t) => {
    const { server, org } = t.context;
    const time = "2026-03-03T10:00:00.001Z";
    await fill(server, org, [at(time), at(time), at(time), at(time) + 1]);
    t.deepEqual(await listed(org, { toDate: time }), [time, time, time]);
    t.deepEqual(await listed(org, { fromDate: time, toDate: time }), [time, time, time]);
    const finer = { toDate: "2026-03-03T10:00:00.001000Z" };
    t.deepEqual(await listed(org, finer), [time, time, time]);
  });

  test(`${path}: bounds that are turned around hold nothing, and are no error`, async (t) => {
    const { server, org } = t.context;
    await fill(server, org, [at("2026-03-03T10:00:00Z")]);
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

  test(`${path}: bounds hold what is between them, whatever the form they are in`, async (t) => {
    const { server, org } = t.context;
    const years = [...Array(40).keys()].map((index) => 1999 + (index < 30 ? index : index * 100));
    const times = years.map((year) => at(`${year}-06-15T12:00:00.500Z`));
    await fill(server, org, times);
    await fc.assert(
      fc.asyncProperty(validTimes, validTimes, async (from, to) => {
        const bounds = { fromDate: from.text, toDate: to.text };
        const wanted = times.filter((time) => time >= from.ms && time <= to.ms);
        t.deepEqual((await listed(org, bounds)).map(at), wanted, JSON.stringify(bounds));
      }),
      { numRuns: 60 },
    );
  });

  for (const name of ["fromDate", "toDate"])
    test(`${path}: ${name} is a day or a time in UTC, and nothing else`, async (t) => {
      const { org } = t.context;
      const outcome = async (value: string): Promise<unknown[]> => {
        const { status, body } = await org.get(`${path}?${formatQuery({ [name]: value })}`);
        return [status, body.code, body.field];
      };
      for (const good of ["2026-03-03", "2024-02-29", "0001-01-01", "9999-12-31"])
        t.is((await outcome(good))[0], 200, good);
      const refused = [400, "INVALID_FIELD", name];
      for (const wrong of invalidTimes) t.deepEqual(await outcome(wrong), refused, wrong);
      await fc.assert(
        fc.asyncProperty(fc.oneof(almostTimes, fc.string({ minLength: 1 })), async (text) => {
          fc.pre(!isTime(text) && !isDay(text));
          t.deepEqual(await outcome(text), refused, text);
        }),
        { numRuns: 60 },
      );
    });
}
