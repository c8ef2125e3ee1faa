// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const MyWeek = "query MyWeek($from:DateFrom!$email:String!){appointments(first:1 filter:{from:$from userEmail:$email}){nodes{eventId title startTime customer{location email}customerName client{id name email address phones recordings(first:1){nodes{id startedAt actionItems{id text completed}}}}}}recordings(first:3 filter:{userEmail:$email}){nodes{id name startedAt media{type unchecked}coaching process{score total}client{name}}}actionItems(first:5 filter:{ownerEmail:$email completed:false}){nodes{id text due recording{id name}}}forMe:comments(first:5 filter:{mentionedEmail:$email resolved:false}){nodes{...OpenComment}}onMyCalls:comments(first:5 filter:{userEmail:$email resolved:false}){nodes{...OpenComment}}}fragment OpenComment on Comment{id text start createdAt author{name}recording{id name}}" as Operation<MyWeekQuery, MyWeekQueryVariables>;
export const TeamMiddle = "query TeamMiddle{teamMiddle{team reps calls score closeRate talkRatio}}" as Operation<TeamMiddleQuery, TeamMiddleQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type MyWeekQueryVariables = Exact<{
  from: string;
  email: string;
}>;


export type MyWeekQuery = { appointments: { nodes: Array<{ eventId: string, title: string | null, startTime: string, customerName: string | null, customer: { location: string | null, email: string | null } | null, client: { id: string, name: string | null, email: string | null, address: string | null, phones: Array<string>, recordings: { nodes: Array<{ id: string, startedAt: string, actionItems: Array<{ id: string | null, text: string, completed: boolean }> | null }> } } | null }> }, recordings: { nodes: Array<{ id: string, name: string, startedAt: string, coaching: string | null, media: { type: string, unchecked: boolean } | null, process: { score: number, total: number } | null, client: { name: string | null } | null }> }, actionItems: { nodes: Array<{ id: string | null, text: string, due: string | null, recording: { id: string, name: string } | null }> }, forMe: { nodes: Array<{ id: string, text: string, start: number | null, createdAt: string, author: { name: string }, recording: { id: string, name: string } | null }> }, onMyCalls: { nodes: Array<{ id: string, text: string, start: number | null, createdAt: string, author: { name: string }, recording: { id: string, name: string } | null }> } };

export type TeamMiddleQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamMiddleQuery = { teamMiddle: { team: string, reps: number | null, calls: number | null, score: number | null, closeRate: number | null, talkRatio: number | null } | null };

export type OpenCommentFragment = { id: string, text: string, start: number | null, createdAt: string, author: { name: string }, recording: { id: string, name: string } | null };
