// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const RedeemSetupLink = "mutation RedeemSetupLink($token:String!$name:String!$email:String!$password:String!){redeemSetupLink(token:$token name:$name email:$email password:$password){role}}" as Operation<RedeemSetupLinkMutation, RedeemSetupLinkMutationVariables>;
export const HasScorecards = "query HasScorecards{gettingStarted{hasScorecards}}" as Operation<HasScorecardsQuery, HasScorecardsQueryVariables>;
export const CreateFirstScorecard = "mutation CreateFirstScorecard($input:TemplateInput!){upsertTemplate(input:$input){id}}" as Operation<CreateFirstScorecardMutation, CreateFirstScorecardMutationVariables>;

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

/** What a credential may do. */
export type Role =
  /** An API key. */
  | 'integration'
  /** An internal token, or the session of an admin. */
  | 'internal'
  /** The session of a manager or a rep, limited to their scope. */
  | 'member'
  /** An operator token. */
  | 'operator';

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

export type RedeemSetupLinkMutationVariables = Exact<{
  token: string;
  name: string;
  email: string;
  password: string;
}>;


export type RedeemSetupLinkMutation = { redeemSetupLink: { role: Role } };

export type HasScorecardsQueryVariables = Exact<{ [key: string]: never; }>;


export type HasScorecardsQuery = { gettingStarted: { hasScorecards: boolean } };

export type CreateFirstScorecardMutationVariables = Exact<{
  input: TemplateInput;
}>;


export type CreateFirstScorecardMutation = { upsertTemplate: { id: string } };
