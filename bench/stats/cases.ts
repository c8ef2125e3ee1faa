import type { StatsQuery } from "../../graph/stats-report.js";
import type { Conditions } from "./direct.js";
import { type Seeded, YEAR } from "./seed.js";

export interface Case {
  name: string;
  groupBy: "user" | "team";
  conditions: Conditions;
  /** What the answer may cost, as a part of the direct aggregate. */
  goal?: number;
}

const WHOLE = 1 / 50;
const TAGGED = 1 / 3;
const HOUR_MS = 3_600_000;

export const casesOf = ({ tags, templates }: Seeded): Case[] => [
  { name: "a year", groupBy: "user", conditions: YEAR, goal: WHOLE },
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
    goal: TAGGED,
  },
  {
    name: "a year, any of three tags",
    groupBy: "user",
    conditions: { ...YEAR, includedTags: tags.slice(3, 6) },
    goal: TAGGED,
  },
  {
    name: "a year without a tag",
    groupBy: "user",
    conditions: { ...YEAR, excludedTags: [tags[3]!] },
    goal: TAGGED,
  },
  {
    name: "a year, any of all tags",
    groupBy: "user",
    conditions: { ...YEAR, includedTags: tags },
    goal: TAGGED,
  },
];

export const queryOf = (organizationId: string, { groupBy, conditions }: Case): StatsQuery => ({
  organizationId,
  groupBy,
  teamIds: [],
  emails: [],
  includedTags: [],
  excludedTags: [],
  ...conditions,
});

/** The same as it is asked for over HTTP. */
export const pathOf = ({ groupBy, conditions }: Case): string => {
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
