// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "./operation.js";

export const PeopleTargets = "query PeopleTargets{organization{targets{...TargetValues}}users{email targets{...TargetValues}}}fragment TargetValues on Targets{calls score closeRate talkRatio questions}" as Operation<PeopleTargetsQuery, PeopleTargetsQueryVariables>;
export const TeamTargets = "query TeamTargets{organization{targets{...TargetValues}}teams{id name leads{email}targets{...TargetValues}}}fragment TargetValues on Targets{calls score closeRate talkRatio questions}" as Operation<TeamTargetsQuery, TeamTargetsQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type PeopleTargetsQueryVariables = Exact<{ [key: string]: never; }>;


export type PeopleTargetsQuery = { organization: { targets: { calls: number | null, score: number | null, closeRate: number | null, talkRatio: number | null, questions: number | null } }, users: Array<{ email: string, targets: { calls: number | null, score: number | null, closeRate: number | null, talkRatio: number | null, questions: number | null } }> };

export type TeamTargetsQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamTargetsQuery = { organization: { targets: { calls: number | null, score: number | null, closeRate: number | null, talkRatio: number | null, questions: number | null } }, teams: Array<{ id: string, name: string, leads: Array<{ email: string }>, targets: { calls: number | null, score: number | null, closeRate: number | null, talkRatio: number | null, questions: number | null } }> };

export type TargetValuesFragment = { calls: number | null, score: number | null, closeRate: number | null, talkRatio: number | null, questions: number | null };
