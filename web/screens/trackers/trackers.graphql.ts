// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Trackers = "query Trackers($from:DateFrom!$to:DateTo!$isAdmin:Boolean!$byTeam:Boolean!){trackers{...TrackerParts}readyTrackers{concept name saidBy}trackedCalls(from:$from to:$to){calls weeks{from calls}tracker{id}user{name email}}teamCalls:trackedCalls(from:$from to:$to groupBy:team)@include(if:$byTeam){calls weeks{from calls}tracker{id}team{id name}}}fragment TrackerParts on Tracker{id name phrases concept saidBy part minutes examples@include(if:$isAdmin){text recordingId}counterExamples@include(if:$isAdmin){text recordingId}progress{done total}}" as Operation<TrackersQuery, TrackersQueryVariables>;
export const UpsertTracker = "mutation UpsertTracker($input:TrackerInput!){upsertTracker(input:$input){id}}" as Operation<UpsertTrackerMutation, UpsertTrackerMutationVariables>;
export const DeleteTracker = "mutation DeleteTracker($id:ID!){deleteTracker(id:$id)}" as Operation<DeleteTrackerMutation, DeleteTrackerMutationVariables>;
export const TryTracker = "query TryTracker($input:TrackerInput!){tryTracker(input:$input){calls hits{...Place}nearMisses{...Place}}}fragment Place on TrialPlace{start quote phrase score recording{id name}}" as Operation<TryTrackerQuery, TryTrackerQueryVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The whole call, or its first or last minutes. */
export type CallPart =
  | 'call'
  | 'end'
  | 'start';

export type TrackerExampleInput = {
  /** The call from which the sentence was copied, and with which it is deleted. */
  recordingId?: string | number | null | undefined;
  text: string;
};

export type TrackerInput = {
  /** A meaning, one of `readyTrackers`; null for phrases only. */
  concept?: string | number | null | undefined;
  /** Sentences that don't mean it: what is nearer to one of them doesn't count. */
  counterExamples?: Array<TrackerExampleInput> | null | undefined;
  /** Sentences that mean it, in English: what is near to one of them counts. */
  examples?: Array<TrackerExampleInput> | null | undefined;
  /** The tracker to change; omit it to create one. */
  id?: string | number | null | undefined;
  /** Required with the part start or end: from 1 to 240. */
  minutes?: number | null | undefined;
  /** Required for a new tracker. */
  name?: string | null | undefined;
  /** call by default. */
  part?: CallPart | null | undefined;
  /** Words and phrases; any of them counts. In English with their forms: price also finds prices. "As written", begin*, -what doesn't count. */
  phrases?: Array<string> | null | undefined;
  /** Whose words count. By default those of the meaning's side, or anyone's. */
  saidBy?: TrackerSide | null | undefined;
};

/** Whose words count. A speaker whose side is unknown counts for both. */
export type TrackerSide =
  | 'anyone'
  | 'client'
  | 'rep';

export type TrackerPartsFragment = { id: string, name: string, phrases: Array<string>, concept: string | null, saidBy: TrackerSide, part: CallPart, minutes: number | null, examples?: Array<{ text: string, recordingId: string | null }>, counterExamples?: Array<{ text: string, recordingId: string | null }>, progress: { done: number, total: number } | null };

export type TrackersQueryVariables = Exact<{
  from: string;
  to: string;
  isAdmin: boolean;
  byTeam: boolean;
}>;


export type TrackersQuery = { trackers: Array<{ id: string, name: string, phrases: Array<string>, concept: string | null, saidBy: TrackerSide, part: CallPart, minutes: number | null, examples?: Array<{ text: string, recordingId: string | null }>, counterExamples?: Array<{ text: string, recordingId: string | null }>, progress: { done: number, total: number } | null }>, readyTrackers: Array<{ concept: string, name: string, saidBy: TrackerSide }>, trackedCalls: Array<{ calls: number, weeks: Array<{ from: string, calls: number }>, tracker: { id: string }, user: { name: string, email: string } | null }>, teamCalls?: Array<{ calls: number, weeks: Array<{ from: string, calls: number }>, tracker: { id: string }, team: { id: string, name: string } | null }> };

export type UpsertTrackerMutationVariables = Exact<{
  input: TrackerInput;
}>;


export type UpsertTrackerMutation = { upsertTracker: { id: string } };

export type DeleteTrackerMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteTrackerMutation = { deleteTracker: boolean };

export type TryTrackerQueryVariables = Exact<{
  input: TrackerInput;
}>;


export type TryTrackerQuery = { tryTracker: { calls: number, hits: Array<{ start: number, quote: string, phrase: string | null, score: number, recording: { id: string, name: string } }>, nearMisses: Array<{ start: number, quote: string, phrase: string | null, score: number, recording: { id: string, name: string } }> } };

export type PlaceFragment = { start: number, quote: string, phrase: string | null, score: number, recording: { id: string, name: string } };
