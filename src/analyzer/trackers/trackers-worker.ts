import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import type { TrackedCall, TrackedTranscript } from "../../../graph/core/tracker-port.js";
import type { Vectors } from "../basic/moments.js";
import { listMissingTexts } from "./call-vectors.js";
import { findTrackers } from "./find-hits.js";

/** Without vectors, the texts are listed whose meanings are needed. */
export interface TrackersRequest {
  rules: readonly TrackerRule[];
  transcripts: readonly TrackedTranscript[];
  minScore: number;
  vectors?: Vectors;
}

/** The answer to a request: what was found in each transcript, or texts. */
export type TrackersReply = { calls: TrackedCall[] } | { texts: string[] };

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const answer = ({ rules, transcripts, minScore, vectors }: TrackersRequest): TrackersReply =>
  vectors
    ? { calls: findTrackers(rules, transcripts, { vectors, minScore }) }
    : { texts: listMissingTexts(transcripts) };

parentPort!.on("message", (request: TrackersRequest) => parentPort!.postMessage(answer(request)));
