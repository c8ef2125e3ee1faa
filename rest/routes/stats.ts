import { sumFields } from "../../graph/stats/entries.js";
import type { Route } from "../route.js";

/** The fields of an entry and of each of its intervals. */
const numbers = `
  ${sumFields.map(({ field }) => field).join(" ")}
  recordingsByTag total
  processQuestionBreakdown { questionId question percentage yesCount totalCount }`;

export const statsRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/stats",
    summary: "Aggregate call metrics by user or team",
    description:
      "Counts processed recordings that were created in the date range. Every active user, or every team, has an entry, even if all its values are 0. An unknown e-mail appears in `errors`; the request succeeds. With `interval`, each entry also has `intervals`: the same numbers by day, week or month, which add up to those of the entry.",
    operation: `query getStats(
      $groupBy: StatsGroup!, $teamIds: [ID!], $startDate: DateFrom, $endDate: DateTo,
      $emails: [String!], $aiTemplate: ID, $tag: String, $includedTags: [String!],
      $excludedTags: [String!], $interval: StatsInterval, $timeZone: String
    ) {
      body: stats(groupBy: $groupBy, interval: $interval, timeZone: $timeZone, filter: {
        from: $startDate, to: $endDate, teamIds: $teamIds, emails: $emails, templateId: $aiTemplate,
        tag: $tag, includedTags: $includedTags, excludedTags: $excludedTags
      }) {
        stats {
          email teamId name ${numbers}
          intervals { start ${numbers} }
        }
        errors { type value }
      }
    }`,
    aliases: { fromDate: "startDate", toDate: "endDate" },
    maxItems: { emails: 100 },
    omitNullInItems: { stats: ["teamId", "intervals"] },
  },
];
