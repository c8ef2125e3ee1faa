// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Scorecards = "query Scorecards{templates{id name questions{id question}}}" as Operation<ScorecardsQuery, ScorecardsQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ScorecardsQueryVariables = Exact<{ [key: string]: never; }>;


export type ScorecardsQuery = { templates: Array<{ id: string, name: string, questions: Array<{ id: string, question: string }> }> };
