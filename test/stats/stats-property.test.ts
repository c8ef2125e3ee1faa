import fc from "fast-check";
import { findDifference } from "../helpers/find-difference.js";
import { createHistory, type HistoryRun, runStep } from "./stats-history.js";
import { computeReferenceStats, type StatsFilter } from "../helpers/stats/reference-stats.js";
import { computeReferenceIntervals } from "../helpers/stats/reference-intervals.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import { type StatsFilterChoice, arbitraryFilter, arbitraryStep } from "./stats-steps.js";
import { statsRoutes } from "../../rest/routes/stats.js";
import { test } from "../helpers/own-suite.js";

/** The number of requests against random histories; `npm run test:stats` makes 2,000. */
const CASES = Number(process.env["STATS_CASES"] ?? 100);
const CASES_PER_HISTORY = 10;

const UNKNOWN = "unknown";

/** Builds a filter from the history's ids and e-mails; numbers beyond them become unknown ones. */
const buildFilter = (
  { world }: HistoryRun,
  { teams, emails, template, interval: _, timeZone: __, ...rest }: StatsFilterChoice,
): StatsFilter => ({
  ...rest,
  teamIds: teams?.map((index) => world.teams[index]?.id ?? UNKNOWN),
  emails: emails?.map((index) => {
    const email = world.users[index]?.email ?? `nobody${index}@example.com`;
    return index % 2 ? email.toUpperCase() : email;
  }),
  aiTemplate: template === undefined ? undefined : (world.templates[template]?.id ?? UNKNOWN),
});

const buildPath = (filter: StatsFilter & { interval: unknown; timeZone: unknown }): string =>
  `/v1/stats?${formatQuery(
    Object.fromEntries(
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
  )}`;

/** The operation of /v1/stats, which needs a group; without one, there is one entry of all users. */
const OPERATION = statsRoutes[0]!.operation.replace("StatsGroup!", "StatsGroup");

const queryReport = async (
  { org }: HistoryRun,
  { groupBy, ...variables }: StatsFilter & { interval: unknown; timeZone: unknown },
): Promise<object> => {
  if (groupBy !== "all") {
    const { status, body, text } = await org.get(buildPath({ groupBy, ...variables }));
    if (status !== 200) throw new Error(text);
    return body;
  }
  const { body } = await org.graphql(OPERATION, variables);
  for (const entry of body.stats) {
    delete entry.teamId;
    if (entry.intervals === null) delete entry.intervals;
  }
  return body;
};

test.serial("statistics equal a naive computation over the same history", async (t) => {
  const { server } = t.context;
  server.clock.step = 0;
  const chapter = fc.tuple(
    fc.array(arbitraryStep, { minLength: 1, maxLength: 6, size: "max" }),
    arbitraryFilter,
  );
  const property = fc.asyncProperty(
    fc.array(chapter, { minLength: CASES_PER_HISTORY, maxLength: CASES_PER_HISTORY }),
    async (chapters) => {
      const run = await createHistory(server);
      for (const [steps, choice] of chapters) {
        for (const each of steps) await runStep(run, each);
        const filter = buildFilter(run, choice);
        const { interval, timeZone } = choice;
        const body = await queryReport(run, { ...filter, interval, timeZone });
        const expected = interval
          ? computeReferenceIntervals(run.world, filter, interval, timeZone)
          : computeReferenceStats(run.world, filter);
        const difference = findDifference(body, expected);
        if (difference !== undefined) throw new Error(`${JSON.stringify(choice)}: ${difference}`);
      }
    },
  );
  await t.notThrowsAsync(async () =>
    fc.assert(property, {
      numRuns: Math.ceil(CASES / CASES_PER_HISTORY),
      includeErrorInReport: true,
    }),
  );
});
