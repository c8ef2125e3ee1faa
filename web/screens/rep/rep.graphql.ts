// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Rep = "query Rep($email:String!){users{email name}recordings(first:8 filter:{userEmail:$email}){nodes{id name startedAt media{type unchecked}duration closed process{score total}client{name}}}comments(first:5 filter:{userEmail:$email resolved:false}){nodes{id text start author{name}recording{id name}}}actionItems(first:5 filter:{userEmail:$email completed:false}){nodes{id text due recording{id name}}}}" as Operation<RepQuery, RepQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type RepQueryVariables = Exact<{
  email: string;
}>;


export type RepQuery = { users: Array<{ email: string, name: string }>, recordings: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, closed: boolean, media: { type: string, unchecked: boolean } | null, process: { score: number, total: number } | null, client: { name: string | null } | null }> }, comments: { nodes: Array<{ id: string, text: string, start: number | null, author: { name: string }, recording: { id: string, name: string } | null }> }, actionItems: { nodes: Array<{ id: string | null, text: string, due: string | null, recording: { id: string, name: string } | null }> } };
