import type { StatsQuery } from "../../graph/stats/report.js";
import type { Conditions } from "./direct-queries.js";
import { formatEmail } from "./people.js";
import { type StatsSeed, YEAR } from "./seed.js";

export interface StatsCase {
  name: string;
  groupBy: "user" | "team";
  conditions: Conditions;
  interval?: StatsQuery["interval"];
  /** The goal: CPU time as a fraction of the direct aggregate's. */
  goal?: number;
  /** Only so many users: the weeks of all users exceed the longest answer. */
  users?: number;
  /** The case without an interval, to compare with. */
  wholeYear?: string;
}

const WHOLE_GOAL = 1 / 50;
const TAGGED_GOAL = 1 / 3;
const USERS_BY_WEEK = 40;
const SOME_USERS = `a year of ${USERS_BY_WEEK} users`;
const HOUR_MS = 3_600_000;

export const buildStatsCases = ({ tags, templates }: StatsSeed): StatsCase[] => [
  { name: "a year", groupBy: "user", conditions: YEAR, goal: WHOLE_GOAL },
  {
    name: "a year less some hours at both ends",
    groupBy: "user",
    conditions: { from: YEAR.from + 10.5 * HOUR_MS, to: YEAR.to - 8.25 * HOUR_MS },
  },
  { name: "a year by team", groupBy: "team", conditions: YEAR },
  {
    name: "a year by month",
    groupBy: "user",
    conditions: YEAR,
    interval: { unit: "month", timeZone: "UTC" },
  },
  {
    name: "a year by month in New York",
    groupBy: "user",
    conditions: YEAR,
    interval: { unit: "month", timeZone: "America/New_York" },
  },
  {
    name: "a year by team and week in New York",
    groupBy: "team",
    conditions: YEAR,
    interval: { unit: "week", timeZone: "America/New_York" },
  },
  { name: SOME_USERS, groupBy: "user", conditions: YEAR, users: USERS_BY_WEEK },
  {
    name: `${SOME_USERS} by week`,
    groupBy: "user",
    conditions: YEAR,
    users: USERS_BY_WEEK,
    interval: { unit: "week", timeZone: "UTC" },
    wholeYear: SOME_USERS,
  },
  {
    name: `${SOME_USERS} by week in New York`,
    groupBy: "user",
    conditions: YEAR,
    users: USERS_BY_WEEK,
    interval: { unit: "week", timeZone: "America/New_York" },
    wholeYear: SOME_USERS,
  },
  {
    name: "a year, one template",
    groupBy: "user",
    conditions: { ...YEAR, templateId: templates[1]!.id },
  },
  {
    name: "a year, one tag",
    groupBy: "user",
    conditions: { ...YEAR, tag: tags[3]! },
    goal: TAGGED_GOAL,
  },
  {
    name: "a year, any of three tags",
    groupBy: "user",
    conditions: { ...YEAR, includedTags: tags.slice(3, 6) },
    goal: TAGGED_GOAL,
  },
  {
    name: "a year without a tag",
    groupBy: "user",
    conditions: { ...YEAR, excludedTags: [tags[3]!] },
    goal: TAGGED_GOAL,
  },
];

const listEmails = (users = 0): string[] =>
  Array.from({ length: users }, (_, index) => formatEmail(index));

export const buildStatsQuery = (
  organizationId: string,
  { groupBy, conditions, interval, users }: StatsCase,
): StatsQuery => ({
  interval,
  organizationId,
  groupBy,
  teamIds: [],
  emails: listEmails(users),
  includedTags: [],
  excludedTags: [],
  ...conditions,
});

/** Builds the case's HTTP path. */
export const buildStatsPath = ({ groupBy, conditions, interval, users }: StatsCase): string => {
  const { from, to, templateId, tag, includedTags = [], excludedTags = [] } = conditions;
  const parameters: Record<string, string> = {
    groupBy,
    ...(users !== undefined && { emails: listEmails(users).join(",") }),
    ...(interval && { interval: interval.unit, timeZone: interval.timeZone }),
    startDate: new Date(from).toISOString(),
    endDate: new Date(to).toISOString(),
    ...(templateId !== undefined && { aiTemplate: templateId }),
    ...(tag !== undefined && { tag }),
    ...(includedTags.length > 0 && { includedTags: includedTags.join(",") }),
    ...(excludedTags.length > 0 && { excludedTags: excludedTags.join(",") }),
  };
  return `/v1/stats?${new URLSearchParams(parameters).toString()}`;
};
