// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const TeamWeek = "query TeamWeek($from:DateFrom!$to:DateTo!$visitsFrom:DateFrom!$visitsTo:DateTo!$saidFrom:DateFrom!$saidTo:DateTo!){best:recordings(first:10 filter:{from:$from to:$to}order:highestScore){nodes{...WorthHearing}}lowest:recordings(first:10 filter:{from:$from to:$to}order:lowestScore){nodes{...WorthHearing}}unreviewed:recordings(first:10 filter:{from:$from to:$to reviewed:false}order:longest){nodes{...WorthHearing}}appointments(first:25 filter:{from:$visitsFrom to:$visitsTo matchStatus:missed}){nodes{eventId title startTime customerName userEmail}pageInfo{hasNextPage}}comments(first:100 filter:{resolved:false}){nodes{id recording{id user{email}}}pageInfo{hasNextPage}}trackers{id name saidBy}trackedCalls(from:$saidFrom to:$saidTo){calls tracker{id}user{email}}teams{id leads{email}members{email}}users{email name}}fragment WorthHearing on Recording{id name startedAt duration process{score total}user{name email}client{name}}" as Operation<TeamWeekQuery, TeamWeekQueryVariables>;
export const SetTargets = "mutation SetTargets($teamId:ID$input:TargetsInput!){setTargets(teamId:$teamId input:$input){score}}" as Operation<SetTargetsMutation, SetTargetsMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Null removes a target; what is absent stays. */
export type TargetsInput = {
  /** Calls of a rep in a week, from 0 to 1000. */
  calls?: number | null | undefined;
  /** Calls whose deal is closed, in percent. */
  closeRate?: number | null | undefined;
  /** Questions that a rep asks in a call, from 0 to 1000. */
  questions?: number | null | undefined;
  /** The average score, from 0 to 100. */
  score?: number | null | undefined;
  /** The rep's share of the talk, in percent: at most this much. */
  talkRatio?: number | null | undefined;
};

/** Whose words count. A speaker whose side is unknown counts for both. */
export type TrackerSide =
  | 'anyone'
  | 'client'
  | 'rep';

export type TeamWeekQueryVariables = Exact<{
  from: string;
  to: string;
  visitsFrom: string;
  visitsTo: string;
  saidFrom: string;
  saidTo: string;
}>;


export type TeamWeekQuery = { best: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null }> }, lowest: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null }> }, unreviewed: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null }> }, appointments: { nodes: Array<{ eventId: string, title: string | null, startTime: string, customerName: string | null, userEmail: string }>, pageInfo: { hasNextPage: boolean } }, comments: { nodes: Array<{ id: string, recording: { id: string, user: { email: string } } | null }>, pageInfo: { hasNextPage: boolean } }, trackers: Array<{ id: string, name: string, saidBy: TrackerSide }>, trackedCalls: Array<{ calls: number, tracker: { id: string }, user: { email: string } | null }>, teams: Array<{ id: string, leads: Array<{ email: string }>, members: Array<{ email: string }> }>, users: Array<{ email: string, name: string }> };

export type WorthHearingFragment = { id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null };

export type SetTargetsMutationVariables = Exact<{
  teamId?: string | number | null | undefined;
  input: TargetsInput;
}>;


export type SetTargetsMutation = { setTargets: { score: number | null } };
