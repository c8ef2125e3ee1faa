import { loadExamples } from "../../db/trackers/examples.js";
import { loadFoundTrackers, loadHits } from "../../db/trackers/hits.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { createManyLoader, createOneLoader } from "../context/loaders.js";

export const examplesLoader = createManyLoader(loadExamples, (row) => row.trackerId);
export const hitsLoader = createManyLoader(loadHits, (row) => row.recordingId);
export const trackerLoader = createOneLoader(loadTrackersByIds, (row) => row.id);
export const foundTrackersLoader = createManyLoader(loadFoundTrackers, (row) => row.recordingId);
