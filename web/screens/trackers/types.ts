import type { TrackersQuery } from "./trackers.graphql.js";

export type Tracker = TrackersQuery["trackers"][number];
export type ReadyTracker = TrackersQuery["readyTrackers"][number];
export type TrackedCalls = TrackersQuery["trackedCalls"][number];
