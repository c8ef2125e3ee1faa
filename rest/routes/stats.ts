import { sumFields } from "../../graph/stats/entries.js";
import type { Route } from "../route.js";

export const statsRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/stats",
    summary: "Aggregate call metrics by user or team",
    description:
      "Counts processed recordings that were created in the date range. Every active user, or every team, has an entry, even if all its values are 0. An unknown e-mail appears in `errors`; the request succeeds.",
    operation: `query getStats(
      $groupBy: StatsGroup!, $teamIds: [ID!], $startDate: DateFrom, $endDate: DateTo,
      $emails: [String!], $aiTemplate: ID, $tag: String, $includedTags: [String!],
      $excludedTags: [String!]
    ) {
      body: stats(groupBy: $groupBy, filter: {
        from: $startDate, to: $endDate, teamIds: $teamIds, emails: $emails, templateId: $aiTemplate,
        tag: $tag, includedTags: $includedTags, excludedTags: $excludedTags
      }) {
        stats {
          email teamId name
          ${sumFields.map(({ field }) => field).join(" ")}
          recordingsByTag total
          processQuestionBreakdown { questionId question percentage yesCount totalCount }
        }
        errors { type value }
      }
    }`,
    aliases: { fromDate: "startDate", toDate: "endDate" },
    maxItems: { emails: 100 },
    omitNullInItems: { stats: "teamId" },
  },
];
