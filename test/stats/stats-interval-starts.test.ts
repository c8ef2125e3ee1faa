import { fetchIntervals } from "../helpers/stats/intervals.js";
import { test } from "../helpers/suite.js";

/** Each: zone, unit, startDate, endDate, and the expected starts in UTC. */
const cases: [string, string, string, string, string[]][] = [
  // 23 hours, then 25.
  [
    "America/New_York",
    "day",
    "2026-03-07T05:00Z",
    "2026-03-09T04:00Z",
    ["2026-03-07T05:00", "2026-03-08T05:00", "2026-03-09T04:00"],
  ],
  [
    "America/New_York",
    "day",
    "2026-11-01T04:00Z",
    "2026-11-02T05:00Z",
    ["2026-11-01T04:00", "2026-11-02T05:00"],
  ],
  [
    "America/New_York",
    "week",
    "2026-03-05",
    "2026-03-12",
    ["2026-03-02T05:00", "2026-03-09T04:00"],
  ],
  [
    "America/New_York",
    "month",
    "2026-03-01T05:00Z",
    "2026-12-01T05:00Z",
    [
      "2026-03-01T05:00",
      ...["04", "05", "06", "07", "08", "09", "10", "11"].map((month) => `2026-${month}-01T04:00`),
      "2026-12-01T05:00",
    ],
  ],
  [
    "Europe/Berlin",
    "day",
    "2026-03-28T23:00Z",
    "2026-03-29T22:00Z",
    ["2026-03-28T23:00", "2026-03-29T22:00"],
  ],
  [
    "Europe/Berlin",
    "day",
    "2026-10-24T22:00Z",
    "2026-10-25T23:00Z",
    ["2026-10-24T22:00", "2026-10-25T23:00"],
  ],
  [
    "Europe/Berlin",
    "week",
    "2026-10-25T22:59:59.999Z",
    "2026-10-25T23:00Z",
    ["2026-10-18T22:00", "2026-10-25T23:00"],
  ],
  // 24.5 hours, then 23.5.
  [
    "Australia/Lord_Howe",
    "day",
    "2026-04-04T13:00Z",
    "2026-04-05T13:30Z",
    ["2026-04-04T13:00", "2026-04-05T13:30"],
  ],
  [
    "Australia/Lord_Howe",
    "day",
    "2026-10-03T13:30Z",
    "2026-10-04T13:00Z",
    ["2026-10-03T13:30", "2026-10-04T13:00"],
  ],
  ["Asia/Kathmandu", "day", "2026-03-01", "2026-03-01", ["2026-02-28T18:15", "2026-03-01T18:15"]],
  ["Asia/Kathmandu", "month", "2026-02-28T18:15Z", "2026-03-31T18:14Z", ["2026-02-28T18:15"]],
  // The day begins at 01:00.
  [
    "America/Sao_Paulo",
    "day",
    "2018-11-03T03:00Z",
    "2018-11-05T02:00Z",
    ["2018-11-03T03:00", "2018-11-04T03:00", "2018-11-05T02:00"],
  ],
  [
    "Asia/Beirut",
    "day",
    "2022-03-26T22:00Z",
    "2022-03-27T21:00Z",
    ["2022-03-26T22:00", "2022-03-27T21:00"],
  ],
  // Midnight turns into 23:00 of the day before.
  [
    "America/Sao_Paulo",
    "day",
    "2018-02-17T02:00Z",
    "2018-02-18T03:00Z",
    ["2018-02-17T02:00", "2018-02-18T03:00"],
  ],
  // 00:00 comes twice.
  [
    "America/Havana",
    "day",
    "2024-11-03T04:00Z",
    "2024-11-04T05:00Z",
    ["2024-11-03T04:00", "2024-11-04T05:00"],
  ],
  // There was no 30 December.
  [
    "Pacific/Apia",
    "day",
    "2011-12-29T10:00Z",
    "2011-12-31T10:00Z",
    ["2011-12-29T10:00", "2011-12-30T10:00", "2011-12-31T10:00"],
  ],
  [
    "Pacific/Apia",
    "week",
    "2011-12-29T10:00Z",
    "2012-01-01T10:00Z",
    ["2011-12-26T10:00", "2012-01-01T10:00"],
  ],
  // A DateTime has no year before 0.
  [
    "America/New_York",
    "month",
    "0000-01-01",
    "0000-01-02",
    ["0000-01-01T00:00", "0000-01-01T04:56:02.000Z"],
  ],
  ["UTC", "week", "2026-03-01", "2026-03-02", ["2026-02-23T00:00", "2026-03-02T00:00"]],
];

test("days, weeks from Monday and months begin at the start of the local day", async (t) => {
  const { org } = t.context;
  for (const [timeZone, interval, startDate, endDate, starts] of cases) {
    const intervals = await fetchIntervals(org, { interval, timeZone, startDate, endDate });
    t.deepEqual(
      intervals,
      starts.map((start) => [start, 0]),
      `${timeZone} ${startDate}`,
    );
  }
});
