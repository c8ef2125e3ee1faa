import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import type {
  AskedQuestion,
  FoundAnswer,
  MeaningQuery,
  SentencePlace,
  SentencesToLocate,
  TrackedCall,
  TrackedTranscript,
} from "../../../graph/core/tracker-port.js";
import type { Vectors } from "../basic/moments.js";
import { answerAbout } from "./answer-about.js";
import { listMissingTexts, locateSentences } from "./call-vectors.js";
import { findTrackers } from "./find-hits.js";
import { prepareQuery } from "./prepare-query.js";

/**
 * `listTexts`: the sentences whose meanings are needed. `find`: trackers. `answer`: questions. `prepare`, `locate`: a
 * search for sentences.
 */
export type TrackersWork =
  | { listTexts: readonly TrackedTranscript[] }
  | {
      find: readonly TrackedTranscript[];
      rules: readonly TrackerRule[];
      minScore: number;
      /** Of the sentences without stored ones. */
      vectors: Vectors;
      /** Of the trackers' examples. */
      examples: Vectors;
    }
  | {
      answer: readonly TrackedTranscript[];
      questions: readonly AskedQuestion[];
      rules: readonly TrackerRule[];
      vectors: Vectors;
      examples: Vectors;
      hasMeanings: boolean;
    }
  | { prepare: Float32Array }
  | { locate: readonly SentencesToLocate[] };

/** Work, and the space of its vectors (`Meaning.space`). */
export type TrackersRequest = TrackersWork & { space: string };

/** The reply to a request: texts, what was found in each transcript, its answers, the query, or the places in it. */
export type TrackersReply =
  | { texts: string[] }
  | { calls: TrackedCall[] }
  | { answers: FoundAnswer[][] }
  | { query: MeaningQuery }
  | { places: SentencePlace[][] };

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const reply = (request: TrackersRequest): TrackersReply => {
  if ("listTexts" in request) return { texts: listMissingTexts(request.listTexts, request.space) };
  if ("prepare" in request) return { query: prepareQuery(request.prepare, request.space) };
  if ("locate" in request) return { places: request.locate.map(locateSentences) };
  if ("answer" in request) {
    const { answer: transcripts, questions, rules, ...options } = request;
    return { answers: answerAbout(questions, rules, transcripts, options) };
  }
  const { find, rules, ...options } = request;
  return { calls: findTrackers(rules, find, options) };
};

parentPort!.on("message", (request: TrackersRequest) => parentPort!.postMessage(reply(request)));
