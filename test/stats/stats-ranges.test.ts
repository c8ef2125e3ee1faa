import { freezeClock } from "../helpers/server/freeze-clock.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const countRecordings = async (org: Tenant, bounds: Record<string, string>): Promise<number> => {
  const { status, body, text } = await org.get(
    `/v1/stats?${formatQuery({ groupBy: "user", ...bounds })}`,
  );
  if (status !== 200) throw new Error(text);
  return body.stats[0].totalRecordings;
};

/** Declares a test that creates a recording at each time and counts those within the bounds. */
const testRanges = (
  title: string,
  times: string[],
  cases: [startDate: string | undefined, endDate: string | undefined, count: number][],
): void => {
  test.serial(title, async (t) => {
    const { server, org } = t.context;
    for (const time of times)
      await freezeClock(server, time, async () => void (await org.createProcessed()));
    for (const [startDate, endDate, count] of cases) {
      const bounds = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
      t.is(await countRecordings(org, bounds), count, JSON.stringify(bounds));
      const { startDate: fromDate, endDate: toDate } = bounds;
      const aliases = { ...(fromDate && { fromDate }), ...(toDate && { toDate }) };
      t.is(await countRecordings(org, aliases), count, JSON.stringify(aliases));
    }
  });
};

testRanges(
  "a day includes its last millisecond, also on a leap day",
  [
    "2024-02-28T23:59:59.999Z",
    "2024-02-29T00:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
    "2024-02-29T23:59:59.999Z",
    "2024-03-01T00:00:00.000Z",
  ],
  [
    [undefined, undefined, 5],
    ["2024-02-29", "2024-02-29", 3],
    ["2024-02-29", undefined, 4],
    [undefined, "2024-02-28", 1],
    [undefined, "2024-02-29", 4],
    ["2024-02-28", "2024-03-01", 5],
    ["2024-02-29T00:00:00.001Z", "2024-02-29", 2],
    ["2024-02-29", "2024-02-29T23:59:59.998Z", 2],
    ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00Z", 1],
    ["2024-02-29T12:00:00.0001Z", "2024-02-29T12:00:00Z", 0],
    ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.0009Z", 1],
    ["2024-02-28T23:59:59.999Z", "2024-03-01T00:00:00.000Z", 5],
    ["2024-02-28T23:59:59.999Z", "2024-02-29T00:00:00Z", 2],
  ],
);

testRanges(
  "a millisecond includes all of its recordings",
  Array.from({ length: 3 }, () => "2026-03-02T10:00:00.500Z"),
  [
    ["2026-03-02T10:00:00.500Z", "2026-03-02T10:00:00.500Z", 3],
    ["2026-03-02", "2026-03-02T10:00:00.499Z", 0],
    ["2026-03-02T10:00:00.501Z", "2026-03-02", 0],
  ],
);

testRanges(
  "a reversed range, or one without recordings, counts none",
  ["2026-03-02T10:00:00Z"],
  [
    ["2026-03-03", "2026-03-01", 0],
    ["2026-03-02T10:00:00.001Z", "2026-03-02T09:59:59.999Z", 0],
    ["2026-03-02T12:00:00Z", "2026-03-02T08:00:00Z", 0],
    ["2026-03-03", undefined, 0],
    [undefined, "2026-03-01", 0],
    ["2030-01-01", "2031-01-01", 0],
    ["0000-01-01", "9999-12-31", 1],
    ["0001-01-01T00:00:00Z", "0002-01-01", 0],
    ["9998-01-01", "9999-12-31T23:59:59.999Z", 0],
  ],
);

const FIRST = Date.parse("2026-01-01T12:00:00Z");
const noon = (day: number): string => new Date(FIRST + day * 86_400_000).toISOString();
const day = (day: number): string => noon(day).slice(0, 10);
const MARKS = [0, 1, 7, 8, 9, 62, 63, 64, 65, 130, 200];
const countMarks = (from: number, to: number): number =>
  MARKS.filter((mark) => mark >= from && mark <= to).length;

testRanges(
  "combined weeks and months lose and repeat no day",
  MARKS.map(noon),
  [0, 1, 5, 8, 60, 64, 66, 199].flatMap((from) =>
    [0, 1, 9, 63, 65, 128, 200].flatMap((to): [string, string, number][] => [
      [day(from), day(to), countMarks(from, to)],
      [noon(from), noon(to), countMarks(from, to)],
      [noon(from), day(to), countMarks(from, to)],
    ]),
  ),
);
