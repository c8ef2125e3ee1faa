import fc from "fast-check";
import { STATS } from "../documents.js";
import { statistics } from "../statistics.js";
import { asked, graph, kind, once, type Speak } from "./kind.js";
import { bounds, emails, fields, idOf, index, maybe } from "./pool.js";

interface Stats {
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

const statsV1: Speak<Stats, object> = once(
  ({ teamIds, emails, includedTags, excludedTags, ...rest }) => ({
    method: "GET",
    path: asked("/v1/stats", {
      ...rest,
      teamIds: teamIds?.join(","),
      emails: emails?.join(","),
      includedTags: includedTags?.join(","),
      excludedTags: excludedTags?.join(","),
    }),
  }),
  (report) => report,
);

export const stats = kind({
  weight: 4,
  data: fields<Omit<Stats, "teamIds" | "aiTemplate"> & { team?: number; template?: number }>({
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
  resolve: ({ org, other }, { team, template, ...rest }): Stats => {
    const teamId = team === undefined ? undefined : idOf(org.teams, other.teams, team);
    const aiTemplate =
      template === undefined ? undefined : idOf(org.templates, other.templates, template);
    return {
      ...rest,
      ...(teamId !== undefined && { teamIds: [teamId] }),
      ...(aiTemplate !== undefined && { aiTemplate }),
    };
  },
  tell: ({ org }, filter) => statistics(org, filter),
})({
  v1: statsV1,
  graph: graph(
    `query ($groupBy: StatsGroup!, $filter: StatsFilter) {
      answer: stats(groupBy: $groupBy, filter: $filter) { ${STATS} }
    }`,
    ({ groupBy, startDate, endDate, aiTemplate, ...filter }) => ({
      groupBy,
      filter: { ...filter, from: startDate, to: endDate, templateId: aiTemplate },
    }),
    (report) => withTeams(report),
  ),
});

/** /graphql has null where /v1 leaves teamId out. */
export const withTeams = (report: object): object => {
  const { stats: entries, errors } = report as { stats: object[]; errors: object[] };
  return { stats: entries.map((entry) => ({ teamId: null, ...entry })), errors };
};
