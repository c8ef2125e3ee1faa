// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Vocabulary = "query Vocabulary{vocabulary{term heardAs}vocabularySuggestions{heard term times}}" as Operation<VocabularyQuery, VocabularyQueryVariables>;
export const SaveVocabularyTerm = "mutation SaveVocabularyTerm($term:String!$heardAs:[String!]){saveVocabularyTerm(term:$term heardAs:$heardAs){term}}" as Operation<SaveVocabularyTermMutation, SaveVocabularyTermMutationVariables>;
export const DeleteVocabularyTerm = "mutation DeleteVocabularyTerm($term:String!){deleteVocabularyTerm(term:$term)}" as Operation<DeleteVocabularyTermMutation, DeleteVocabularyTermMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type VocabularyQueryVariables = Exact<{ [key: string]: never; }>;


export type VocabularyQuery = { vocabulary: Array<{ term: string, heardAs: Array<string> }>, vocabularySuggestions: Array<{ heard: string, term: string, times: number }> };

export type SaveVocabularyTermMutationVariables = Exact<{
  term: string;
  heardAs?: Array<string> | string | null | undefined;
}>;


export type SaveVocabularyTermMutation = { saveVocabularyTerm: { term: string } };

export type DeleteVocabularyTermMutationVariables = Exact<{
  term: string;
}>;


export type DeleteVocabularyTermMutation = { deleteVocabularyTerm: boolean };
