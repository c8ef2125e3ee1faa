import { buildWeek, toInstants } from "./range.js";
import { useQuery } from "./use-query.js";
import { Weeks, type WeeksQuery } from "./weeks.graphql.js";

export const WEEKS = 8;

type Entry = WeeksQuery["stats"]["stats"][number];
export type Week = NonNullable<Entry["intervals"]>[number];

export interface PersonWeeks {
  email: string;
  name: string;
  /** WEEKS of them, each from Monday in the viewer's time zone; this week is the last. */
  weeks: Week[];
}

/** Loads the weeks of everyone whom the viewer sees, or of one person. */
export const useWeeks = (email?: string) => {
  const { data, problem, reload } = useQuery(Weeks, {
    filter: {
      ...toInstants({ from: buildWeek(1 - WEEKS).from, to: buildWeek(0).to }),
      ...(email && { emails: [email] }),
    },
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const people = data?.stats.stats.flatMap(({ email: address, name, intervals }): PersonWeeks[] =>
    address === null ? [] : [{ email: address, name, weeks: intervals ?? [] }],
  );
  return { people, problem, reload };
};
