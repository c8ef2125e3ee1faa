// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Calendars = "query Calendars{calendars(first:100){nodes{id host attemptedAt polledAt problem occurrences leftOut events timeZone notices{kind reason count places{line uid title}}user{name}}}users{email name}}" as Operation<CalendarsQuery, CalendarsQueryVariables>;
export const AddCalendar = "mutation AddCalendar($input:CalendarInput!){createCalendar(input:$input){id}}" as Operation<AddCalendarMutation, AddCalendarMutationVariables>;
export const UpdateCalendar = "mutation UpdateCalendar($id:ID!$input:CalendarUpdate!){updateCalendar(id:$id input:$input){id}}" as Operation<UpdateCalendarMutation, UpdateCalendarMutationVariables>;
export const ReadCalendar = "mutation ReadCalendar($id:ID!$acceptsRemovals:Boolean){pollCalendarNow(id:$id acceptsRemovals:$acceptsRemovals){id}}" as Operation<ReadCalendarMutation, ReadCalendarMutationVariables>;
export const DeleteCalendar = "mutation DeleteCalendar($id:ID!){deleteCalendar(id:$id)}" as Operation<DeleteCalendarMutation, DeleteCalendarMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Which events of a calendar become appointments. */
export type CalendarEvents =
  /** All events that aren't cancelled. */
  | 'all'
  /** Events with a guest from outside the organization's domains that aren't free, declined by the calendar's user, or cancelled. */
  | 'visits';

export type CalendarInput = {
  /** Which events become appointments. */
  events?: CalendarEvents | null | undefined;
  /** Whether all-day events become appointments. */
  includesAllDay?: boolean | null | undefined;
  /** The IANA zone of times without a zone, such as Europe/Berlin. Null: the calendar's own zone (X-WR-TIMEZONE), else that of its other events, else UTC. */
  timeZone?: string | null | undefined;
  /** The secret address in iCal format, https or webcal. It is stored encrypted and can't be read again. */
  url: string;
  /** Whose calendar it is. Null: the organization's; the rep of an event is its organizer, else its first attendee who is an active user. */
  userEmail?: string | null | undefined;
};

export type CalendarNoticeKind =
  /** The event counts with a value that is probably right. */
  | 'guessed'
  /** The event counts without the invalid part. */
  | 'repaired'
  /** The event doesn't count. */
  | 'skipped'
  /** The event has no appointment; an earlier one stays. */
  | 'unreadable';

export type CalendarUpdate = {
  /** Which events become appointments. */
  events?: CalendarEvents | null | undefined;
  /** Whether all-day events become appointments. */
  includesAllDay?: boolean | null | undefined;
  /** The IANA zone of times without a zone, such as Europe/Berlin. Null: the calendar's own zone (X-WR-TIMEZONE), else that of its other events, else UTC. */
  timeZone?: string | null | undefined;
};

export type CalendarsQueryVariables = Exact<{ [key: string]: never; }>;


export type CalendarsQuery = { calendars: { nodes: Array<{ id: string, host: string, attemptedAt: string | null, polledAt: string | null, problem: string | null, occurrences: number, leftOut: number, events: CalendarEvents, timeZone: string | null, notices: Array<{ kind: CalendarNoticeKind, reason: string, count: number, places: Array<{ line: number | null, uid: string | null, title: string | null }> }>, user: { name: string } | null }> }, users: Array<{ email: string, name: string }> };

export type AddCalendarMutationVariables = Exact<{
  input: CalendarInput;
}>;


export type AddCalendarMutation = { createCalendar: { id: string } };

export type UpdateCalendarMutationVariables = Exact<{
  id: string | number;
  input: CalendarUpdate;
}>;


export type UpdateCalendarMutation = { updateCalendar: { id: string } };

export type ReadCalendarMutationVariables = Exact<{
  id: string | number;
  acceptsRemovals?: boolean | null | undefined;
}>;


export type ReadCalendarMutation = { pollCalendarNow: { id: string } };

export type DeleteCalendarMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCalendarMutation = { deleteCalendar: boolean };
