import { sumFields } from "../graph/stats/entries.js";
import type { Route } from "./route.js";

export const statsRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/stats",
    summary: "Add up recordings by user or by team",
    description:
      "Of the processed recordings that were created in the range. Every active user, or every team, has an entry, be it of zeros. An e-mail that nobody has is told in `errors` and fails nothing.",
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
