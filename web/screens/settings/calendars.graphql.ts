// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Calendars = "query Calendars{calendars(first:100){nodes{id host attemptedAt polledAt problem occurrences leftOut user{name}}}users{email name}}" as Operation<CalendarsQuery, CalendarsQueryVariables>;
export const AddCalendar = "mutation AddCalendar($input:CalendarInput!){createCalendar(input:$input){id}}" as Operation<AddCalendarMutation, AddCalendarMutationVariables>;
export const ReadCalendar = "mutation ReadCalendar($id:ID!$acceptsRemovals:Boolean){pollCalendarNow(id:$id acceptsRemovals:$acceptsRemovals){id}}" as Operation<ReadCalendarMutation, ReadCalendarMutationVariables>;
export const DeleteCalendar = "mutation DeleteCalendar($id:ID!){deleteCalendar(id:$id)}" as Operation<DeleteCalendarMutation, DeleteCalendarMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CalendarInput = {
  /** Whether all-day events become appointments. */
  includesAllDay?: boolean | null | undefined;
  /** The secret address in iCal format, https or webcal. It is stored encrypted and can't be read again. */
  url: string;
  /** Whose calendar it is. Null: the organization's; the rep of an event is its organizer, else its first attendee who is an active user. */
  userEmail?: string | null | undefined;
};

export type CalendarsQueryVariables = Exact<{ [key: string]: never; }>;


export type CalendarsQuery = { calendars: { nodes: Array<{ id: string, host: string, attemptedAt: string | null, polledAt: string | null, problem: string | null, occurrences: number, leftOut: number, user: { name: string } | null }> }, users: Array<{ email: string, name: string }> };

export type AddCalendarMutationVariables = Exact<{
  input: CalendarInput;
}>;


export type AddCalendarMutation = { createCalendar: { id: string } };

export type ReadCalendarMutationVariables = Exact<{
  id: string | number;
  acceptsRemovals?: boolean | null | undefined;
}>;


export type ReadCalendarMutation = { pollCalendarNow: { id: string } };

export type DeleteCalendarMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCalendarMutation = { deleteCalendar: boolean };
