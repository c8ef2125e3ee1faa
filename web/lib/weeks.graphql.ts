// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const Weeks = "query Weeks($filter:StatsFilter!$timeZone:String!){stats(groupBy:user filter:$filter interval:week timeZone:$timeZone){stats{email name intervals{start totalRecordings recordingsClosed recordingsWithProcess recordingsWithRep total processQuestionBreakdown{questionId question yesCount totalCount}}}}}" as Operation<WeeksQuery, WeeksQueryVariables>;

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

export type WeeksQueryVariables = Exact<{
  filter: StatsFilter;
  timeZone: string;
}>;


export type WeeksQuery = { stats: { stats: Array<{ email: string | null, name: string, intervals: Array<{ start: string, totalRecordings: number, recordingsClosed: number, recordingsWithProcess: number, recordingsWithRep: number, total: unknown, processQuestionBreakdown: Array<{ questionId: string, question: string, yesCount: number, totalCount: number }> }> | null }> } };
