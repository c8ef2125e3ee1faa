import fc from "fast-check";
import { STATS_SELECTION } from "../selections.js";
import { computeStatistics } from "../statistics.js";
import {
  formatPath,
  buildGraphqlExchange,
  defineCommand,
  buildExchange,
  type BuildExchanges,
} from "./command-kind.js";
import { bounds, emails, fields, pickId, index, maybe } from "./value-pool.js";

interface StatsInput {
  groupBy: "user" | "team";
  startDate?: string;
  endDate?: string;
  teamIds?: string[];
  emails?: string[];
  aiTemplate?: string;
  tag?: string;
  includedTags?: string[];
  excludedTags?: string[];
}

const tags = fc.constantFrom("roof", "new", "10");

const buildRestStats: BuildExchanges<StatsInput, object> = buildExchange(
  ({ teamIds, emails, includedTags, excludedTags, ...rest }) => ({
    method: "GET",
    path: formatPath("/v1/stats", {
      ...rest,
      teamIds: teamIds?.join(","),
      emails: emails?.join(","),
      includedTags: includedTags?.join(","),
      excludedTags: excludedTags?.join(","),
    }),
  }),
  (report) => report,
);

export const stats = defineCommand({
  weight: 4,
  data: fields<Omit<StatsInput, "teamIds" | "aiTemplate"> & { team?: number; template?: number }>({
    groupBy: fc.constantFrom("user", "team"),
    startDate: maybe(bounds),
    endDate: maybe(bounds),
    team: maybe(index),
    template: maybe(index),
    emails: maybe(fc.array(emails, { minLength: 1, maxLength: 3 })),
    tag: maybe(tags),
    includedTags: maybe(fc.uniqueArray(tags, { minLength: 1, maxLength: 2 })),
    excludedTags: maybe(fc.uniqueArray(tags, { minLength: 1, maxLength: 2 })),
  }),
  resolve: ({ org, other }, { team, template, ...rest }): StatsInput => {
    const teamId = team === undefined ? undefined : pickId(org.teams, other.teams, team);
    const aiTemplate =
      template === undefined ? undefined : pickId(org.templates, other.templates, template);
    return {
      ...rest,
      ...(teamId !== undefined && { teamIds: [teamId] }),
      ...(aiTemplate !== undefined && { aiTemplate }),
    };
  },
  apply: ({ org }, filter) => computeStatistics(org, filter),
})({
  v1: buildRestStats,
  graph: buildGraphqlExchange(
    `query ($groupBy: StatsGroup!, $filter: StatsFilter) {
      answer: stats(groupBy: $groupBy, filter: $filter) { ${STATS_SELECTION} }
    }`,
    ({ groupBy, startDate, endDate, aiTemplate, ...filter }) => ({
      groupBy,
      filter: { ...filter, from: startDate, to: endDate, templateId: aiTemplate },
    }),
    (report) => withNullTeams(report),
  ),
});

/** /graphql returns null where /v1 omits teamId. */
export const withNullTeams = (report: object): object => {
  const { stats: entries, errors } = report as { stats: object[]; errors: object[] };
  return { stats: entries.map((entry) => ({ teamId: null, ...entry })), errors };
};
