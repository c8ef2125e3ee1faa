// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../src/operation.js";

export const ReceivedCalls = "query ReceivedCalls($outcome:InboundOutcome$after:String){inboundCalls(outcome:$outcome after:$after){nodes{id receivedAt way outcome message callId recording{id name}}pageInfo{hasNextPage endCursor}}}" as Operation<ReceivedCallsQuery, ReceivedCallsQueryVariables>;
export const ReceivedCall = "query ReceivedCall($id:ID!){inboundCall(id:$id){id receivedAt way outcome code field message callId userEmail payloadBytes unread understood payload replayable recording{id name}}}" as Operation<ReceivedCallQuery, ReceivedCallQueryVariables>;
export const Replay = "mutation Replay($id:ID!){replayInboundCall(id:$id){id outcome}}" as Operation<ReplayMutation, ReplayMutationVariables>;
export const PhoneSystems = "query PhoneSystems{dialers{adapter title secret saysUser secretSetAt}}" as Operation<PhoneSystemsQuery, PhoneSystemsQueryVariables>;
export const SetDialerSecret = "mutation SetDialerSecret($adapter:String!$secret:String){setDialerSecret(adapter:$adapter secret:$secret){adapter secretSetAt}}" as Operation<SetDialerSecretMutation, SetDialerSecretMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Ignored is what tells of no finished and recorded call. */
export type InboundOutcome =
  | 'ignored'
  | 'refused'
  | 'taken';

export type ReceivedCallsQueryVariables = Exact<{
  outcome?: InboundOutcome | null | undefined;
  after?: string | null | undefined;
}>;


export type ReceivedCallsQuery = { inboundCalls: { nodes: Array<{ id: string, receivedAt: string, way: string, outcome: InboundOutcome, message: string | null, callId: string | null, recording: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReceivedCallQueryVariables = Exact<{
  id: string | number;
}>;


export type ReceivedCallQuery = { inboundCall: { id: string, receivedAt: string, way: string, outcome: InboundOutcome, code: string | null, field: string | null, message: string | null, callId: string | null, userEmail: string | null, payloadBytes: number, unread: Array<string>, understood: unknown, payload: string | null, replayable: boolean, recording: { id: string, name: string } | null } | null };

export type ReplayMutationVariables = Exact<{
  id: string | number;
}>;


export type ReplayMutation = { replayInboundCall: { id: string, outcome: InboundOutcome } };

export type PhoneSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type PhoneSystemsQuery = { dialers: Array<{ adapter: string, title: string, secret: string, saysUser: boolean, secretSetAt: string | null }> };

export type SetDialerSecretMutationVariables = Exact<{
  adapter: string;
  secret?: string | null | undefined;
}>;


export type SetDialerSecretMutation = { setDialerSecret: { adapter: string, secretSetAt: string | null } };
