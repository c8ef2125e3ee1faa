import { loadStatsReport } from "../../graph/stats/report.js";
import { freezeClock } from "../helpers/server/freeze-clock.js";
import { type DividedEntry, fetchEntries, fetchIntervals } from "../helpers/stats/intervals.js";
import { createTeam } from "../helpers/stats/stats.js";
import { test } from "../helpers/own-suite.js";

test.serial(
  "a recording counts in the interval of its local day, and only within the range",
  async (t) => {
    const { server, org } = t.context;
    for (const time of [
      "2026-03-08T04:59:59.999Z",
      "2026-03-08T05:00:00Z",
      "2026-03-09T03:59:59.999Z",
      "2026-03-09T04:00:00Z",
      "2026-03-12T10:00:00Z",
    ])
      await freezeClock(server, time, async () => void (await org.createProcessed()));
    const zone = { timeZone: "America/New_York" };
    const days: [string, number][] = [
      ["2026-03-07T05:00", 1],
      ["2026-03-08T05:00", 2],
      ["2026-03-09T04:00", 1],
      ["2026-03-10T04:00", 0],
      ["2026-03-11T04:00", 0],
      ["2026-03-12T04:00", 1],
    ];
    t.deepEqual(await fetchIntervals(org, { interval: "day", ...zone }), days);
    t.deepEqual(await fetchIntervals(org, { interval: "week", ...zone }), [
      ["2026-03-02T05:00", 3],
      ["2026-03-09T04:00", 2],
    ]);
    t.deepEqual(await fetchIntervals(org, { interval: "month", ...zone }), [
      ["2026-03-01T05:00", 5],
    ]);
    const startDate = "2026-03-08T05:00:00.001Z";
    t.deepEqual(await fetchIntervals(org, { interval: "day", ...zone, startDate }), [
      ["2026-03-08T05:00", 1],
      ...days.slice(2),
    ]);
    t.deepEqual(
      await fetchIntervals(org, { interval: "day", startDate, endDate: "2026-03-09T04:00:00Z" }),
      [
        ["2026-03-08T00:00", 0],
        ["2026-03-09T00:00", 2],
      ],
    );
    // The last interval with recordings started before the range.
    t.deepEqual(await fetchIntervals(org, { interval: "week", startDate: "2026-03-11" }), [
      ["2026-03-09T00:00", 1],
    ]);
  },
);

test.serial("without recordings or with a reversed range, entries have no intervals", async (t) => {
  const { org } = t.context;
  t.deepEqual(await fetchIntervals(org, { interval: "day" }), []);
  t.deepEqual(await fetchIntervals(org, { interval: "day", startDate: "2026-03-01" }), []);
  const range = { startDate: "2026-03-02", endDate: "2026-03-01" };
  const [entry] = await fetchEntries(org, { interval: "day", ...range });
  t.deepEqual([entry!.totalRecordings, entry!.intervals], [0, []]);
});

test.serial("all entries have the same intervals, whose sums are the entry's", async (t) => {
  const { server, org } = t.context;
  const email = "ann@example.com";
  await org.graphql(`mutation { upsertUser(input: { email: "${email}", name: "Ann" }) { email } }`);
  await createTeam(org, "East", email, "rep@example.com");
  await createTeam(org, "West", email);
  for (const [time, user_email, tags] of [
    ["2026-01-31T23:30:00Z", email, ["a"]],
    ["2026-02-10T12:00:00Z", email, ["a", "b"]],
    ["2026-04-30T22:30:00Z", "rep@example.com", ["b"]],
  ] as const)
    await freezeClock(server, time, async () => {
      await org.createProcessed({ user_email, duration_ms: 1_000 }, { tags });
    });
  const parameters = { interval: "month", timeZone: "Europe/Berlin" };
  const countAll = async (more: Record<string, string> = {}) =>
    (await fetchEntries(org, { ...parameters, ...more })).map((entry) => [
      entry.totalRecordings,
      ...entry.intervals.map(({ totalRecordings }) => totalRecordings),
    ]);
  t.deepEqual(await countAll(), [
    [2, 2, 0, 0, 0],
    [1, 0, 0, 0, 1],
  ]);
  t.deepEqual(await countAll({ groupBy: "team" }), [
    [3, 2, 0, 0, 1],
    [2, 2, 0, 0, 0],
  ]);
  t.deepEqual(await countAll({ tag: "b" }), [
    [1, 1, 0, 0, 0],
    [1, 0, 0, 0, 1],
  ]);
  t.deepEqual(await countAll({ excludedTags: "b" }), [
    [1, 1],
    [0, 0],
  ]);
  t.deepEqual(await countAll({ emails: email }), [[2, 2]]);
  for (const groupBy of ["user", "team"])
    for (const entry of await fetchEntries(org, { ...parameters, groupBy })) {
      const sumOf = (select: (part: Omit<DividedEntry, "intervals">) => number): number =>
        entry.intervals.reduce((sum, part) => sum + select(part), 0);
      for (const name of Object.keys(entry.total))
        t.is(
          sumOf(({ total }) => total[name]!),
          entry.total[name]!,
        );
      for (const tag of ["a", "b"])
        t.is(
          sumOf(({ recordingsByTag }) => recordingsByTag[tag] ?? 0),
          entry.recordingsByTag[tag] ?? 0,
        );
    }
});

test.serial(
  "an interval has the entry's fields, and entries have none unless asked for",
  async (t) => {
    const { org } = t.context;
    await org.createProcessed();
    const [plain] = await fetchEntries(org);
    t.false("intervals" in plain!);
    t.deepEqual(await fetchEntries(org, { timeZone: "Europe/Berlin" }), [plain!]);
    const [entry] = await fetchEntries(org, { interval: "day" });
    const numbers: Record<string, unknown> = { ...plain! };
    for (const name of ["email", "name"]) delete numbers[name];
    const { start, ...interval } = entry!.intervals[0]!;
    t.regex(start, /T00:00:00\.000Z$/);
    t.deepEqual(interval as Record<string, unknown>, numbers);
    const query = "{ stats(groupBy: user) { stats { intervals { start } } } }";
    t.deepEqual((await org.graphql(query)).stats.stats, [{ intervals: null }]);
  },
);

test.serial("intervals need at most five statements, however many they are", async (t) => {
  const { server, org } = t.context;
  await freezeClock(server, "2026-03-02T10:00:00Z", async () => void (await org.createProcessed()));
  await freezeClock(server, "2026-06-02T10:00:00Z", async () => void (await org.createProcessed()));
  const query = {
    organizationId: org.id,
    groupBy: "user" as const,
    teamIds: [],
    emails: [],
    includedTags: [],
    excludedTags: [],
    from: Date.parse("2026-03-01T05:00Z"),
    to: Date.parse("2026-06-01T04:00Z"),
  };
  for (const unit of ["month", "week", "day"] as const) {
    const interval = { unit, timeZone: "Europe/Berlin" };
    let count = 0;
    // The server's own jobs run statements, too.
    const add = ({ sql }: { sql: string }): void => {
      if (/stat_(cells|facts)/.test(sql)) count += 1;
    };
    server.services.db.on("query", add);
    await loadStatsReport(server.services.db, { ...query, interval });
    server.services.db.removeListener("query", add);
    // The first and the last bucket, the buckets to add and to subtract, and the facts.
    t.true(count <= 5, `${unit}: ${count}`);
  }
});
