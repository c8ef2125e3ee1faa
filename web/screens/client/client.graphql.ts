// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const ClientById = "query ClientById($id:ID!){client(id:$id){id name email crmEntityId address phones notes insights insightsUpdatedAt createdAt updatedAt}}" as Operation<ClientByIdQuery, ClientByIdQueryVariables>;
export const ClientTimeline = "query ClientTimeline($id:ID!$from:DateFrom!){client(id:$id){recordings(first:100){nodes{id name startedAt duration closed process{score total}actionItems{id text completed}user{name email}}pageInfo{hasNextPage}}}appointments(first:100 filter:{clientId:$id from:$from}){nodes{eventId title startTime matchStatus recordingId userEmail}}users{email name}}" as Operation<ClientTimelineQuery, ClientTimelineQueryVariables>;
export const DeleteClient = "mutation DeleteClient($id:ID!){deleteClient(id:$id)}" as Operation<DeleteClientMutation, DeleteClientMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type MatchStatus =
  | 'matched'
  | 'missed'
  | 'pending';

export type ClientByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type ClientByIdQuery = { client: { id: string, name: string | null, email: string | null, crmEntityId: string | null, address: string | null, phones: Array<string>, notes: string | null, insights: unknown, insightsUpdatedAt: string | null, createdAt: string, updatedAt: string } | null };

export type ClientTimelineQueryVariables = Exact<{
  id: string | number;
  from: string;
}>;


export type ClientTimelineQuery = { client: { recordings: { nodes: Array<{ id: string, name: string, startedAt: string, duration: number, closed: boolean, process: { score: number, total: number } | null, actionItems: Array<{ id: string | null, text: string, completed: boolean }> | null, user: { name: string, email: string } }>, pageInfo: { hasNextPage: boolean } } } | null, appointments: { nodes: Array<{ eventId: string, title: string | null, startTime: string, matchStatus: MatchStatus, recordingId: string | null, userEmail: string }> }, users: Array<{ email: string, name: string }> };

export type DeleteClientMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteClientMutation = { deleteClient: boolean };
