// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const CompareChoices = "query CompareChoices($filter:StatsFilter!){reps:stats(filter:$filter groupBy:user){stats{email name totalRecordings}}teams:stats(filter:$filter groupBy:team){stats{teamId name totalRecordings}}}" as Operation<CompareChoicesQuery, CompareChoicesQueryVariables>;
export const Compare = "query Compare($groupBy:StatsGroup$filter:StatsFilter!$interval:StatsInterval!$timeZone:String!){stats(groupBy:$groupBy filter:$filter interval:$interval timeZone:$timeZone){stats{email teamId name ...CompareCounts intervals{start totalRecordings recordingsClosed recordingsWithProcess recordingsWithRep total}}}}fragment CompareCounts on StatEntry{totalRecordings recordingsClosed recordingsWithProcess recordingsWithRep total processQuestionBreakdown{questionId question yesCount totalCount}}" as Operation<CompareQuery, CompareQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

export type CompareChoicesQueryVariables = Exact<{
  filter: StatsFilter;
}>;


export type CompareChoicesQuery = { reps: { stats: Array<{ email: string | null, name: string, totalRecordings: number }> }, teams: { stats: Array<{ teamId: string | null, name: string, totalRecordings: number }> } };

export type CompareQueryVariables = Exact<{
  groupBy?: StatsGroup | null | undefined;
  filter: StatsFilter;
  interval: StatsInterval;
  timeZone: string;
}>;


export type CompareQuery = { stats: { stats: Array<{ email: string | null, teamId: string | null, name: string, totalRecordings: number, recordingsClosed: number, recordingsWithProcess: number, recordingsWithRep: number, total: unknown, intervals: Array<{ start: string, totalRecordings: number, recordingsClosed: number, recordingsWithProcess: number, recordingsWithRep: number, total: unknown }> | null, processQuestionBreakdown: Array<{ questionId: string, question: string, yesCount: number, totalCount: number }> }> } };

export type CompareCountsFragment = { totalRecordings: number, recordingsClosed: number, recordingsWithProcess: number, recordingsWithRep: number, total: unknown, processQuestionBreakdown: Array<{ questionId: string, question: string, yesCount: number, totalCount: number }> };
