import fc from "fast-check";
import { differing } from "./helpers/differing.js";
import { beginning, type Run, take } from "./helpers/history.js";
import { naiveStats, type StatsFilter } from "./helpers/naive-stats.js";
import { query } from "./helpers/query.js";
import { type Asked, filters, step } from "./helpers/steps.js";
import { test } from "./helpers/own.js";

/** How many questions are asked of random histories; `npm run test:stats` asks 2,000. */
const CASES = Number(process.env["STATS_CASES"] ?? 100);
const CASES_EACH = 10;

const UNKNOWN = "unknown";

/** The filter with the ids and e-mails that there are; numbers beyond them stand for unknown ones. */
const filterOf = ({ world }: Run, { teams, emails, template, ...rest }: Asked): StatsFilter => ({
  ...rest,
  teamIds: teams?.map((index) => world.teams[index]?.id ?? UNKNOWN),
  emails: emails?.map((index) => {
    const email = world.users[index]?.email ?? `nobody${index}@example.com`;
    return index % 2 ? email.toUpperCase() : email;
  }),
  aiTemplate: template === undefined ? undefined : (world.templates[template]?.id ?? UNKNOWN),
});

const pathOf = (filter: StatsFilter): string =>
  `/v1/stats?${query(
    Object.fromEntries(
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)]),
    ),
  )}`;

test.serial("statistics are what a naive computation makes of the same history", async (t) => {
  const { server } = t.context;
  server.clock.step = 0;
  const chapter = fc.tuple(fc.array(step, { minLength: 1, maxLength: 6, size: "max" }), filters);
  const property = fc.asyncProperty(
    fc.array(chapter, { minLength: CASES_EACH, maxLength: CASES_EACH }),
    async (chapters) => {
      const run = await beginning(server);
      for (const [steps, asked] of chapters) {
        for (const each of steps) await take(run, each);
        const filter = filterOf(run, asked);
        const { status, body, text } = await run.org.get(pathOf(filter));
        if (status !== 200) throw new Error(text);
        const found = differing(body, naiveStats(run.world, filter));
        if (found !== undefined) throw new Error(`${pathOf(filter)}: ${found}`);
      }
    },
  );
  await t.notThrowsAsync(async () =>
    fc.assert(property, { numRuns: Math.ceil(CASES / CASES_EACH), includeErrorInReport: true }),
  );
});
