// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Recordings = "query Recordings($filter:RecordingFilter$order:RecordingOrder$after:String$withAnswers:Boolean!$withHits:Boolean!){recordings(filter:$filter order:$order after:$after){nodes{id name startedAt duration status closed tags searchMatches{field snippet{text hit}}process{score total answers@include(if:$withAnswers){questionId kind yes rating answered start verdict{notApplicable}}}metrics{talkRatio}trackers{id name}trackerHits@include(if:$withHits){quote start tracker{id}}media{type unchecked}user{name email}client{id name email}}pageInfo{hasNextPage endCursor}}}" as Operation<RecordingsQuery, RecordingsQueryVariables>;
export const ReanalyzeFailed = "mutation ReanalyzeFailed{reanalyzeFailed}" as Operation<ReanalyzeFailedMutation, ReanalyzeFailedMutationVariables>;
export const FilterChoices = "query FilterChoices{teams{id name}trackers{id name concept}templates{questions{id question}}}" as Operation<FilterChoicesQuery, FilterChoicesQueryVariables>;
export const MeaningSearch = "query MeaningSearch{meaningSearch{available enabled progress{done total}}}" as Operation<MeaningSearchQuery, MeaningSearchQueryVariables>;
export const SetMeaningSearch = "mutation SetMeaningSearch($enabled:Boolean!){setMeaningSearch(enabled:$enabled){enabled}}" as Operation<SetMeaningSearchMutation, SetMeaningSearchMutationVariables>;
export const Sentences = "query Sentences($meaning:String!$filter:SentenceFilter){sentences(meaning:$meaning first:50 filter:$filter){sentences{quote start speaker recording{id name startedAt}}calls searchedFrom}}" as Operation<SentencesQuery, SentencesQueryVariables>;
export const UploadedCall = "query UploadedCall($id:ID!){recording(id:$id){status failureReason transcribedPercent transcriptionPlace}}" as Operation<UploadedCallQuery, UploadedCallQueryVariables>;
export const SavedViews = "query SavedViews{savedViews{id name query isShared author{email name}}}" as Operation<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveView = "mutation SaveView($input:SavedViewInput!){saveView(input:$input){id}}" as Operation<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteView = "mutation DeleteView($id:ID!){deleteView(id:$id)}" as Operation<DeleteViewMutation, DeleteViewMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What counts as the answer to a question: a person's verdict or, without one, the analysis's. */
export type AnswerKind =
  /** no or notFound, where the question counts. */
  | 'missed'
  /** Also a rating below 4. */
  | 'no'
  /** A person said that the question doesn't apply to the call. */
  | 'notApplicable'
  /** The analysis found no answer to a yes/no question, and no person gave one. */
  | 'notFound'
  /** The question is to be rated, and no one has. */
  | 'notRated'
  /** Also a rating of 4 or 5. */
  | 'yes';

/** What answers a question of a template. */
export type QuestionKind =
  /** A number from 1 to 5, from a model, a program or a person. Rules don't rate. */
  | 'rating'
  /** Yes or no. */
  | 'yesNo';

export type RecordingFilter = {
  /** With questionId: only recordings with this answer to the question. */
  answer?: AnswerKind | null | undefined;
  clientId?: string | number | null | undefined;
  /** True: only recordings whose deal closed. False: only those of which that isn't known, or which didn't. */
  closed?: boolean | null | undefined;
  /** Created at this time or later. */
  from?: string | null | undefined;
  /** True: only recordings with `notices`. False: only recordings without. */
  hasNotices?: boolean | null | undefined;
  /** True: only recordings that are hidden because the customer refused consent; they are never processed. */
  hidden?: boolean | null | undefined;
  /** Only recordings with this `process.score` or a lower one. From 0 to 100; a recording whose score counts no question has none. */
  maxScore?: number | null | undefined;
  /** Only recordings with this `metrics.talkRatio` or a lower one. From 0 to 1; a recording without a line of the rep has none. */
  maxTalkRatio?: number | null | undefined;
  /** Only recordings with this `process.score` or a higher one. From 0 to 100; a recording whose score counts no question has none. */
  minScore?: number | null | undefined;
  /** Only recordings with this `metrics.talkRatio` or a higher one. From 0 to 1; a recording without a line of the rep has none. */
  minTalkRatio?: number | null | undefined;
  /** Only recordings whose analysis was asked this question of a scorecard. */
  questionId?: string | number | null | undefined;
  /** True: only recordings that someone has reviewed. False: only recordings that no one has reviewed. */
  reviewed?: boolean | null | undefined;
  /** Words of name, summary, notes and transcript; finds processed recordings only. All words must occur; "some in this order", -not this, begin*. */
  search?: string | null | undefined;
  status?: RecordingStatus | null | undefined;
  tag?: string | null | undefined;
  /** Only recordings of this team's present members. */
  teamId?: string | number | null | undefined;
  /** Created at this time or before. */
  to?: string | null | undefined;
  /** Only recordings in which this tracker was found. */
  trackerId?: string | number | null | undefined;
  /** Changed at this time or later. */
  updatedSince?: string | null | undefined;
  /** The rep's e-mail address, in any case. */
  userEmail?: string | null | undefined;
  /** Only recordings with a transcript in which this tracker wasn't found. */
  withoutTrackerId?: string | number | null | undefined;
};

/** Recordings without the score or talk ratio come last, and equal ones newest first. */
export type RecordingOrder =
  | 'highestScore'
  | 'highestTalkRatio'
  | 'longest'
  | 'lowestScore'
  | 'lowestTalkRatio'
  | 'newest'
  /** Only of a search. */
  | 'relevance'
  | 'shortest';

export type RecordingStatus =
  | 'failed'
  | 'processed'
  | 'processing'
  | 'received';

export type SavedViewInput = {
  /** The e-mail of the author, for internal tokens; a signed-in user is the author. */
  authorEmail?: string | null | undefined;
  /** The view to change; absent: a new one. */
  id?: string | number | null | undefined;
  /** Whether everyone in the organization sees it. */
  isShared?: boolean | null | undefined;
  /** Required for a new view. */
  name?: string | null | undefined;
  /** Filters of the console's list of recordings, such as `range=week&tag=sold`. Required for a new view. */
  query?: string | null | undefined;
};

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
  order?: RecordingOrder | null | undefined;
  after?: string | null | undefined;
  withAnswers: boolean;
  withHits: boolean;
}>;


export type RecordingsQuery = { recordings: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, status: RecordingStatus, closed: boolean, tags: Array<string>, searchMatches: Array<{ field: SearchedField, snippet: Array<{ text: string, hit: boolean }> }> | null, process: { score: number, total: number, answers?: Array<{ questionId: string, kind: QuestionKind, yes: boolean, rating: number | null, answered: boolean, start: number | null, verdict: { notApplicable: boolean } | null }> } | null, metrics: { talkRatio: number | null } | null, trackers: Array<{ id: string, name: string }>, trackerHits?: Array<{ quote: string | null, start: number, tracker: { id: string } }>, media: { type: string, unchecked: boolean } | null, user: { name: string, email: string }, client: { id: string, name: string | null, email: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReanalyzeFailedMutationVariables = Exact<{ [key: string]: never; }>;


export type ReanalyzeFailedMutation = { reanalyzeFailed: number };

export type FilterChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type FilterChoicesQuery = { teams: Array<{ id: string, name: string }>, trackers: Array<{ id: string, name: string, concept: string | null }>, templates: Array<{ questions: Array<{ id: string, question: string }> }> };

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

export type UploadedCallQueryVariables = Exact<{
  id: string | number;
}>;


export type UploadedCallQuery = { recording: { status: RecordingStatus, failureReason: string | null, transcribedPercent: number | null, transcriptionPlace: number | null } | null };

export type SavedViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type SavedViewsQuery = { savedViews: Array<{ id: string, name: string, query: string, isShared: boolean, author: { email: string, name: string } }> };

export type SaveViewMutationVariables = Exact<{
  input: SavedViewInput;
}>;


export type SaveViewMutation = { saveView: { id: string } };

export type DeleteViewMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteViewMutation = { deleteView: boolean };
