import fc from "fast-check";
import { findDifference } from "../helpers/find-difference.js";
import { createHistory, type HistoryRun, runStep } from "../helpers/stats-history.js";
import { computeReferenceStats, type StatsFilter } from "../helpers/reference-stats.js";
import { formatQuery } from "../helpers/format-query.js";
import { type StatsFilterChoice, arbitraryFilter, arbitraryStep } from "../helpers/stats-steps.js";
import { test } from "../helpers/own-suite.js";

/** How many questions are asked of random histories; `npm run test:stats` asks 2,000. */
const CASES = Number(process.env["STATS_CASES"] ?? 100);
const CASES_EACH = 10;

const UNKNOWN = "unknown";

/** The filter with the ids and e-mails that there are; numbers beyond them stand for unknown ones. */
const filterOf = (
  { world }: HistoryRun,
  { teams, emails, template, ...rest }: StatsFilterChoice,
): StatsFilter => ({
  ...rest,
  teamIds: teams?.map((index) => world.teams[index]?.id ?? UNKNOWN),
  emails: emails?.map((index) => {
    const email = world.users[index]?.email ?? `nobody${index}@example.com`;
    return index % 2 ? email.toUpperCase() : email;
  }),
  aiTemplate: template === undefined ? undefined : (world.templates[template]?.id ?? UNKNOWN),
});

const pathOf = (filter: StatsFilter): string =>
  `/v1/stats?${formatQuery(
    Object.fromEntries(
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
  )}`;

test.serial("statistics equal a naive computation over the same history", async (t) => {
  const { server } = t.context;
  server.clock.step = 0;
  const chapter = fc.tuple(
    fc.array(arbitraryStep, { minLength: 1, maxLength: 6, size: "max" }),
    arbitraryFilter,
  );
  const property = fc.asyncProperty(
    fc.array(chapter, { minLength: CASES_EACH, maxLength: CASES_EACH }),
    async (chapters) => {
      const run = await createHistory(server);
      for (const [steps, asked] of chapters) {
        for (const each of steps) await runStep(run, each);
        const filter = filterOf(run, asked);
        const { status, body, text } = await run.org.get(pathOf(filter));
        if (status !== 200) throw new Error(text);
        const found = findDifference(body, computeReferenceStats(run.world, filter));
        if (found !== undefined) throw new Error(`${pathOf(filter)}: ${found}`);
      }
    },
  );
  await t.notThrowsAsync(async () =>
    fc.assert(property, { numRuns: Math.ceil(CASES / CASES_EACH), includeErrorInReport: true }),
  );
});
