// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const ReceivedCalls = "query ReceivedCalls($outcome:InboundOutcome$after:String){inboundCalls(outcome:$outcome after:$after){nodes{id receivedAt channel channelTitle outcome message callId recording{id name}}pageInfo{hasNextPage endCursor}}}" as Operation<ReceivedCallsQuery, ReceivedCallsQueryVariables>;
export const ReceivedCall = "query ReceivedCall($id:ID!){inboundCall(id:$id){id receivedAt channel channelTitle outcome code field message callId userEmail payloadBytes ignoredFields parsedCall payload replayable recording{id name}}}" as Operation<ReceivedCallQuery, ReceivedCallQueryVariables>;
export const Replay = "mutation Replay($id:ID!){replayInboundCall(id:$id){id outcome}}" as Operation<ReplayMutation, ReplayMutationVariables>;
export const PhoneSystems = "query PhoneSystems{dialers{adapter title secretDescription sendsUserEmail secretSetAt}}" as Operation<PhoneSystemsQuery, PhoneSystemsQueryVariables>;
export const SetDialerSecret = "mutation SetDialerSecret($adapter:String!$secret:String){setDialerSecret(adapter:$adapter secret:$secret){adapter secretSetAt}}" as Operation<SetDialerSecretMutation, SetDialerSecretMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Ignored: the event is not about a finished and recorded call. */
export type InboundOutcome =
  | 'ignored'
  | 'ingested'
  | 'refused';

export type ReceivedCallsQueryVariables = Exact<{
  outcome?: InboundOutcome | null | undefined;
  after?: string | null | undefined;
}>;


export type ReceivedCallsQuery = { inboundCalls: { nodes: Array<{ id: string, receivedAt: string, channel: string, channelTitle: string | null, outcome: InboundOutcome, message: string | null, callId: string | null, recording: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReceivedCallQueryVariables = Exact<{
  id: string | number;
}>;


export type ReceivedCallQuery = { inboundCall: { id: string, receivedAt: string, channel: string, channelTitle: string | null, outcome: InboundOutcome, code: string | null, field: string | null, message: string | null, callId: string | null, userEmail: string | null, payloadBytes: number, ignoredFields: Array<string>, parsedCall: unknown, payload: string | null, replayable: boolean, recording: { id: string, name: string } | null } | null };

export type ReplayMutationVariables = Exact<{
  id: string | number;
}>;


export type ReplayMutation = { replayInboundCall: { id: string, outcome: InboundOutcome } };

export type PhoneSystemsQueryVariables = Exact<{ [key: string]: never; }>;


export type PhoneSystemsQuery = { dialers: Array<{ adapter: string, title: string, secretDescription: string, sendsUserEmail: boolean, secretSetAt: string | null }> };

export type SetDialerSecretMutationVariables = Exact<{
  adapter: string;
  secret?: string | null | undefined;
}>;


export type SetDialerSecretMutation = { setDialerSecret: { adapter: string, secretSetAt: string | null } };
