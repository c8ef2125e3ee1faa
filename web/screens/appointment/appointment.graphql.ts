// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const AppointmentByEventId = "query AppointmentByEventId($eventId:String!){appointment(eventId:$eventId){eventId title startTime endTime userEmail scheduledAt createdAt updatedAt metadata matchStatus customer{id name email location}client{id name email}recording{id name status startedAt duration match{method offset}}}}" as Operation<AppointmentByEventIdQuery, AppointmentByEventIdQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type MatchMethod =
  | 'explicit'
  | 'manual'
  | 'window';

export type MatchStatus =
  | 'matched'
  | 'missed'
  | 'pending';

export type RecordingStatus =
  | 'failed'
  | 'processed'
  | 'processing'
  | 'received';

export type AppointmentByEventIdQueryVariables = Exact<{
  eventId: string;
}>;


export type AppointmentByEventIdQuery = { appointment: { eventId: string, title: string | null, startTime: string, endTime: string | null, userEmail: string, scheduledAt: string, createdAt: string, updatedAt: string, metadata: unknown, matchStatus: MatchStatus, customer: { id: string | null, name: string | null, email: string | null, location: string | null } | null, client: { id: string, name: string | null, email: string | null } | null, recording: { id: string, name: string, status: RecordingStatus, startedAt: string, duration: number, match: { method: MatchMethod, offset: number } | null } | null } | null };
