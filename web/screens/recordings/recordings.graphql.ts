// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Recordings = "query Recordings($filter:RecordingFilter$after:String){recordings(filter:$filter after:$after){nodes{id name startedAt duration status closed tags searchMatches{field snippet{text hit}}user{name}client{id name email}}pageInfo{hasNextPage endCursor}}}" as Operation<RecordingsQuery, RecordingsQueryVariables>;
export const ReanalyzeFailed = "mutation ReanalyzeFailed{reanalyzeFailed}" as Operation<ReanalyzeFailedMutation, ReanalyzeFailedMutationVariables>;
export const TrackerNames = "query TrackerNames{trackers{id name}}" as Operation<TrackerNamesQuery, TrackerNamesQueryVariables>;
export const MeaningSearch = "query MeaningSearch{meaningSearch{available enabled progress{done total}}}" as Operation<MeaningSearchQuery, MeaningSearchQueryVariables>;
export const SetMeaningSearch = "mutation SetMeaningSearch($enabled:Boolean!){setMeaningSearch(enabled:$enabled){enabled}}" as Operation<SetMeaningSearchMutation, SetMeaningSearchMutationVariables>;
export const Sentences = "query Sentences($meaning:String!$filter:SentenceFilter){sentences(meaning:$meaning first:50 filter:$filter){sentences{quote start speaker recording{id name startedAt}}calls searchedFrom}}" as Operation<SentencesQuery, SentencesQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type RecordingFilter = {
  clientId?: string | number | null | undefined;
  /** Created at this time or later. */
  from?: string | null | undefined;
  /** True: only recordings with `notices`. False: only recordings without. */
  hasNotices?: boolean | null | undefined;
  /** True: only recordings that are hidden because the customer refused consent; they are never processed. */
  hidden?: boolean | null | undefined;
  /** Words of name, summary, notes and transcript; finds processed recordings only. All words must occur; "some in this order", -not this, begin*. */
  search?: string | null | undefined;
  status?: RecordingStatus | null | undefined;
  tag?: string | null | undefined;
  /** Created at this time or before. */
  to?: string | null | undefined;
  /** Only recordings in which this tracker was found. */
  trackerId?: string | number | null | undefined;
  /** Changed at this time or later. */
  updatedSince?: string | null | undefined;
  /** The rep's e-mail address, in any case. */
  userEmail?: string | null | undefined;
};

export type RecordingStatus =
  | 'failed'
  | 'processed'
  | 'processing'
  | 'received';

export type SearchedField =
  | 'name'
  | 'notes'
  | 'summary'
  | 'transcript';

export type SentenceFilter = {
  /** In recordings with this client. */
  clientId?: string | number | null | undefined;
  /** In recordings created at this time or later. */
  from?: string | null | undefined;
  /** Said by this side of the call. */
  saidBy?: SpeakerRole | null | undefined;
  /** In recordings created at this time or before. */
  to?: string | null | undefined;
  /** The rep's e-mail address, in any case. */
  userEmail?: string | null | undefined;
};

export type SpeakerRole =
  | 'client'
  | 'other'
  | 'rep';

export type RecordingsQueryVariables = Exact<{
  filter?: RecordingFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type RecordingsQuery = { recordings: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, status: RecordingStatus, closed: boolean, tags: Array<string>, searchMatches: Array<{ field: SearchedField, snippet: Array<{ text: string, hit: boolean }> }> | null, user: { name: string }, client: { id: string, name: string | null, email: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReanalyzeFailedMutationVariables = Exact<{ [key: string]: never; }>;


export type ReanalyzeFailedMutation = { reanalyzeFailed: number };

export type TrackerNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type TrackerNamesQuery = { trackers: Array<{ id: string, name: string }> };

export type MeaningSearchQueryVariables = Exact<{ [key: string]: never; }>;


export type MeaningSearchQuery = { meaningSearch: { available: boolean, enabled: boolean, progress: { done: number, total: number } | null } };

export type SetMeaningSearchMutationVariables = Exact<{
  enabled: boolean;
}>;


export type SetMeaningSearchMutation = { setMeaningSearch: { enabled: boolean } };

export type SentencesQueryVariables = Exact<{
  meaning: string;
  filter?: SentenceFilter | null | undefined;
}>;


export type SentencesQuery = { sentences: { calls: number, searchedFrom: string | null, sentences: Array<{ quote: string, start: number, speaker: string, recording: { id: string, name: string, startedAt: string } }> } };
