import type { StatsQuery } from "../../graph/stats/report.js";
import type { Conditions } from "./direct-queries.js";
import { type StatsSeed, YEAR } from "./seed.js";

export interface StatsCase {
  name: string;
  groupBy: "user" | "team";
  conditions: Conditions;
  /** The goal: CPU time as a fraction of the direct aggregate's. */
  goal?: number;
}

const WHOLE_GOAL = 1 / 50;
const TAGGED_GOAL = 1 / 3;
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
  {
    name: "a year, any of all tags",
    groupBy: "user",
    conditions: { ...YEAR, includedTags: tags },
    goal: TAGGED_GOAL,
  },
];

export const buildStatsQuery = (
  organizationId: string,
  { groupBy, conditions }: StatsCase,
): StatsQuery => ({
  organizationId,
  groupBy,
  teamIds: [],
  emails: [],
  includedTags: [],
  excludedTags: [],
  ...conditions,
});

/** Builds the case's HTTP path. */
export const buildStatsPath = ({ groupBy, conditions }: StatsCase): string => {
  const { from, to, templateId, tag, includedTags = [], excludedTags = [] } = conditions;
  const parameters: Record<string, string> = {
    groupBy,
    startDate: new Date(from).toISOString(),
    endDate: new Date(to).toISOString(),
    ...(templateId !== undefined && { aiTemplate: templateId }),
    ...(tag !== undefined && { tag }),
    ...(includedTags.length > 0 && { includedTags: includedTags.join(",") }),
    ...(excludedTags.length > 0 && { excludedTags: excludedTags.join(",") }),
  };
  return `/v1/stats?${new URLSearchParams(parameters).toString()}`;
};
