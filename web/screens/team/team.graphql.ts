// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const TeamWeek = "query TeamWeek($from:DateFrom!$to:DateTo!$visitsFrom:DateFrom!$visitsTo:DateTo!){best:recordings(first:10 filter:{from:$from to:$to}order:highestScore){nodes{...WorthHearing}}lowest:recordings(first:10 filter:{from:$from to:$to}order:lowestScore){nodes{...WorthHearing}}unreviewed:recordings(first:10 filter:{from:$from to:$to reviewed:false}order:longest){nodes{...WorthHearing}}appointments(first:25 filter:{from:$visitsFrom to:$visitsTo matchStatus:missed}){nodes{eventId title startTime customerName userEmail}pageInfo{hasNextPage}}comments(first:100 filter:{resolved:false}){nodes{id recording{id user{email}}}pageInfo{hasNextPage}}teams{id leads{email}members{email}}users{email name}}fragment WorthHearing on Recording{id name startedAt duration process{score total}user{name email}client{name}}" as Operation<TeamWeekQuery, TeamWeekQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type TeamWeekQueryVariables = Exact<{
  from: string;
  to: string;
  visitsFrom: string;
  visitsTo: string;
}>;


export type TeamWeekQuery = { best: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null }> }, lowest: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null }> }, unreviewed: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null }> }, appointments: { nodes: Array<{ eventId: string, title: string | null, startTime: string, customerName: string | null, userEmail: string }>, pageInfo: { hasNextPage: boolean } }, comments: { nodes: Array<{ id: string, recording: { id: string, user: { email: string } } | null }>, pageInfo: { hasNextPage: boolean } }, teams: Array<{ id: string, leads: Array<{ email: string }>, members: Array<{ email: string }> }>, users: Array<{ email: string, name: string }> };

export type WorthHearingFragment = { id: string, name: string, startedAt: string, duration: number, process: { score: number, total: number } | null, user: { name: string, email: string }, client: { name: string | null } | null };
