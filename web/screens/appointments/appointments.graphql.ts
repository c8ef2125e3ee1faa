// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Appointments = "query Appointments($filter:AppointmentFilter$after:String){appointments(filter:$filter after:$after){nodes{eventId title startTime userEmail customerName customerEmail matchStatus client{id name email}recording{id name duration media{type}}}pageInfo{hasNextPage endCursor}}}" as Operation<AppointmentsQuery, AppointmentsQueryVariables>;
export const AppointmentCoverage = "query AppointmentCoverage($from:DateFrom!$to:DateTo!$userEmail:String){coverage(from:$from to:$to userEmail:$userEmail){due recorded}}" as Operation<AppointmentCoverageQuery, AppointmentCoverageQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AppointmentFilter = {
  /** Appointments that name this client. */
  clientId?: string | number | null | undefined;
  /** Starts at this time or later. */
  from?: string | null | undefined;
  matchStatus?: MatchStatus | null | undefined;
  /** Starts at this time or before. */
  to?: string | null | undefined;
  /** The rep's e-mail address, case-insensitive. */
  userEmail?: string | null | undefined;
};

export type MatchStatus =
  | 'matched'
  | 'missed'
  | 'pending';

export type AppointmentsQueryVariables = Exact<{
  filter?: AppointmentFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type AppointmentsQuery = { appointments: { nodes: Array<{ eventId: string, title: string | null, startTime: string, userEmail: string, customerName: string | null, customerEmail: string | null, matchStatus: MatchStatus, client: { id: string, name: string | null, email: string | null } | null, recording: { id: string, name: string, duration: number, media: { type: string } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AppointmentCoverageQueryVariables = Exact<{
  from: string;
  to: string;
  userEmail?: string | null | undefined;
}>;


export type AppointmentCoverageQuery = { coverage: { due: number, recorded: number } };
