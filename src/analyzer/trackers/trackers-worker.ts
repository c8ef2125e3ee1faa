import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { TrackerHit } from "../../../db/trackers/hits.js";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import type { Vectors } from "../basic/moments.js";
import { findTrackerHits, listTrackedTexts } from "./find-hits.js";

/** Without vectors, the texts are listed whose meanings are needed. */
export interface TrackersRequest {
  rules: readonly TrackerRule[];
  transcripts: readonly string[];
  minScore: number;
  vectors?: Vectors;
}

/** The answer to a request: hits in each transcript, or texts. */
export type TrackersReply = { hits: (TrackerHit & { quote: string })[][] } | { texts: string[] };

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const answer = ({ rules, transcripts, minScore, vectors }: TrackersRequest): TrackersReply =>
  vectors
    ? { hits: findTrackerHits(rules, transcripts, { vectors, minScore }) }
    : { texts: listTrackedTexts(transcripts) };

parentPort!.on("message", (request: TrackersRequest) => parentPort!.postMessage(answer(request)));
