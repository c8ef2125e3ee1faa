import { loadHits } from "../../db/trackers/hits.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { createManyLoader, createOneLoader } from "../context/loaders.js";

export const hitsLoader = createManyLoader(loadHits, (row) => row.recordingId);
export const trackerLoader = createOneLoader(loadTrackersByIds, (row) => row.id);
