import { buildWeek, toInstants } from "./range.js";
import { useQuery } from "./use-query.js";
import { Weeks, type WeeksQuery } from "./weeks.graphql.js";

export const WEEKS = 8;

type Entry = WeeksQuery["stats"]["stats"][number];
export type Week = NonNullable<Entry["intervals"]>[number];

export interface PersonWeeks {
  email: string;
  name: string;
  /** WEEKS of them, each from Monday in the viewer's time zone, the latest last. */
  weeks: Week[];
}

interface WeeksOptions {
  /** Of one person; without it, of everyone whom the viewer sees. */
  email?: string;
  /** How many weeks from this one the latest is. Default: 0. */
  latest?: number;
}

/** Loads WEEKS weeks. */
export const useWeeks = ({ email, latest = 0 }: WeeksOptions = {}) => {
  const { data, problem, reload } = useQuery(Weeks, {
    filter: {
      ...toInstants({ from: buildWeek(latest + 1 - WEEKS).from, to: buildWeek(latest).to }),
      ...(email && { emails: [email] }),
    },
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const people = data?.stats.stats.flatMap(({ email: address, name, intervals }): PersonWeeks[] =>
    address === null ? [] : [{ email: address, name, weeks: intervals ?? [] }],
  );
  return { people, problem, reload };
};
