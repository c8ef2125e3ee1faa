// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const GettingStarted = "query GettingStarted{gettingStarted{hasPeople hasUsedKey hasAppointments hasCalls hasPhoneCalls hasScorecards hasProcessed hasWebhooks hasDelivered isAnalyzed}organization{id}users{email}recordings(first:1 filter:{status:received}){nodes{id}}}" as Operation<GettingStartedQuery, GettingStartedQueryVariables>;
export const Overview = "query Overview($from:DateFrom!$now:DateTo!$soon:DateFrom!){coverage(from:$from to:$now){due recorded}recordings(first:5){nodes{id name startedAt user{name}}}appointments(first:5 filter:{from:$soon}){nodes{eventId title startTime customerName}}deliveries(first:5 filter:{status:failed}){nodes{id event url status responseStatus error createdAt}}}" as Operation<OverviewQuery, OverviewQueryVariables>;
export const Health = "query Health($from:DateFrom!){sources{title lastReceivedAt waitingCalls lastFailure{at}}watchedFolders{folder problem}failed:recordings(first:100 filter:{status:failed from:$from}){nodes{id}pageInfo{hasNextPage}}webhooks{id url active failingSince}calendars(first:100){nodes{id problem}}backupState{lastAt}clock{hasJumped}}" as Operation<HealthQuery, HealthQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The state of a delivery, which is one attempt. */
export type DeliveryStatus =
  /** The receiver answered with a 2xx status. */
  | 'delivered'
  /** The attempt failed, or debrief made none; error has the cause. */
  | 'failed'
  /** The attempt has not ended: it waits (attemptedAt is null), until dueAt if that is set, or is in progress. */
  | 'pending';

export type GettingStartedQueryVariables = Exact<{ [key: string]: never; }>;


export type GettingStartedQuery = { gettingStarted: { hasPeople: boolean, hasUsedKey: boolean, hasAppointments: boolean, hasCalls: boolean, hasPhoneCalls: boolean, hasScorecards: boolean, hasProcessed: boolean, hasWebhooks: boolean, hasDelivered: boolean, isAnalyzed: boolean }, organization: { id: string }, users: Array<{ email: string }>, recordings: { nodes: Array<{ id: string }> } };

export type OverviewQueryVariables = Exact<{
  from: string;
  now: string;
  soon: string;
}>;


export type OverviewQuery = { coverage: { due: number, recorded: number }, recordings: { nodes: Array<{ id: string, name: string, startedAt: string, user: { name: string } }> }, appointments: { nodes: Array<{ eventId: string, title: string | null, startTime: string, customerName: string | null }> }, deliveries: { nodes: Array<{ id: string, event: string, url: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string }> } };

export type HealthQueryVariables = Exact<{
  from: string;
}>;


export type HealthQuery = { sources: Array<{ title: string, lastReceivedAt: string | null, waitingCalls: number, lastFailure: { at: string } | null }>, watchedFolders: Array<{ folder: string, problem: string | null }>, failed: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } }, webhooks: Array<{ id: string, url: string, active: boolean, failingSince: string | null }>, calendars: { nodes: Array<{ id: string, problem: string | null }> }, backupState: { lastAt: string | null } | null, clock: { hasJumped: boolean } };
