// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Scorecards = "query Scorecards{templates{id name prompt sources version isForTeams isRetired mayChange teams{id name}questions{id question kind weight tracker{id name}}}trackers{id name}teams{id name leads{email}}}" as Operation<ScorecardsQuery, ScorecardsQueryVariables>;
export const EarlierCalls = "query EarlierCalls{earlierCalls{active left queued}}" as Operation<EarlierCallsQuery, EarlierCallsQueryVariables>;
export const ReanalyzeEarlierCalls = "mutation ReanalyzeEarlierCalls($since:DateTime!){reanalyzeEarlierCalls(since:$since){active}}" as Operation<ReanalyzeEarlierCallsMutation, ReanalyzeEarlierCallsMutationVariables>;
export const StopEarlierCalls = "mutation StopEarlierCalls{stopEarlierCalls{active}}" as Operation<StopEarlierCallsMutation, StopEarlierCallsMutationVariables>;
export const TryScorecard = "query TryScorecard($input:TemplateInput!$insteadOf:ID){tryTemplate(input:$input insteadOf:$insteadOf){calls score scoreBefore questions{question yes yesBefore answers{yes yesBefore start quote recording{id name}}}}}" as Operation<TryScorecardQuery, TryScorecardQueryVariables>;
export const UpsertScorecard = "mutation UpsertScorecard($input:TemplateInput!){upsertTemplate(input:$input){id}}" as Operation<UpsertScorecardMutation, UpsertScorecardMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What answers a question of a template. */
export type QuestionKind =
  /** A number from 1 to 5, from a model, a program or a person. Rules don't rate. */
  | 'rating'
  /** Yes or no. */
  | 'yesNo';

export type RecordingSource =
  | 'dialer'
  | 'meeting'
  | 'mobile'
  | 'upload';

export type TemplateInput = {
  /** The template to change; omit it to create one. */
  id?: string | number | null | undefined;
  name: string;
  /** The instructions for a model. Omit it to keep the prompt; null restores the default prompt. */
  prompt?: string | null | undefined;
  /** All questions of the template, in order. */
  questions: Array<TemplateQuestionInput>;
  /** Whether calls are no longer compared with the template; scores stay. Omit it to keep it; null: false. */
  retired?: boolean | null | undefined;
  /** The sources of the recordings that the template is for. Omit it to keep them; null or empty: all. */
  sources?: Array<RecordingSource> | null | undefined;
  /** The teams for whose calls the template is. Omit it to keep them; null or empty: all calls. A manager names teams that they lead, at least one. */
  teamIds?: Array<string | number> | null | undefined;
};

export type TemplateQuestionInput = {
  /** A question of this template; omit it to add a question. */
  id?: string | number | null | undefined;
  /** Omit it to keep it. null, and for a new question: yesNo. */
  kind?: QuestionKind | null | undefined;
  question: string;
  /** The tracker that answers a yes/no question: yes where it is found in the call. Omit it to keep it; null: the question's wording decides. */
  trackerId?: string | number | null | undefined;
  /** How much the question weighs in the score, from 1 to 10. Omit it to keep it. null, and for a new question: 1. */
  weight?: number | null | undefined;
};

export type ScorecardsQueryVariables = Exact<{ [key: string]: never; }>;


export type ScorecardsQuery = { templates: Array<{ id: string, name: string, prompt: string | null, sources: Array<RecordingSource>, version: number, isForTeams: boolean, isRetired: boolean, mayChange: boolean, teams: Array<{ id: string, name: string }>, questions: Array<{ id: string, question: string, kind: QuestionKind, weight: number, tracker: { id: string, name: string } | null }> }>, trackers: Array<{ id: string, name: string }>, teams: Array<{ id: string, name: string, leads: Array<{ email: string }> }> };

export type EarlierCallsQueryVariables = Exact<{ [key: string]: never; }>;


export type EarlierCallsQuery = { earlierCalls: { active: boolean, left: number, queued: number } | null };

export type ReanalyzeEarlierCallsMutationVariables = Exact<{
  since: string;
}>;


export type ReanalyzeEarlierCallsMutation = { reanalyzeEarlierCalls: { active: boolean } };

export type StopEarlierCallsMutationVariables = Exact<{ [key: string]: never; }>;


export type StopEarlierCallsMutation = { stopEarlierCalls: { active: boolean } | null };

export type TryScorecardQueryVariables = Exact<{
  input: TemplateInput;
  insteadOf?: string | number | null | undefined;
}>;


export type TryScorecardQuery = { tryTemplate: { calls: number, score: number | null, scoreBefore: number | null, questions: Array<{ question: string, yes: number | null, yesBefore: number | null, answers: Array<{ yes: boolean, yesBefore: boolean | null, start: number, quote: string, recording: { id: string, name: string } }> }> } };

export type UpsertScorecardMutationVariables = Exact<{
  input: TemplateInput;
}>;


export type UpsertScorecardMutation = { upsertTemplate: { id: string } };
