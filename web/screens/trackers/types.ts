import type { TrackersQuery, TryTrackerQuery } from "./trackers.graphql.js";

export type Tracker = TrackersQuery["trackers"][number];
export type TrialPlace = TryTrackerQuery["tryTracker"]["hits"][number];
export type ReadyTracker = TrackersQuery["readyTrackers"][number];
export type TrackedCalls = TrackersQuery["trackedCalls"][number];
export type TeamCalls = NonNullable<TrackersQuery["teamCalls"]>[number];
