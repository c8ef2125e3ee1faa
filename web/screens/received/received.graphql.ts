// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const ReceivedCalls = "query ReceivedCalls($outcome:InboundOutcome$after:String){inboundCalls(outcome:$outcome after:$after){nodes{id receivedAt channel channelTitle outcome message callId recording{id name}}pageInfo{hasNextPage endCursor}}}" as Operation<ReceivedCallsQuery, ReceivedCallsQueryVariables>;
export const ReceivedCall = "query ReceivedCall($id:ID!){inboundCall(id:$id){id receivedAt channel channelTitle outcome code field message callId userEmail payloadBytes ignoredFields parsedCall payload replayable recording{id name}}}" as Operation<ReceivedCallQuery, ReceivedCallQueryVariables>;
export const Replay = "mutation Replay($id:ID!){replayInboundCall(id:$id){id outcome}}" as Operation<ReplayMutation, ReplayMutationVariables>;
export const PhoneSystems = "query PhoneSystems{dialers{adapter title secretDescription sendsUserEmail secretSetAt}}" as Operation<PhoneSystemsQuery, PhoneSystemsQueryVariables>;
export const SetDialerSecret = "mutation SetDialerSecret($adapter:String!$secret:String){setDialerSecret(adapter:$adapter secret:$secret){adapter secretSetAt}}" as Operation<SetDialerSecretMutation, SetDialerSecretMutationVariables>;
export const CallSources = "query CallSources{callSources{source title repChannel}dialerMediaCredentials{adapter host kind setAt}}" as Operation<CallSourcesQuery, CallSourcesQueryVariables>;
export const SetRepChannel = "mutation SetRepChannel($source:String!$repChannel:RepChannel){setRepChannel(source:$source repChannel:$repChannel){source repChannel}}" as Operation<SetRepChannelMutation, SetRepChannelMutationVariables>;
export const SetDialerMediaCredential = "mutation SetDialerMediaCredential($adapter:String!$input:DialerMediaCredentialInput){setDialerMediaCredential(adapter:$adapter input:$input){adapter setAt}}" as Operation<SetDialerMediaCredentialMutation, SetDialerMediaCredentialMutationVariables>;
export const UnmappedNumbers = "query UnmappedNumbers{unmappedNumbers{kind number calls lastReceivedAt}users{email name}}" as Operation<UnmappedNumbersQuery, UnmappedNumbersQueryVariables>;
export const MapNumber = "mutation MapNumber($kind:NumberKind!$number:String!$userEmail:String!){mapNumber(kind:$kind number:$number userEmail:$userEmail){email}}" as Operation<MapNumberMutation, MapNumberMutationVariables>;
export const Sources = "query Sources{sources{channel title lastReceivedAt lastRecording{id name}ingested ignored refused waitingCalls noticedCalls lastNoticedRecording{id}lastFailure{at message inboundCallId replayable}}watchedFolders{folder problem refusedCalls latestRefused{file reason at}}noticed:recordings(first:100 filter:{hasNotices:true}){nodes{id}pageInfo{hasNextPage}}noticedFailed:recordings(first:100 filter:{status:failed hasNotices:true}){nodes{id}pageInfo{hasNextPage}}}" as Operation<SourcesQuery, SourcesQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A login for a phone system's recordings. It can't be read again. */
export type DialerMediaCredentialInput = {
  /** The host of the recordings' URLs, such as api.example.com or pbx.example.com:8443. */
  host: string;
  kind: MediaCredentialKind;
  /** basic: the user name. header: the name of the header. Null for bearer. */
  name?: string | null | undefined;
  /** The password, the token, or the header's value. */
  secret: string;
};

/** Ignored: the event is not about a finished and recorded call. */
export type InboundOutcome =
  | 'ignored'
  | 'ingested'
  | 'refused';

export type MediaCredentialKind =
  | 'basic'
  | 'bearer'
  | 'header';

export type NumberKind =
  | 'extension'
  | 'phone';

/** Where the rep is in a recording with two channels. */
export type RepChannel =
  /** The caller is on the first channel. The custom field `direction` decides: in an inbound call the rep is on the second channel, in any other call on the first. */
  | 'caller_left'
  /** On the first channel. */
  | 'left'
  /** On the second channel. */
  | 'right';

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

export type CallSourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type CallSourcesQuery = { callSources: Array<{ source: string, title: string, repChannel: RepChannel }>, dialerMediaCredentials: Array<{ adapter: string, host: string, kind: MediaCredentialKind, setAt: string }> };

export type SetRepChannelMutationVariables = Exact<{
  source: string;
  repChannel?: RepChannel | null | undefined;
}>;


export type SetRepChannelMutation = { setRepChannel: { source: string, repChannel: RepChannel } };

export type SetDialerMediaCredentialMutationVariables = Exact<{
  adapter: string;
  input?: DialerMediaCredentialInput | null | undefined;
}>;


export type SetDialerMediaCredentialMutation = { setDialerMediaCredential: { adapter: string, setAt: string } | null };

export type UnmappedNumbersQueryVariables = Exact<{ [key: string]: never; }>;


export type UnmappedNumbersQuery = { unmappedNumbers: Array<{ kind: NumberKind, number: string, calls: number, lastReceivedAt: string }>, users: Array<{ email: string, name: string }> };

export type MapNumberMutationVariables = Exact<{
  kind: NumberKind;
  number: string;
  userEmail: string;
}>;


export type MapNumberMutation = { mapNumber: { email: string } };

export type SourcesQueryVariables = Exact<{ [key: string]: never; }>;


export type SourcesQuery = { sources: Array<{ channel: string, title: string, lastReceivedAt: string | null, ingested: number | null, ignored: number | null, refused: number | null, waitingCalls: number, noticedCalls: number | null, lastRecording: { id: string, name: string } | null, lastNoticedRecording: { id: string } | null, lastFailure: { at: string, message: string | null, inboundCallId: string, replayable: boolean } | null }>, watchedFolders: Array<{ folder: string, problem: string | null, refusedCalls: number, latestRefused: Array<{ file: string, reason: string, at: string | null }> }>, noticed: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } }, noticedFailed: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } };
