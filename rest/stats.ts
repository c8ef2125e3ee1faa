import type { Route } from "./route.js";

export const stats: Route[] = [
  {
    method: "get",
    path: "/v1/stats",
    summary: "Add up recordings by user or by team",
    about:
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
          totalRecordings recordingsClosed
          avgRecordingDuration avgTalkTime avgTalkRatio avgWaitedToTalkAvg avgTalkSpeed
          avgConversationSwitches avgSwitchesPerMinute avgQuestionsAsked avgProcessScore
          recordingsWithProcess recordingsWithCoaching recordingsWithActions totalActionItems
          reviewedCount totalReviews totalReviewMs avgReviewMs
          recordingsByTag total
          processQuestionBreakdown { questionId question percentage yesCount totalCount }
        }
        errors { type value }
      }
    }`,
    aliases: { fromDate: "startDate", toDate: "endDate" },
    most: { emails: 100 },
    leftOut: { stats: "teamId" },
    apart: true,
  },
];
