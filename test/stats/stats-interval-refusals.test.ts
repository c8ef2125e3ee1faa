import { formatQuery } from "../helpers/graphql/format-query.js";
import { freezeClock } from "../helpers/server/freeze-clock.js";
import { test } from "../helpers/own-suite.js";

test.serial("an unknown interval or time zone is refused by name", async (t) => {
  const { org } = t.context;
  const zones = ["", "Mars/Olympus", "+02:00", "CET-1CEST", "T12Z", "2026-01-01T00:00Z", " UTC"];
  for (const [name, values] of [
    ["interval", ["", "year", "Day", "days", "day,week"]],
    ["timeZone", zones],
  ] as const)
    for (const value of values)
      for (const more of name === "timeZone" ? ["", "&interval=day"] : [""]) {
        const query = `groupBy=user${more}&${name}=${encodeURIComponent(value)}`;
        const { status, body } = await org.get(`/v1/stats?${query}`);
        t.like({ status, ...body }, { status: 400, code: "INVALID_FIELD", field: name }, value);
      }
  const { errors } = await org.sendGraphql(
    `{ stats(groupBy: user, timeZone: "") { errors { type } } }`,
  );
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "timeZone" });
});

test.serial("too many intervals are refused with the next step", async (t) => {
  const { server, org } = t.context;
  const get = async (parameters: Record<string, string>) =>
    org.get(`/v1/stats?${formatQuery({ groupBy: "user", interval: "day", ...parameters })}`);
  const range = { startDate: "2023-01-01", endDate: "2025-09-26" };
  t.is((await get(range)).body.stats[0].intervals.length, 1_000);
  const refusal = {
    status: 400,
    code: "INVALID_FIELD",
    field: "interval",
    message:
      "interval allows at most 1000 intervals per entry, and 15000 or 16 MiB in all entries; choose a longer interval, a shorter period, or fewer users or teams",
  };
  for (const more of [
    { endDate: "2025-09-27" },
    { startDate: "0001-01-01", endDate: "9999-12-31" },
  ]) {
    const { status, body } = await get({ ...range, ...more });
    t.deepEqual({ status, ...body }, refusal);
  }
  for (const time of ["2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])
    await freezeClock(server, time, async () => void (await org.createProcessed()));
  const unbounded = await get({});
  t.deepEqual({ status: unbounded.status, ...unbounded.body }, refusal);
  t.is((await get({ interval: "week" })).status, 200);
  const users = Array.from(
    { length: 15 },
    (_, n) => `upsertUser(input: { email: "u${n}@example.com", name: "U" }) { email }`,
  );
  await org.graphql(`mutation { ${users.map((user, n) => `u${n}: ${user}`).join(" ")} }`);
  const { status, body } = await get(range);
  t.deepEqual({ status, ...body }, refusal);
  const { startDate, endDate } = range;
  const all = await org.graphql(
    `query ($interval: StatsInterval, $filter: StatsFilter) {
      stats(interval: $interval, filter: $filter) { stats { intervals { start } } }
    }`,
    { interval: "day", filter: { from: startDate, to: endDate } },
  );
  t.is(all.stats.stats[0].intervals.length, 1_000);
});
