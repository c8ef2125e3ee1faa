// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Stats = "query Stats($filter:StatsFilter!$overTimeFilter:StatsFilter!$byTeam:Boolean!$interval:StatsInterval!$timeZone:String!){overTime:stats(filter:$overTimeFilter interval:$interval timeZone:$timeZone){stats{name intervals{...Interval}}}users:stats(filter:$filter groupBy:user){stats{...Entry total recordingsByTag processQuestionBreakdown{questionId question yesCount totalCount}}}teams:stats(filter:$filter groupBy:team)@include(if:$byTeam){stats{...Entry}}templates{id name questions{id}}verdictAgreement{questionId verdicts agreed}}fragment Interval on StatInterval{start totalRecordings recordingsClosed avgRecordingDuration avgTalkTime avgTalkRatio avgWaitedToTalkAvg avgTalkSpeed avgConversationSwitches avgSwitchesPerMinute avgQuestionsAsked avgProcessScore recordingsWithTranscript recordingsWithRep recordingsWithSwitches recordingsWithProcess recordingsWithCoaching recordingsWithActions totalActionItems reviewedCount totalReviews totalReviewMs avgReviewMs}fragment Entry on StatEntry{email teamId name totalRecordings recordingsClosed avgRecordingDuration avgTalkTime avgTalkRatio avgWaitedToTalkAvg avgTalkSpeed avgConversationSwitches avgSwitchesPerMinute avgQuestionsAsked avgProcessScore recordingsWithTranscript recordingsWithRep recordingsWithSwitches recordingsWithProcess recordingsWithCoaching recordingsWithActions totalActionItems reviewedCount totalReviews totalReviewMs avgReviewMs}" as Operation<StatsQuery, StatsQueryVariables>;
export const StatsOverTime = "query StatsOverTime($filter:StatsFilter!$groupBy:StatsGroup!$interval:StatsInterval!$timeZone:String!){stats(filter:$filter groupBy:$groupBy interval:$interval timeZone:$timeZone){stats{email teamId intervals{...Interval}}}}fragment Interval on StatInterval{start totalRecordings recordingsClosed avgRecordingDuration avgTalkTime avgTalkRatio avgWaitedToTalkAvg avgTalkSpeed avgConversationSwitches avgSwitchesPerMinute avgQuestionsAsked avgProcessScore recordingsWithTranscript recordingsWithRep recordingsWithSwitches recordingsWithProcess recordingsWithCoaching recordingsWithActions totalActionItems reviewedCount totalReviews totalReviewMs avgReviewMs}" as Operation<StatsOverTimeQuery, StatsOverTimeQueryVariables>;
export const WinRates = "query WinRates($filter:StatsFilter!){winRates(filter:$filter){calls won practices{questionId trackerId name callsWith wonWith callsWithout wonWithout}}trackers{id progress{done}}}" as Operation<WinRatesQuery, WinRatesQueryVariables>;
export const StatsChoices = "query StatsChoices($range:StatsFilter!){teams{id name}templates{id name}stats(filter:$range groupBy:user){stats{recordingsByTag}}}" as Operation<StatsChoicesQuery, StatsChoicesQueryVariables>;
export const LedTeams = "query LedTeams{teams{id name leads{email}}}" as Operation<LedTeamsQuery, LedTeamsQueryVariables>;
export const PendingInvitations = "query PendingInvitations{users{email name signInRole invitedUntil}}" as Operation<PendingInvitationsQuery, PendingInvitationsQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a user sees and may do after signing in. */
export type SignInRole =
  /** All data of the organization. */
  | 'admin'
  /** The data of the user, and of members of teams that they lead. */
  | 'manager'
  /** The data of the user. */
  | 'rep';

export type StatsFilter = {
  /** Recordings of these users. Case is ignored. */
  emails?: Array<string> | null | undefined;
  /** Recordings with none of these tags. */
  excludedTags?: Array<string> | null | undefined;
  /** Recordings created at this time or later. */
  from?: string | null | undefined;
  /** Recordings with at least one of these tags. */
  includedTags?: Array<string> | null | undefined;
  /** Recordings with this tag. */
  tag?: string | null | undefined;
  /** Recordings of these teams' members; with emails, of users in both. */
  teamIds?: Array<string | number> | null | undefined;
  /** Recordings analysed with this template. */
  templateId?: string | number | null | undefined;
  /** Recordings created at this time or earlier. */
  to?: string | null | undefined;
};

export type StatsGroup =
  | 'team'
  | 'user';

export type StatsInterval =
  | 'day'
  | 'month'
  | 'week';

export type StatsQueryVariables = Exact<{
  filter: StatsFilter;
  overTimeFilter: StatsFilter;
  byTeam: boolean;
  interval: StatsInterval;
  timeZone: string;
}>;


export type StatsQuery = { overTime: { stats: Array<{ name: string, intervals: Array<{ start: string, totalRecordings: number, recordingsClosed: number, avgRecordingDuration: number, avgTalkTime: number, avgTalkRatio: number, avgWaitedToTalkAvg: number, avgTalkSpeed: number, avgConversationSwitches: number, avgSwitchesPerMinute: number, avgQuestionsAsked: number, avgProcessScore: number, recordingsWithTranscript: number, recordingsWithRep: number, recordingsWithSwitches: number, recordingsWithProcess: number, recordingsWithCoaching: number, recordingsWithActions: number, totalActionItems: number, reviewedCount: number, totalReviews: number, totalReviewMs: number, avgReviewMs: number }> | null }> }, users: { stats: Array<{ total: unknown, recordingsByTag: unknown, email: string | null, teamId: string | null, name: string, totalRecordings: number, recordingsClosed: number, avgRecordingDuration: number, avgTalkTime: number, avgTalkRatio: number, avgWaitedToTalkAvg: number, avgTalkSpeed: number, avgConversationSwitches: number, avgSwitchesPerMinute: number, avgQuestionsAsked: number, avgProcessScore: number, recordingsWithTranscript: number, recordingsWithRep: number, recordingsWithSwitches: number, recordingsWithProcess: number, recordingsWithCoaching: number, recordingsWithActions: number, totalActionItems: number, reviewedCount: number, totalReviews: number, totalReviewMs: number, avgReviewMs: number, processQuestionBreakdown: Array<{ questionId: string, question: string, yesCount: number, totalCount: number }> }> }, teams?: { stats: Array<{ email: string | null, teamId: string | null, name: string, totalRecordings: number, recordingsClosed: number, avgRecordingDuration: number, avgTalkTime: number, avgTalkRatio: number, avgWaitedToTalkAvg: number, avgTalkSpeed: number, avgConversationSwitches: number, avgSwitchesPerMinute: number, avgQuestionsAsked: number, avgProcessScore: number, recordingsWithTranscript: number, recordingsWithRep: number, recordingsWithSwitches: number, recordingsWithProcess: number, recordingsWithCoaching: number, recordingsWithActions: number, totalActionItems: number, reviewedCount: number, totalReviews: number, totalReviewMs: number, avgReviewMs: number }> }, templates: Array<{ id: string, name: string, questions: Array<{ id: string }> }>, verdictAgreement: Array<{ questionId: string, verdicts: number, agreed: number }> };

export type EntryFragment = { email: string | null, teamId: string | null, name: string, totalRecordings: number, recordingsClosed: number, avgRecordingDuration: number, avgTalkTime: number, avgTalkRatio: number, avgWaitedToTalkAvg: number, avgTalkSpeed: number, avgConversationSwitches: number, avgSwitchesPerMinute: number, avgQuestionsAsked: number, avgProcessScore: number, recordingsWithTranscript: number, recordingsWithRep: number, recordingsWithSwitches: number, recordingsWithProcess: number, recordingsWithCoaching: number, recordingsWithActions: number, totalActionItems: number, reviewedCount: number, totalReviews: number, totalReviewMs: number, avgReviewMs: number };

export type StatsOverTimeQueryVariables = Exact<{
  filter: StatsFilter;
  groupBy: StatsGroup;
  interval: StatsInterval;
  timeZone: string;
}>;


export type StatsOverTimeQuery = { stats: { stats: Array<{ email: string | null, teamId: string | null, intervals: Array<{ start: string, totalRecordings: number, recordingsClosed: number, avgRecordingDuration: number, avgTalkTime: number, avgTalkRatio: number, avgWaitedToTalkAvg: number, avgTalkSpeed: number, avgConversationSwitches: number, avgSwitchesPerMinute: number, avgQuestionsAsked: number, avgProcessScore: number, recordingsWithTranscript: number, recordingsWithRep: number, recordingsWithSwitches: number, recordingsWithProcess: number, recordingsWithCoaching: number, recordingsWithActions: number, totalActionItems: number, reviewedCount: number, totalReviews: number, totalReviewMs: number, avgReviewMs: number }> | null }> } };

export type WinRatesQueryVariables = Exact<{
  filter: StatsFilter;
}>;


export type WinRatesQuery = { winRates: { calls: number, won: number, practices: Array<{ questionId: string | null, trackerId: string | null, name: string, callsWith: number, wonWith: number, callsWithout: number, wonWithout: number }> }, trackers: Array<{ id: string, progress: { done: number } | null }> };

export type IntervalFragment = { start: string, totalRecordings: number, recordingsClosed: number, avgRecordingDuration: number, avgTalkTime: number, avgTalkRatio: number, avgWaitedToTalkAvg: number, avgTalkSpeed: number, avgConversationSwitches: number, avgSwitchesPerMinute: number, avgQuestionsAsked: number, avgProcessScore: number, recordingsWithTranscript: number, recordingsWithRep: number, recordingsWithSwitches: number, recordingsWithProcess: number, recordingsWithCoaching: number, recordingsWithActions: number, totalActionItems: number, reviewedCount: number, totalReviews: number, totalReviewMs: number, avgReviewMs: number };

export type StatsChoicesQueryVariables = Exact<{
  range: StatsFilter;
}>;


export type StatsChoicesQuery = { teams: Array<{ id: string, name: string }>, templates: Array<{ id: string, name: string }>, stats: { stats: Array<{ recordingsByTag: unknown }> } };

export type LedTeamsQueryVariables = Exact<{ [key: string]: never; }>;


export type LedTeamsQuery = { teams: Array<{ id: string, name: string, leads: Array<{ email: string }> }> };

export type PendingInvitationsQueryVariables = Exact<{ [key: string]: never; }>;


export type PendingInvitationsQuery = { users: Array<{ email: string, name: string, signInRole: SignInRole | null, invitedUntil: string | null }> };
