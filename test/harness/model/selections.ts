import { analysisTextNames } from "../../helpers/analysis/analysis-texts.js";
import { PAGE_SELECTION } from "./commands/command-kind.js";

// All fields that the model predicts, by type.

export const USER_SELECTION = `email name role active lastProcessAIAction lastProcessAIAt
  lastCoachAssistantAction lastCoachAssistantAt lastRecordedAt accessedAt createdAt updatedAt`;
export const TEAM_SELECTION = "id name members { email name role } leads { email name }";
export const NAMED_KEY_SELECTION = "id name scopes expiresAt user { email } teams { teamId name }";
export const TEMPLATE_SELECTION =
  "id name version questions { id question kind weight tracker { id } }";
export const TRACKER_SELECTION = `id name phrases concept saidBy part minutes progress { done total }
  createdAt updatedAt`;
export const CLIENT_SELECTION = `id name email crmEntityId address insights insightsUpdatedAt notes
  createdAt updatedAt`;
export const APPOINTMENT_SELECTION = `id eventId userEmail startTime endTime title
  customer { id name email location } customerName customerEmail recordingId scheduledAt status
  matchStatus metadata createdAt updatedAt client { id }`;
export const ACTION_ITEM_SELECTION =
  "id kind text assignee completed due owner { email } completedAt added";
export const RECORDING_SELECTION = `id name status source organizationId createdAt updatedAt processedAt
  startedAt duration summary ${analysisTextNames.join(" ")}
  actionItems { ${ACTION_ITEM_SELECTION} }
  process { templateId templateVersion template summary answers { questionId question kind weight answer
    yes rating foundYes foundRating answered evidence start source verdict { yes rating notApplicable by at } }
    followed missed total score }
  template { id } tags closed customFields url transcript { speaker role text start end }
  metrics { talkTime talkRatio waitedToTalkAvg talkSpeed conversationSwitches switchesPerMinute
    questionsAsked processScore }
  userEmail user { email } clientId client { id } eventId appointment { id }
  match { eventId method offset } failureReason
  trackerHits { tracker { id } start role quote phrase score } trackers { id }`;
/** Keys can't read them. */
export const REVIEWER_SELECTION = "user { email } count durationMs lastAt";
export const CLIP_SELECTION = `id title start end isWhole createdAt state audioUrl author { email } rep { email }
  recording { id } transcript { text start end } sharedWith { everyone teams { id } users { email } }`;
const SINGLE_COMMENT = `id text isPrivate createdAt editedAt resolvedAt start end
  words { line from to text } author { email } resolvedBy { email } mentions { email } recording { id }`;
export const COMMENT_SELECTION = `${SINGLE_COMMENT} replies { ${SINGLE_COMMENT} }`;
export const WEBHOOK_SELECTION = "id url active trigger events retry failingSince createdAt";
export const DELIVERY_SELECTION = `id event url status delivered webhook { id } recording { id } createdAt
  attemptedAt durationMs responseStatus responseBody error payload test redeliveryOf messageId attempt dueAt`;
export const STATS_SELECTION = `stats { email teamId name totalRecordings recordingsClosed
  avgRecordingDuration avgTalkTime avgTalkRatio avgWaitedToTalkAvg avgTalkSpeed
  avgConversationSwitches avgSwitchesPerMinute avgQuestionsAsked avgProcessScore recordingsWithTranscript
  recordingsWithRep recordingsWithSwitches
  recordingsWithProcess recordingsWithCoaching recordingsWithActions totalActionItems reviewedCount
  totalReviews totalReviewMs avgReviewMs recordingsByTag total
  processQuestionBreakdown { questionId question percentage yesCount totalCount } }
  errors { type value }`;

/** Builds the query of a list page. */
export const buildPageQuery = (list: string, node: string, filter: string): string =>
  `query ($first: Int, $after: String, $filter: ${filter}) {
    answer: ${list}(first: $first, after: $after, filter: $filter) { nodes { ${node} } ${PAGE_SELECTION} }
  }`;
