// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const ClientById = "query ClientById($id:ID!){client(id:$id){id name email crmEntityId address notes insights insightsUpdatedAt createdAt updatedAt}}" as Operation<ClientByIdQuery, ClientByIdQueryVariables>;
export const ClientRecordings = "query ClientRecordings($id:ID!$after:String){client(id:$id){recordings(after:$after){nodes{id name startedAt duration closed tags user{name}}pageInfo{hasNextPage endCursor}}}}" as Operation<ClientRecordingsQuery, ClientRecordingsQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ClientByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type ClientByIdQuery = { client: { id: string, name: string | null, email: string | null, crmEntityId: string | null, address: string | null, notes: string | null, insights: unknown, insightsUpdatedAt: string | null, createdAt: string, updatedAt: string } | null };

export type ClientRecordingsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type ClientRecordingsQuery = { client: { recordings: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, closed: boolean, tags: Array<string>, user: { name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };
