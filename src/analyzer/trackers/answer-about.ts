import { unpackUtterances } from "../../../db/recordings/transcript.js";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import {
  type AskedQuestion,
  type FoundAnswer,
  MIN_HIT_SCORE,
  type TrackedTranscript,
} from "../../../graph/core/tracker-port.js";
import { createFindSaid } from "../basic/meanings.js";
import { findMoments, type Vectors } from "../basic/moments.js";
import { answerQuestions, indexPassages } from "../basic/process.js";
import { extractSentences } from "../basic/sentences.js";
import { pickPlaces } from "../tracked-questions.js";
import { resolveVectors } from "./call-vectors.js";
import { findTrackers } from "./find-hits.js";

/** Whose turn of the call it was is enough to answer a question. */
const NO_NAMES = { userName: "", clientName: null };

/**
 * Answers questions about calls as the analysis by rules does, with the stored vectors. `vectors`, `examples`, `space`:
 * see `findTrackers`. `hasMeanings`: without them, words are compared.
 */
export const answerAbout = (
  questions: readonly AskedQuestion[],
  rules: readonly TrackerRule[],
  transcripts: readonly TrackedTranscript[],
  options: { vectors: Vectors; examples: Vectors; space: string; hasMeanings: boolean },
): FoundAnswer[][] => {
  const { vectors, space, hasMeanings } = options;
  // Most scorecards have no trackers, and each search reads all transcripts.
  const tracked =
    rules.length > 0
      ? findTrackers(rules, transcripts, { ...options, minScore: MIN_HIT_SCORE })
      : [];
  return transcripts.map((transcript, index) => {
    const utterances = unpackUtterances(transcript.utterances);
    const sentences = extractSentences({ ...NO_NAMES, utterances });
    // What was learned about concepts is about the vectors of our own model.
    const known = space === "" ? resolveVectors(transcript, vectors, space).byText : "sayings";
    const findSaid = createFindSaid(hasMeanings ? findMoments(sentences, known) : undefined);
    const found = pickPlaces(rules, tracked[index] ?? { hits: [] });
    return answerQuestions(questions, found, indexPassages(sentences), findSaid).map(
      ({ questionId, start, answer }) => ({ questionId, start: start!, quote: answer! }),
    );
  });
};
